import type { Names } from '../../engine/explain/english/names'
import { assertionTitle } from '../../engine/explain/review-rules'
import { isPart } from '../../language/semantics/checked-input'
import type { CheckedAssertion, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { ChangeFacts, ChangeKind } from './change-kinds'
import { changesInWords, openInWords, partialInWords } from './change-words'
import { type ComparedPair, type Finding, hasSameOutcomes, type PairVerdict } from './comparison-result'
import { firstInWords, listInWords, makeFinding, quotedNote } from './finding'
import type { JoinedRulesets } from './joined-rulesets'
import { areListsSame } from './same-expression'

/** The finding `policy` covers `another policy`. */
export const KIND_OF_VERDICT: Readonly<Record<Exclude<PairVerdict, 'same' | 'another policy'>, ChangeKind>> = {
  stricter: 'stricter',
  looser: 'looser',
  both: 'both',
  differs: 'differs',
  'gains a value': 'gains-value',
  'loses a value': 'loses-value',
  'differs outside the ranges': 'outside-ranges',
  'differs at irrational numbers': 'irrational',
  'not comparable': 'not-comparable',
  'not decided': 'not-decided',
}

/** Shared, because most pairs have no findings. */
const NO_FINDINGS: readonly Finding[] = []

interface PairContext {
  readonly before: CheckedRuleset
  readonly after: CheckedRuleset
  readonly namesOf: (side: 'before' | 'after') => Names
  readonly joined: () => JoinedRulesets
}

export class PairFindings {
  constructor(private readonly context: PairContext) {}

  of(before: number, after: number, pair: ComparedPair): readonly Finding[] {
    const was = this.context.before.assertions[before]!
    const now = this.context.after.assertions[after]!
    return isAsItWas(was, now, pair) ? NO_FINDINGS : this.changes(was, now, pair)
  }

  readsOthers(was: CheckedAssertion, now: CheckedAssertion): boolean {
    return !areListsSame([...this.claimsRead('before', was)].sort(), [...this.claimsRead('after', now)].sort())
  }

  private changes(was: CheckedAssertion, now: CheckedAssertion, pair: ComparedPair): readonly Finding[] {
    const name = assertionTitle(now.name)
    const findings: Finding[] = []
    const add = (kind: ChangeKind, facts: Partial<ChangeFacts> = {}) =>
      findings.push(makeFinding(kind, { before: was.name, after: now.name }, { name, ...facts }))
    if (was.name !== now.name)
      add(pair.pairedBy === 'meaning' ? 'assertion-renamed' : 'assertion-replaced', { was: assertionTitle(was.name) })
    if (was.unbridged.length === 0 && now.unbridged.length > 0) add('units-not-joined', { list: unitPairs(now) })
    if (was.unbridged.length > 0 && now.unbridged.length === 0) add('units-joined', { list: unitPairs(was) })
    const { verdict, changes, open, proof } = pair
    if (verdict !== 'same' && verdict !== 'another policy')
      add(KIND_OF_VERDICT[verdict], { list: this.detail(pair, now) })
    if (changes.length > 0 && open.length > 0) add('partly-not-decided', { list: openInWords(open) })
    if (was.policy !== now.policy) add('policy', { was: was.policy, now: now.policy })
    if (proof === 'question' && hasSameOutcomes(pair) && this.readsOthers(was, now))
      add('reads', {
        was: this.readInWords('before', was),
        now: this.readInWords('after', now),
        list: this.measuredReadOnce(was, now),
      })
    if (!areListsSame(was.comment, now.comment))
      add('assertion-note', { was: quotedNote(was.comment), now: quotedNote(now.comment) })
    return findings
  }

  private detail(pair: ComparedPair, now: CheckedAssertion): string {
    const { namesOf, joined } = this.context
    if (pair.verdict === 'not decided') return openInWords(pair.open)
    if (pair.verdict === 'differs outside the ranges') return partialInWords(pair)
    if (pair.verdict !== 'not comparable')
      return changesInWords(pair.changes, (claim) => namesOf('after').called(claim))
    const { apart, space } = joined()
    const reads = now.reads.filter((input) => apart.has(input))
    const names = reads.map((input) => namesOf('after').called(space.inputs[input]!.name))
    return names.length === 0 ? 'a claim that it read' : firstInWords(names)
  }

  private claimsRead(side: 'before' | 'after', { reads }: CheckedAssertion): readonly string[] {
    return reads.flatMap((index) => {
      const input = this.context[side].inputs[index]!
      return input.kind === 'claim' && !isPart(input) ? [input.name] : []
    })
  }

  /** Claims with a unit that only one side reads. */
  private measuredReadOnce(was: CheckedAssertion, now: CheckedAssertion): string {
    const measured = (side: 'before' | 'after', { reads }: CheckedAssertion) =>
      reads.flatMap((index) => {
        const { kind, name, declaredUnit } = this.context[side].inputs[index]!
        return kind === 'claim' && declaredUnit !== null ? [name] : []
      })
    const [before, after] = [measured('before', was), measured('after', now)]
    const gone = before.filter((name) => !after.includes(name))
    const added = after.filter((name) => !before.includes(name))
    const called = (side: 'before' | 'after') => (name: string) => this.context.namesOf(side).called(name)
    const names = [...gone.map(called('before')), ...added.map(called('after'))]
    return names.length === 0 ? '' : firstInWords(names)
  }

  private readInWords(side: 'before' | 'after', assertion: CheckedAssertion): string {
    const names = this.claimsRead(side, assertion).map((name) => this.context.namesOf(side).called(name))
    return names.length === 0 ? 'no claim' : firstInWords(names)
  }
}

function isAsItWas(was: CheckedAssertion, now: CheckedAssertion, { verdict, proof }: ComparedPair): boolean {
  return (
    verdict === 'same' &&
    proof === 'text' &&
    was.name === now.name &&
    was.policy === now.policy &&
    areListsSame(was.comment, now.comment)
  )
}

function unitPairs({ unbridged }: CheckedAssertion): string {
  return listInWords([...new Set(unbridged.map(({ from, to }) => `${from} with ${to}`))])
}

/**
 * Parts that change nothing: comparisons that always come out the same, branches that never matter, and operands and
 * members that can be dropped.
 *
 * Promises: a part is reported only where every assertion that depends on it has the same outcome without it in every
 * case, no value included. Parts inside one that is reported are not reported again.
 */
import type { Fix } from '../../language/messages/diagnostic'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { ALWAYS, difference, NEVER } from '../condition'
import { isOpen, isWithin, type Part, partsOf } from '../parts/part'
import { vary } from '../parts/variation'
import { inputsOf } from '../question-ruleset'
import type { Finding, FindingKind } from './analysis-result'
import type { Investigation, Proof, Steps } from './investigation'
import { everyCase } from './ranges-in-words'
import { idleBranches, idleOperands, type Removal } from './removals'

/** @param vacuous assertions whose answer is always the same: what stands in them alone is not looked at */
export function* findIdleParts(inquiry: Investigation, vacuous: ReadonlySet<number>): Steps {
  const dependents = (part: Part) => inquiry.dependents.of(part.owner)
  const affected = (part: Part) => dependents(part).filter((index) => !vacuous.has(index))
  const places = partsOf(inquiry.ruleset).filter((part) => affected(part).length > 0)
  const reported: Part[] = []
  const isNew = (part: Part) => !reported.some((other) => isWithin(part, other))
  for (const part of places) {
    if (inquiry.open.isSpent) return
    if (!isTest(part.node) || isOpen(part.node)) continue
    const finding = constantComparison(inquiry, part, affected(part))
    if (finding !== null) reported.push(part)
    yield finding
  }
  for (const part of places) {
    // Each can be dropped alone, and all of them together: of two equal ones one is reported.
    const dropped = new Set<Checked>()
    for (const removal of [...idleBranches(part), ...idleOperands(part)]) {
      if (inquiry.open.isSpent) return
      const subject: Part = { owner: part.owner, node: removal.part, parent: part.node }
      const [alone, together] = [removal.without(NOTHING), removal.without(dropped)]
      if (alone === null || together === null || !isNew(subject) || isDecided(part.node, reported)) continue
      // Without the part, an assertion whose answer is always the same now could have another one.
      const readers = { affected: affected(part), dependents: dependents(part) }
      if (dropped.size > 0 && !isIdleToo(inquiry, part, together, readers.dependents)) continue
      const finding = idlePart(inquiry, part, removal, alone, readers)
      if (finding !== null) {
        reported.push(subject)
        dropped.add(removal.part)
      }
      yield finding
    }
  }
}

/** Whether a condition that always comes out the same chooses the branch: that the other is not taken follows. */
function isDecided(node: Checked, reported: readonly Part[]): boolean {
  return node.kind === 'choice' && reported.some((part) => part.node === node.condition)
}

function isTest({ kind }: Checked): boolean {
  return kind === 'compare' || kind === 'is-member' || kind === 'is-subset'
}

function constantComparison(inquiry: Investigation, part: Part, affected: readonly number[]): Finding | null {
  const { ruleset } = inquiry
  const { node } = part
  for (const [word, constant] of [
    ['TRUE', ALWAYS],
    ['FALSE', NEVER],
  ] as const) {
    const differs = difference(node, constant)
    const question = () => `whether ${inquiry.text.quoted(node)} is always ${word}`
    const answer = inquiry.ask(ruleset, differs, affected, question)
    if (answer.status !== 'proved') continue
    const sentence = `${inquiry.text.quoted(node)} is ${word} ${everyCase({ answer, space: ruleset, condition: node })}. Correct it, or remove it.`
    const title = `The comparison ${inquiry.text.quoted(node)} in ${inquiry.ownerInWords(part.owner)} is always ${word}.`
    const proofs = [{ title, space: ruleset, condition: differs, answer }]
    return partFinding(inquiry, 'comparison_is_constant', sentence, part, { at: node, affected, proofs })
  }
  return null
}

const NOTHING: ReadonlySet<Checked> = new Set()

/** Whether the answers are the same too where parts that were reported before are dropped with this one. */
function isIdleToo(inquiry: Investigation, part: Part, without: Checked, dependents: readonly number[]): boolean {
  const variation = vary(inquiry.ruleset, part, [without])
  return dependents.every((index) => {
    const condition = difference(inquiry.conditions[index]!, variation.condition(index, 0))
    return inquiry.quietly(variation.space, condition).status === 'proved'
  })
}

/** @param removal whose `without` is what stands in place of the node */
function idlePart(
  inquiry: Investigation,
  part: Part,
  removal: Removal,
  without: Checked,
  { affected, dependents }: { readonly affected: readonly number[]; readonly dependents: readonly number[] },
) {
  const variation = vary(inquiry.ruleset, part, [without])
  const { space } = variation
  const quoted = inquiry.text.quoted(removal.part)
  const proofs: Proof[] = []
  for (const index of dependents) {
    const condition = difference(inquiry.conditions[index]!, variation.condition(index, 0))
    const answer = inquiry.ask(space, condition, [index], () => `whether ${quoted} changes ${inquiry.called(index)}`)
    if (answer.status !== 'proved') return null
    proofs.push({ title: withoutInWords(inquiry, index, removal, quoted), space, condition, answer })
  }
  const where = everyCase(...proofs)
  const owner = inquiry.ownerInWords(part.owner)
  const isEverywhere = proofs.every(({ answer }) => answer.holds === 'everywhere')
  const fix = isEverywhere ? removal.fix(inquiry.text, part.parent) : null
  const sentence =
    removal.kind === 'branch_never_taken'
      ? `No answer depends on the branch ${quoted} of ${owner}: ${where}, it is not taken or the rest decides. Remove it, or correct the condition that leads to it.`
      : `${removal.what} ${quoted} changes nothing in ${owner}: ${where}, the answer is the same without it. Remove it, or correct it.`
  return partFinding(inquiry, removal.kind, sentence, part, { at: removal.part, affected, fix, proofs })
}

function withoutInWords(inquiry: Investigation, assertion: number, { kind }: Removal, quoted: string): string {
  const without = kind === 'branch_never_taken' ? `where the branch ${quoted} has no value` : `without ${quoted}`
  return `The assertion ${inquiry.name(assertion)} has the same outcome ${without}.`
}

interface PartSubject {
  readonly at: Checked
  readonly affected: readonly number[]
  readonly fix?: Fix | null
  readonly proofs: readonly Proof[]
}

function partFinding(
  inquiry: Investigation,
  kind: FindingKind,
  sentence: string,
  { owner }: Part,
  { at, affected, fix = null, proofs }: PartSubject,
): Finding {
  const definitions = owner.kind === 'definition' ? [owner.index] : []
  const claims = inputsOf(inquiry.ruleset, at)
  return inquiry.finding(kind, 'warning', sentence, { assertions: affected, definitions, claims, at, fix, proofs })
}

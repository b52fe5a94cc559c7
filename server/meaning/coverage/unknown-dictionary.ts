/**
 * Finds a dictionary with unknown claims that is answered differently although no complete one inside the ranges is. An
 * unknown claim may be any number, even outside its range. Claims without a range need not be unknown (decisions/027),
 * so sets of claims with a range are tried, smallest first. `none` is proved.
 */
import { FALSE, type Known, type Outcomes, TRUE } from '../../engine/core/value'
import type { Policy } from '../../language/syntax/syntax'
import type { Limit } from '../answer'
import { type Condition, conjunction, difference, hasOutcome, negation, type Space, withinRanges } from '../condition'
import { type AskTools, findWitness } from '../find-witness'
import { varyEverywhere } from '../parts/variation'
import { inputsOf } from '../question-ruleset'
import { asAssertion, replaceInputs } from './visible-difference'

export type UnknownDictionary =
  /** By input; null is unknown. */
  | { readonly status: 'found'; readonly known: Known }
  | { readonly status: 'none' }
  /** `questions`: too many sets or tries. Null without a solver. */
  | { readonly status: 'undecided'; readonly limit: Limit | 'questions' | null }

const MAX_SETS = 64
/** Counterexamples in one question. */
const MAX_TRIES = 32

/** `always` must be TRUE for all values of the unknown claims, `once` for some. */
interface Quantified {
  readonly always: Condition
  readonly once: Condition
}

export function findUnknownDictionary(
  space: Space,
  [before, after]: readonly [Condition, Condition],
  policy: Policy,
  tools: AskTools,
): UnknownDictionary {
  const differs = difference(before, after)
  const reads = inputsOf(space, differs)
  const locals = reads.filter((index) => space.inputs[index]!.kind === 'local')
  const ranged = reads.filter((index) => space.inputs[index]!.kind === 'claim' && space.inputs[index]!.range !== null)
  let open: UnknownDictionary = { status: 'none' }
  for (const claims of subsetsOf(ranged)) {
    if (claims === null) return open.status === 'none' ? { status: 'undecided', limit: 'questions' } : open
    const search = new UnknownClaims(space, [...claims, ...locals], reads, tools)
    const isPossible = search.first(differs)
    if (isPossible.status === 'none') continue
    for (const quantified of differentAnswers(before, after, policy)) {
      const answer = search.find(quantified)
      if (answer.status === 'found') return answer
      if (answer.status === 'undecided') open = answer
    }
  }
  return open
}

/** The empty set, then larger ones; null at the limit. */
function* subsetsOf(claims: readonly number[]): Generator<readonly number[] | null, void, void> {
  let count = 0
  let sets: readonly (readonly number[])[] = [[]]
  while (sets.length > 0) {
    for (const set of sets) yield ++count > MAX_SETS ? null : set
    sets = sets.flatMap((set) => claims.filter((claim) => claim > (set.at(-1) ?? -1)).map((claim) => [...set, claim]))
  }
}

/** Cases in which only one answer is TRUE, or only one FALSE (decisions/027). */
function differentAnswers(before: Condition, after: Condition, policy: Policy): readonly Quantified[] {
  const pairs = [
    [before, after],
    [after, before],
  ] as const
  return pairs.flatMap(([one, other]) => [
    answeredByOne(one, other, TRUE, policy === 'optimistic'),
    answeredByOne(one, other, FALSE, policy === 'pessimistic'),
  ])
}

/** @param isEnoughOnce whether one completion with the outcome decides the answer */
function answeredByOne(one: Condition, other: Condition, outcome: Outcomes, isEnoughOnce: boolean): Quantified {
  const [isOne, isNotOther] = [hasOutcome(one, outcome), negation(hasOutcome(other, outcome))]
  return isEnoughOnce ? { always: isNotOther, once: isOne } : { always: isOne, once: isNotOther }
}

/** Every known number is inside its range. */
class UnknownClaims {
  private readonly ranges: readonly Condition[]

  constructor(
    private readonly space: Space,
    private readonly unknown: readonly number[],
    reads: readonly number[],
    private readonly tools: AskTools,
  ) {
    this.ranges = withinRanges(
      space,
      reads.filter((input) => !unknown.includes(input)),
    )
  }

  first(condition: Condition) {
    return findWitness(this.space, conjunction([...this.ranges, condition]), TRUE, this.tools)
  }

  /** Each counterexample joins the next question. */
  find({ always, once }: Quantified): UnknownDictionary {
    const against: Known[] = []
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const proposed = this.propose(always, once, against)
      if (proposed.status !== 'found') return undecidedOr(proposed)
      const known = this.space.inputs.map((_, input) => (this.unknown.includes(input) ? null : proposed.values[input]!))
      const counterexample = findWitness(this.space, always, FALSE, this.tools, known)
      if (counterexample.status === 'none') return { status: 'found', known }
      if (counterexample.status !== 'found') return undecidedOr(counterexample)
      against.push(counterexample.values)
    }
    return { status: 'undecided', limit: 'questions' }
  }

  private propose(always: Condition, once: Condition, against: readonly Known[]) {
    const inputs = [...this.space.inputs]
    const known: Known[number][] = inputs.map(() => null)
    const replaces = against.map((values) => {
      const places = new Map<number, number>()
      for (const input of this.unknown) {
        places.set(input, inputs.push(this.space.inputs[input]!) - 1)
        known.push(values[input]!)
      }
      return replaceInputs(places)
    })
    const { space, condition } = varyEverywhere(
      { ...this.space, inputs, assertions: [asAssertion(always)], reports: [] },
      replaces,
    )
    const each = against.map((_, index) => condition(0, index))
    return findWitness(space, conjunction([...this.ranges, once, always, ...each]), TRUE, this.tools, known)
  }
}

function undecidedOr(search: Exclude<ReturnType<typeof findWitness>, { status: 'found' }>): UnknownDictionary {
  if (search.status === 'none') return search
  return { status: 'undecided', limit: search.status === 'undecided' ? search.limit : null }
}

/**
 * The answers of an assertion to every dictionary of finite claims, only by the reference meaning of the language
 * (engine/testing/reference.ts) and the table of policies (decisions/027). Shares nothing with the comparison.
 */

import { type Completion, FALSE, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { referenceOutcome } from '../../engine/testing/reference'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import type { CompleteAnswer } from '../comparison/answers'

/** By input: an index of `values`, or the next one for an unknown value. */
type Cell = readonly number[]

export class EnumeratedAnswers {
  /** The outcomes of each cell's completions. */
  private readonly outcomes = new Map<string, number>()
  private readonly values: readonly (readonly Value[])[]

  /** @param ruleset has no numeric inputs */
  constructor(
    private readonly ruleset: CheckedRuleset,
    private readonly assertion: number,
  ) {
    const { reads } = ruleset.assertions[assertion]!
    this.values = ruleset.inputs.map(({ type }, index) => {
      // One value is enough for an input that is not read.
      if (!reads.includes(index)) return [type.kind === 'boolean' ? false : 'any']
      if (type.kind === 'boolean') return [false, true]
      if (type.kind === 'enum') return type.vocabulary
      throw new Error('a number has no end of values')
    })
  }

  /** @param dictionary null is unknown; locals are always unknown */
  answer(dictionary: Completion, policy: Policy = this.ruleset.assertions[this.assertion]!.policy): CompleteAnswer {
    const cell = this.values.map((values, index) => {
      const value = dictionary[index] ?? null
      if (values.length === 1) return 0
      return value === null || this.ruleset.inputs[index]!.kind === 'local' ? values.length : values.indexOf(value)
    })
    return policyAnswer(policy, this.outcomesOf(cell))
  }

  private outcomesOf(cell: Cell): number {
    const key = cell.join()
    const known = this.outcomes.get(key)
    if (known !== undefined) return known
    const open = cell.findIndex((place, index) => place === this.values[index]!.length)
    const all =
      open === -1
        ? this.outcomeOf(cell.map((place, index) => this.values[index]![place]!))
        : this.values[open]!.reduce<number>((all, _, place) => all | this.outcomesOf(cell.with(open, place)), 0)
    this.outcomes.set(key, all)
    return all
  }

  private outcomeOf(completion: Completion): number {
    const outcome = referenceOutcome(this.ruleset, this.assertion, completion)
    return outcome === null ? NONE : outcome ? TRUE : FALSE
  }
}

/** Applies the table of decisions/027 to the outcomes of completions. */
export function policyAnswer(policy: Policy, outcomes: Outcomes): CompleteAnswer {
  if (outcomes === TRUE) return 'TRUE'
  if (outcomes === FALSE) return 'FALSE'
  if (policy === 'pessimistic' && (outcomes & FALSE) !== 0) return 'FALSE'
  return policy === 'optimistic' && (outcomes & TRUE) !== 0 ? 'TRUE' : 'UNKNOWN'
}

export function* enumerateDictionaries(
  { inputs }: CheckedRuleset,
  claims: readonly number[],
  hasUnknown: boolean,
): Generator<(Value | null)[]> {
  const values = claims.map((claim): readonly (Value | null)[] => {
    const { type } = inputs[claim]!
    const all = type.kind === 'boolean' ? [false, true] : type.kind === 'enum' ? type.vocabulary : []
    return hasUnknown ? [...all, null] : all
  })
  const count = values.reduce((product, list) => product * list.length, 1)
  for (let number = 0; number < count; number++) {
    const dictionary: (Value | null)[] = inputs.map(() => null)
    let rest = number
    claims.forEach((claim, index) => {
      const list = values[index]!
      dictionary[claim] = list[rest % list.length]!
      rest = Math.floor(rest / list.length)
    })
    yield dictionary
  }
}

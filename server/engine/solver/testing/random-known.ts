/**
 * Random values for the inputs of a ruleset, and all completions where few are unbound.
 */
import fc from 'fast-check'
import { ratio } from '../../../language/numeric/rational'
import type { CheckedRuleset, Input } from '../../../language/semantics/checked-ruleset'
import type { Completion, Known, Value } from '../../value'

/** Numbers that decide on values, one after the other and again from the start. */
export class Draws {
  private at = 0

  constructor(private readonly numbers: readonly number[]) {}

  next(): number {
    return this.numbers[this.at++ % this.numbers.length] ?? 0
  }
}

export function drawn(): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat(10_000), { minLength: 40, maxLength: 40 })
}

/** Small numbers near the constants that random rulesets use, so that comparisons go both ways. */
const NUMERATORS = [0, 1, 2, 3, 5, 10, -1, -2, 7, 100, 60, 4]
const DENOMINATORS = [1, 1, 1, 1, 2, 10, 3]

export function randomValue(input: Input, draws: Draws): Value {
  const { type } = input
  if (type.kind === 'boolean') return draws.next() % 2 === 0
  if (type.kind === 'enum') return type.vocabulary[draws.next() % type.vocabulary.length] ?? ''
  const n = NUMERATORS[draws.next() % NUMERATORS.length] ?? 0
  return ratio(BigInt(n), BigInt(DENOMINATORS[draws.next() % DENOMINATORS.length] ?? 1))
}

/** @param isBound whether an input gets a value at all */
export function randomKnown(ruleset: CheckedRuleset, values: Draws, isBound: (input: Input) => boolean): Known {
  return ruleset.inputs.map((input) => (isBound(input) ? randomValue(input, values) : null))
}

/** Every completion of the unbound inputs among `reads`; none of them may be numeric. */
export function allCompletions(ruleset: CheckedRuleset, reads: readonly number[], known: Known): Completion[] {
  let completions: (Value | null)[][] = [[...known]]
  for (const place of reads) {
    if (known[place] !== null) continue
    const type = ruleset.inputs[place]?.type
    const values: readonly Value[] = type?.kind === 'enum' ? type.vocabulary : [false, true]
    completions = completions.flatMap((completion) =>
      values.map((value) => completion.map((old, i) => (i === place ? value : old))),
    )
  }
  return completions
}

import { isInside } from '../engine/search/candidates'
import type { Completion } from '../engine/core/value'
import { Rational } from '../language/numeric/rational'
import type { Checked, Input } from '../language/semantics/checked-ruleset'
import { type Condition, compareNumbers, type Space } from './condition'

/** One comparison for each end of a range. Vocabularies need no condition, because completions only hold members. */
export function withinRanges({ inputs }: Space, indices: readonly number[]): readonly Condition[] {
  return indices.flatMap((index) => {
    const input = inputs[index]!
    if (input.range === null) return []
    const value: Checked = { kind: 'input', input: index, type: input.type, start: 0, end: 0 }
    const { min, max } = input.range
    return [compareNumbers('>=', value, numberLike(input, min)), compareNumbers('<=', value, numberLike(input, max))]
  })
}

function numberLike({ type }: Input, value: Rational): Checked {
  return { kind: 'number', value, type, start: 0, end: 0 }
}

export function areInside({ inputs }: Space, values: Completion): boolean {
  return inputs.every(({ range }, index) => {
    const value = values[index]
    return range === null || !(value instanceof Rational) || isInside(value, range)
  })
}

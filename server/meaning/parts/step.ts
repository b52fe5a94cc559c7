import { printNumeral } from '../../language/numeric/numeral'
import {
  compareRationals,
  multiply,
  negate,
  ONE,
  type Rational,
  signOf,
  smallRatio,
} from '../../language/numeric/rational'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { childrenOf } from '../../language/semantics/tree/children'
import type { Space } from '../condition'
import { letsBehind } from '../question-ruleset'

const MAX_DECIMAL_PLACES = 6

/** 1 for 350, 0.1 for 2.5, 1/3 for 1/3; at least a millionth. */
export function stepOf(value: Rational): Rational {
  const text = printNumeral(value)
  if (text.includes('/')) return smallRatio(1, Math.min(Number(text.split('/')[1]), 10 ** MAX_DECIMAL_PLACES))
  const places = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  return places === 0 ? ONE : smallRatio(1, 10 ** Math.min(places, MAX_DECIMAL_PLACES))
}

/** The smallest step of an expression, through definitions, in its unit; at most 1. */
export function stepIn(space: Space, expression: Checked): Rational {
  const byLet = new Map<number, Rational | null>()
  const least = (node: Checked): Rational | null => {
    if (node.kind === 'number') return stepOf(node.value)
    // The date of an instant.
    if (node.kind === 'round' && node.type.kind === 'date') return ONE
    if (node.kind === 'let') return byLet.get(node.let) ?? null
    const step = childrenOf(node).map(least).reduce(smallerStep, null)
    return step === null || node.kind !== 'convert'
      ? step
      : multiply(step, signOf(node.factor) < 0 ? negate(node.factor) : node.factor)
  }
  for (const index of letsBehind(space, [expression])) byLet.set(index, least(space.lets[index]!.value))
  return smallerStep(least(expression), ONE)!
}

function smallerStep(one: Rational | null, other: Rational | null): Rational | null {
  if (one === null || other === null) return one ?? other
  return compareRationals(other, one) < 0 ? other : one
}

/**
 * The step from a number to its neighbour: one in the last place that the author wrote.
 */
import { printNumeral } from '../../language/numeric/numeral'
import { compare, integer, ONE, type Rational, smallRatio } from '../../language/numeric/rational'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { walk } from '../../language/semantics/children'
import type { Space } from '../condition'
import { letsBehind } from '../question-ruleset'

/** Places of the decimal point that a step follows; the step of a finer number is a millionth. */
const MAX_PLACES = 6

/** 1 for 350, 0.1 for 2.5; for a number without a finite decimal (1/3) what its denominator says. */
export function stepOf(value: Rational): Rational {
  const text = printNumeral(value)
  if (text.includes('/')) return smallRatio(1, Math.min(Number(text.split('/')[1]), 10 ** MAX_PLACES))
  const places = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
  return places === 0 ? ONE : smallRatio(1, 10 ** Math.min(places, MAX_PLACES))
}

/** The smallest step of the numbers written in an expression, definitions included; 1 where it has none. */
export function stepIn(space: Space, expression: Checked): Rational {
  let least = integer(1)
  const visit = (node: Checked): void => {
    if (node.kind !== 'number') return
    const step = stepOf(node.value)
    if (compare(step, least) < 0) least = step
  }
  walk(expression, visit)
  for (const index of letsBehind(space, [expression])) walk(space.lets[index]!.value, visit)
  return least
}

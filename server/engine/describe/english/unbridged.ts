/**
 * Two sides whose units nothing joins.
 *
 * Promises: says what was written and that it is never decided. The assertion around it is UNKNOWN whole.
 */
import type { Checked } from '../../../language/checked-ruleset'
import type { Teller } from './teller'
import { operandInWords } from './terms'

type Unbridged = Extract<Checked, { kind: 'unbridged' }>

const WORDS: Readonly<Record<string, string>> = {
  '==': 'is equal to',
  '!=': 'is not equal to',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  '+': 'plus',
  '-': 'minus',
  '%': 'less whole multiples of',
}

export const NOT_CONVERTED = '(units that do not convert)'

/** "weight is more than 5 m (units that do not convert)"; of branches and members the side that does not fit alone. */
export function comparedSides(node: Unbridged, teller: Teller, brackets: number): string {
  const right = operandInWords(node.right, teller, brackets)
  const words = WORDS[node.operator]
  if (words === undefined) return `${right} ${NOT_CONVERTED}`
  return `${operandInWords(node.left, teller, brackets)} ${words} ${right} ${NOT_CONVERTED}`
}

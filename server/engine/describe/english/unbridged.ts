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
  '%': 'reduced by whole multiples of',
}

/** "weight is more than 5 m (units that nothing joins)". */
export function comparedSides(node: Unbridged, teller: Teller, brackets: number): string {
  const left = operandInWords(node.left, teller, brackets)
  const right = operandInWords(node.right, teller, brackets)
  return `${left} ${WORDS[node.operator] ?? 'set against'} ${right} (units that nothing joins)`
}

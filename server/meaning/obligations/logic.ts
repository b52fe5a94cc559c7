/**
 * The logic of SMT-LIB that a file names: the smallest that has all of its terms.
 *
 * Promises: a logic of the standard's list, read by z3 and cvc5 alike. No file has quantifiers: sets are finite.
 */
import type { Term } from './terms'

export type Logic = 'QF_UF' | 'QF_LIA' | 'QF_LRA' | 'QF_LIRA' | 'QF_NRA' | 'QF_NIRA'

export function logicOf(terms: Iterable<Term>): Logic {
  let whole = false
  let real = false
  let linear = true
  for (const { sort, head, operands } of terms) {
    whole ||= sort === 'Int'
    real ||= sort === 'Real'
    if ((head === '*' && operands.every(({ number }) => number === null)) || (head === '/' && operands.length > 0))
      linear = false
  }
  if (!real) return whole ? 'QF_LIA' : 'QF_UF'
  if (linear) return whole ? 'QF_LIRA' : 'QF_LRA'
  return whole ? 'QF_NIRA' : 'QF_NRA'
}

/** Whether each solver must answer: linear arithmetic is decidable, and both decide it. */
export function isLinear(logic: Logic): boolean {
  return logic !== 'QF_NRA' && logic !== 'QF_NIRA'
}

/**
 * The smallest SMT-LIB logic with all terms of a file, as both z3 and cvc5 read it. Sets are finite, so no file has
 * quantifiers.
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

/** Linear arithmetic is decidable, so both solvers must answer. */
export function isLinear(logic: Logic): boolean {
  return logic !== 'QF_NRA' && logic !== 'QF_NIRA'
}

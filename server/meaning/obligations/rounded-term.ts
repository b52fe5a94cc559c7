/** Roundings as terms, written from public/docs/language.md; see expression-terms.ts. */
import { divide, ONE, type Rational, smallRatio, ZERO } from '../../language/numeric/rational'
import type { RoundingMode } from '../../language/semantics/checked-ruleset'
import type { Term, Terms } from './terms'

const HALF = smallRatio(1, 2)

/** @param step above zero */
export function roundedTerm(terms: Terms, value: Term, step: Rational, mode: RoundingMode): Term {
  const quotient = terms.product(terms.real(divide(ONE, step)!), value)
  return terms.product(terms.real(step), wholeTerm(terms, quotient, mode))
}

/** The two whole numbers around the value, and which of them the mode takes. */
function wholeTerm(terms: Terms, value: Term, mode: RoundingMode): Term {
  const below = terms.floor(value)
  const above = terms.negation(terms.floor(terms.negation(value)))
  const isNegative = terms.compare('<', value, terms.real(ZERO))
  const inner = terms.choose(isNegative, above, below)
  const outer = terms.choose(isNegative, below, above)
  const middle = terms.sum([below, terms.real(HALF)])
  const nearest = terms.choose(terms.compare('<', value, middle), below, above)
  switch (mode) {
    case 'floor':
      return below
    case 'ceiling':
      return above
    case 'down':
      return inner
    case 'up':
      return outer
    case 'half_up':
      return terms.choose(terms.equal(value, middle), outer, nearest)
    case 'half_even': {
      const half = terms.product(terms.real(HALF), below)
      const even = terms.choose(terms.equal(half, terms.floor(half)), below, above)
      return terms.choose(terms.equal(value, middle), even, nearest)
    }
  }
}

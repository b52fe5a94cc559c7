/** Exact coefficients from the constant upwards. The last one is not zero, so the zero polynomial is empty. */
import * as metered from '../engine/evaluate/metered-arithmetic'
import type { Run } from '../engine/evaluate/node'
import { requireDefinite } from '../engine/evaluate/quantity'
import { ONE, type Rational, ZERO } from '../language/numeric/rational'

export type Polynomial = readonly Rational[]

export const NOTHING: Polynomial = []
export const UNIT: Polynomial = [ONE]
/** The number itself. */
export const VARIABLE: Polynomial = [ZERO, ONE]

export function constantPolynomial(value: Rational): Polynomial {
  return value.n === 0 ? NOTHING : [value]
}

export function isConstant(polynomial: Polynomial): boolean {
  return polynomial.length < 2
}

export class PolynomialArithmetic {
  constructor(private readonly run: Run) {}

  sum(a: Polynomial, b: Polynomial): Polynomial {
    const [longer, shorter] = a.length < b.length ? [b, a] : [a, b]
    return trimZeros(
      longer.map((one, index) =>
        index < shorter.length ? requireDefinite(metered.addMetered(this.run, one, shorter[index]!)) : one,
      ),
    )
  }

  difference(a: Polynomial, b: Polynomial): Polynomial {
    return this.sum(
      a,
      b.map((one) => requireDefinite(metered.negateQuantity(one))),
    )
  }

  product(a: Polynomial, b: Polynomial): Polynomial {
    if (a.length === 0 || b.length === 0) return NOTHING
    const product: Rational[] = new Array<Rational>(a.length + b.length - 1).fill(ZERO)
    this.run.meter.spend(a.length * b.length)
    a.forEach((one, i) => {
      b.forEach((other, j) => {
        const term = requireDefinite(metered.multiplyMetered(this.run, one, other))
        product[i + j] = requireDefinite(metered.addMetered(this.run, product[i + j]!, term))
      })
    })
    return trimZeros(product)
  }

  scaled(a: Polynomial, factor: Rational): Polynomial {
    return this.product(a, constantPolynomial(factor))
  }
}

function trimZeros(coefficients: readonly Rational[]): Polynomial {
  const last = coefficients.findLastIndex((one) => one.n !== 0)
  return last === coefficients.length - 1 ? coefficients : coefficients.slice(0, last + 1)
}

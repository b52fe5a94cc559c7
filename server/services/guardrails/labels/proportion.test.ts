import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../../testing/repetitions'
import { proportionOf } from './proportion'

const STEPS = 10_000n
const toSteps = (text: string | null) => {
  const [whole = '', decimals = ''] = text!.split('.')
  return BigInt(whole) * STEPS + BigInt(decimals)
}

/**
 * The bounds are the roots of (k/n − p)² = z² · p(1 − p)/n, and this is at least 0 exactly outside of the interval.
 * @param steps p in ten-thousandths; the result has the sign of the difference
 */
function outside(k: number, n: number, steps: bigint): bigint {
  const [right, of] = [BigInt(k), BigInt(n)]
  const distance = right * STEPS - steps * of
  return 625n * distance * distance - 2401n * of * steps * (STEPS - steps)
}

describe('the Wilson interval', () => {
  // By hand: 8 of 10 is (8 + 1.9208 ± 1.96 · √(1.6 + 0.9604)) / 13.8416.
  it.each([
    [0, 1, '0.0000', '0.7935'],
    [1, 1, '0.2065', '1.0000'],
    [8, 10, '0.4901', '0.9434'],
    [95, 100, '0.8882', '0.9785'],
  ])('of %i of %i is %s to %s', (right, of, low, high) => {
    expect(proportionOf(right, of)).toEqual({ right, of, low, high })
  })

  it('does not exist without frames', () => {
    expect(proportionOf(0, 0)).toEqual({ right: 0, of: 0, low: null, high: null })
  })

  it('is the smallest one of whole ten-thousandths that contains the exact interval', { tags: ['repeated'] }, () => {
    const counted = fc.nat({ max: 1_000_000 }).chain((of) => fc.tuple(fc.nat({ max: of }), fc.constant(of)))
    fc.assert(
      fc.property(counted, ([right, of]) => {
        fc.pre(of > 0)
        const { low, high } = proportionOf(right, of)
        const [from, to] = [toSteps(low), toSteps(high)]
        expect(from * BigInt(of) <= BigInt(right) * STEPS && BigInt(right) * STEPS <= to * BigInt(of)).toBe(true)
        expect(outside(right, of, from) >= 0n && outside(right, of, to) >= 0n).toBe(true)
        const isInside = (steps: bigint) => outside(right, of, steps) <= 0n
        expect(isInside(from + 1n) || from + 1n > to - 1n).toBe(true)
        expect(isInside(to - 1n) || from + 1n > to - 1n).toBe(true)
      }),
      { numRuns: repetitions(2_000) },
    )
  })
})

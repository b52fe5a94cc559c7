/** A share with the Wilson score interval of 95 % (z = 1.96), computed with integers and rounded outward. */

export interface Proportion {
  readonly right: number
  readonly of: number
  /** Four decimals, such as `0.4901`. Null if `of` is zero. */
  readonly low: string | null
  readonly high: string | null
}

/** z² = 2401/625. */
const Z2 = { n: 2401n, d: 625n }
const ROOT_SCALE = 10n ** 8n
const STEPS = 10_000n

export function proportionOf(right: number, of: number): Proportion {
  if (of === 0) return { right, of, low: null, high: null }
  const [k, n] = [BigInt(right), BigInt(of)]
  const centre = (2n * Z2.d * k + Z2.n) * ROOT_SCALE
  const square = (4n * Z2.d * Z2.n * k * (n - k) + Z2.n * Z2.n * n) * ROOT_SCALE * ROOT_SCALE
  const spread = rootRoundedUp(divideRoundedUp(square, n))
  const whole = 2n * (n * Z2.d + Z2.n) * ROOT_SCALE
  const low = ((centre - spread) * STEPS) / whole
  const high = divideRoundedUp((centre + spread) * STEPS, whole)
  return { right, of, low: toDecimal(low), high: toDecimal(high) }
}

function divideRoundedUp(n: bigint, d: bigint): bigint {
  return (n + d - 1n) / d
}

/** The least integer whose square is at least `n`. */
function rootRoundedUp(n: bigint): bigint {
  if (n < 2n) return n
  let root = BigInt(Math.ceil(Math.sqrt(Number(n))))
  for (;;) {
    const next = (root + n / root) / 2n
    if (next === root || next === root + 1n) break
    root = next
  }
  while (root * root < n) root++
  while ((root - 1n) * (root - 1n) >= n) root--
  return root
}

function toDecimal(steps: bigint): string {
  return `${steps / STEPS}.${(steps % STEPS).toString().padStart(4, '0')}`
}

/**
 * Whole powers, never zero, of base symbols. Every currency, ambiguous symbol, month and own symbol of a ruleset is a
 * separate base.
 */
export type Dimension = ReadonlyMap<string, number>

export const BARE: Dimension = new Map()

/** Returns `a * b^power`. */
export function multiplyDimensions(a: Dimension, b: Dimension, power: number): Dimension {
  const product = new Map(a)
  for (const [base, p] of b) {
    const sum = (product.get(base) ?? 0) + p * power
    if (sum === 0) product.delete(base)
    else product.set(base, sum)
  }
  return product
}

/** `root` must divide every power. */
export function rootOfDimension(a: Dimension, root: number): Dimension {
  return new Map([...a].map(([base, power]) => [base, power / root]))
}

/** Independent of the order of bases. No symbol contains a space or a `^`. */
export function dimensionKey(a: Dimension): string {
  return [...a]
    .map(([base, power]) => `${base}^${power}`)
    .sort()
    .join(' ')
}

/** Positive and negative divisors of all powers, 1 first. */
export function commonRoots(powers: Iterable<number>): number[] {
  let common = 0
  for (const power of powers) {
    let [a, b] = [common, Math.abs(power)]
    while (b !== 0) [a, b] = [b, a % b]
    common = a
  }
  const roots: number[] = []
  for (let root = 1; root <= common; root++) if (common % root === 0) roots.push(root, -root)
  return roots
}

/**
 * Dimensions: what a unit measures, as whole powers of base symbols.
 *
 * Promises: plain immutable data; no base has the power zero. Every currency, every ambiguous symbol, the month and
 * every symbol of a ruleset's own is a base by itself: nothing built in joins it to another.
 */
export type Dimension = ReadonlyMap<string, number>

export const BARE: Dimension = new Map()

/** The dimension of `a` times the `power`-th power of `b`. */
export function times(a: Dimension, b: Dimension, power: number): Dimension {
  const product = new Map(a)
  for (const [base, p] of b) {
    const sum = (product.get(base) ?? 0) + p * power
    if (sum === 0) product.delete(base)
    else product.set(base, sum)
  }
  return product
}

/** The whole `root` of a dimension whose every power it divides. */
export function rooted(a: Dimension, root: number): Dimension {
  return new Map([...a].map(([base, power]) => [base, power / root]))
}

/** Equal for equal dimensions alone, whatever the order of their bases. No symbol holds a space or a `^`. */
export function dimensionKey(a: Dimension): string {
  return [...a]
    .map(([base, power]) => `${base}^${power}`)
    .sort()
    .join(' ')
}

/** Every whole number, of both signs, that divides all powers; 1 first. */
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

/**
 * An unsaved change of a target, as this browser keeps it.
 *
 * Promises: what cannot be read, or has another shape than this release writes, is no change.
 */
export interface KeptChange<T> {
  /** The version that it was made from. */
  readonly version: number
  readonly value: T
  /** When it was kept last, in milliseconds since the epoch. */
  readonly at: number
}

/** @param read null for what has another shape */
export function readKeptChange<T>(text: string | null, read: (value: unknown) => T | null): KeptChange<T> | null {
  try {
    const { version, value, at } = JSON.parse(text ?? 'null') as Record<keyof KeptChange<T>, unknown>
    const known = read(value)
    if (known === null || typeof version !== 'number' || typeof at !== 'number') return null
    return { version, value: known, at }
  } catch {
    return null
  }
}

/** Whether two values of plain data are the same, in whatever order their members stand. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  const other = b as Record<string, unknown>
  return left.length === right.length && left.every(([name, value]) => name in other && isSame(value, other[name]))
}

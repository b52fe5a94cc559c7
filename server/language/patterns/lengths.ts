/** Sets of lengths of texts. From some length on they repeat, as those of every regular set of texts do. */

export interface Lengths {
  /** Whether a text of this length is in the set, up to the first that repeats. */
  readonly first: readonly boolean[]
  /** Repeats for all longer ones. */
  readonly period: readonly boolean[]
}

/** Both ends belong to it; null means no end. */
export type LengthRange = readonly [from: number, to: number | null]

export function exactLength(length: number): Lengths {
  return { first: [...Array.from({ length }, () => false), true], period: [false] }
}

export function hasLength({ first, period }: Lengths, length: number): boolean {
  return first[length] ?? period[(length - first.length) % period.length] ?? false
}

export function isEmpty({ first, period }: Lengths): boolean {
  return !first.includes(true) && !period.includes(true)
}

/** The lengths below the part that repeats, as ranges; the last one has no end if the set has all from there on. */
export function lengthRanges({ first, period }: Lengths): readonly LengthRange[] {
  const ranges: [number, number | null][] = []
  for (const [length, isIn] of first.entries()) {
    if (!isIn) continue
    const before = ranges.at(-1)
    if (before !== undefined && before[1] === length - 1) before[1] = length
    else ranges.push([length, length])
  }
  if (!period.every((isIn) => isIn)) return ranges
  const before = ranges.at(-1)
  if (before !== undefined && before[1] === first.length - 1) before[1] = null
  else ranges.push([first.length, null])
  return ranges
}

/** The least length of the set that is not below this one; null if there is none. */
export function nextLength(lengths: Lengths, from: number): number | null {
  const end = Math.max(from, lengths.first.length) + lengths.period.length
  for (let length = Math.max(0, from); length < end; length++) if (hasLength(lengths, length)) return length
  return null
}

/** The length that a number stands for (semantics/texts/length-arms.ts). */
export function nearestLength(lengths: Lengths, number: number): number {
  const next = nextLength(lengths, Math.min(number, Number.MAX_SAFE_INTEGER))
  return next ?? lengthRanges(lengths).at(-1)?.[0] ?? 0
}

/** Rows of a text comparison in stretches: what changed with a little around it, and what may be left out. Pure. */
import type { TextRow } from './text-changes'

export interface Stretch {
  /** Of the first row among all. */
  readonly start: number
  readonly rows: readonly TextRow[]
  /** Whether nothing in it changed, so that it is not shown until it is asked for. */
  readonly folded: boolean
}

/** Unchanged rows shown around a change. */
const AROUND = 3
/** A gap that is hardly longer than the words about it is shown. */
const LEAST = 4

export function stretches(rows: readonly TextRow[]): readonly Stretch[] {
  const shown = rows.map(() => false)
  rows.forEach(({ kind }, place) => {
    if (kind === 'same') return
    for (let near = Math.max(0, place - AROUND); near <= Math.min(rows.length - 1, place + AROUND); near++)
      shown[near] = true
  })
  const found: Stretch[] = []
  let start = 0
  for (let end = 1; end <= rows.length; end++) {
    if (end < rows.length && shown[end] === shown[start]) continue
    const folded = shown[start] === false && end - start >= LEAST
    found.push({ start, rows: rows.slice(start, end), folded })
    start = end
  }
  return found
}

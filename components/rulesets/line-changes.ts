/** The lines of one entry of a review against those of another. */
import { diffArrays } from 'diff'
import { QUOTED, type ReviewLine } from './review-lines'
import { likeness, type WordPiece, wordChanges } from './word-changes'

export type LineChange =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly line: ReviewLine }
  /** `line` stands where the newer one stands. */
  | { readonly kind: 'changed'; readonly line: ReviewLine; readonly words: readonly WordPiece[] }

/** In the order of reading. The number of a list's item is no change by itself: it follows from what stands before. */
export function lineChanges(before: readonly ReviewLine[], after: readonly ReviewLine[]): readonly LineChange[] {
  const changes = diffArrays([...before], [...after], { comparator: sameLine })
  const told: LineChange[] = []
  let removed: readonly ReviewLine[] = []
  for (const { value, added, removed: gone } of changes) {
    if (gone) {
      removed = value
      continue
    }
    if (added) told.push(...paired(removed, value))
    else told.push(...removed.map(taken), ...value.map((line): LineChange => ({ kind: 'same', line })))
    removed = []
  }
  return [...told, ...removed.map(taken)]
}

/** Lines that are alike enough are one line that changed. */
function paired(removed: readonly ReviewLine[], added: readonly ReviewLine[]): readonly LineChange[] {
  const told: LineChange[] = []
  let next = 0
  for (const old of removed) {
    const found = added.findIndex(
      ({ depth, text }, place) => place >= next && depth === old.depth && likeness(old.text, text) >= ALIKE,
    )
    const line = added[found]
    if (line === undefined) {
      told.push(taken(old))
      continue
    }
    told.push(...added.slice(next, found).map(put))
    told.push({ kind: 'changed', line, words: wordChanges(old.text, line.text) })
    next = found + 1
  }
  return [...told, ...added.slice(next).map(put)]
}

const ALIKE = 0.4

function sameLine(left: ReviewLine, right: ReviewLine): boolean {
  return left.depth === right.depth && left.text === right.text && markKind(left) === markKind(right)
}

function markKind({ mark }: ReviewLine): 'none' | 'quoted' | 'numbered' {
  return mark === '' ? 'none' : mark === QUOTED ? 'quoted' : 'numbered'
}

function put(line: ReviewLine): LineChange {
  return { kind: 'added', line }
}

function taken(line: ReviewLine): LineChange {
  return { kind: 'removed', line }
}

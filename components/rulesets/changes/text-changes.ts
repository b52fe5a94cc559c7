/** Compares two texts by lines and words. Both can be restored from the rows. */
import { diffArrays } from 'diff'
import { measureLikeness, type WordPiece, wordChanges } from './word-changes'

export interface TextLine {
  /** One-based. */
  readonly number: number
  readonly pieces: readonly WordPiece[]
}

export interface TextRow {
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  /** Null if only the newer text has the line. */
  readonly before: TextLine | null
  readonly after: TextLine | null
}

/** With more changed lines, texts count as entirely different, because comparing them would block the page. */
const MAX_EDITS = 20_000
const MIN_LIKENESS = 0.3

export function textChanges(before: string, after: string): readonly TextRow[] {
  const [older, newer] = [linesOf(before), linesOf(after)]
  const changes = diffArrays(older, newer, { maxEditLength: MAX_EDITS }) ?? [
    { value: older, removed: true, added: false },
    { value: newer, removed: false, added: true },
  ]
  const rows: TextRow[] = []
  const numbers = { before: 1, after: 1 }
  let removed: readonly string[] = []
  const flush = (added: readonly string[]) => {
    rows.push(...pairedRows(removed, added, numbers))
    removed = []
  }
  for (const change of changes) {
    if (change.removed) removed = [...removed, ...change.value]
    else if (change.added) flush(change.value)
    else {
      flush([])
      for (const text of change.value) rows.push(sameRow(text, numbers))
    }
  }
  flush([])
  return rows
}

interface LineNumbers {
  before: number
  after: number
}

function sameRow(text: string, numbers: LineNumbers): TextRow {
  const pieces = [{ kind: 'same', text }] as const
  return { kind: 'same', before: { number: numbers.before++, pieces }, after: { number: numbers.after++, pieces } }
}

/** Pairs similar lines at the same position as changed ones. */
function pairedRows(removed: readonly string[], added: readonly string[], numbers: LineNumbers): TextRow[] {
  const rows: TextRow[] = []
  const length = Math.max(removed.length, added.length)
  const late: TextRow[] = []
  for (let i = 0; i < length; i++) {
    const [was, is] = [removed[i], added[i]]
    if (was !== undefined && is !== undefined && measureLikeness(was, is) >= MIN_LIKENESS) {
      rows.push(...late.splice(0))
      const words = wordChanges(was, is)
      rows.push({
        kind: 'changed',
        before: { number: numbers.before++, pieces: words.filter(({ kind }) => kind !== 'added') },
        after: { number: numbers.after++, pieces: words.filter(({ kind }) => kind !== 'removed') },
      })
      continue
    }
    if (was !== undefined) rows.push({ kind: 'removed', before: unchangedLine(numbers.before++, was), after: null })
    if (is !== undefined) late.push({ kind: 'added', before: null, after: unchangedLine(numbers.after++, is) })
  }
  return [...rows, ...late]
}

function unchangedLine(number: number, text: string): TextLine {
  return { number, pieces: [{ kind: 'same', text }] }
}

/** A final line break does not begin another line. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** An entry of a review as lines, for comparison. */

import { diffArrays } from 'diff'
import {
  type Clause,
  capitaliseClause,
  endClause,
  itemNumber,
  type Sentence,
} from '../../../server/engine/explain/english/clause'
import type { ReviewEntry, ReviewField } from '../../../server/engine/explain/review-document'
import { measureLikeness, type WordPiece, wordChanges } from './word-changes'

interface ReviewLine {
  /** Depth in lists; 0 outside of them. */
  readonly depth: number
  /** Number of a list item, or the mark of an author's line. */
  readonly mark: string
  readonly text: string
}

/** The title comes first. */
export function reviewLines({ title, fields }: ReviewEntry): readonly ReviewLine[] {
  return [{ depth: 0, mark: '', text: title }, ...fields.flatMap(fieldLines)]
}

function fieldLines(field: ReviewField): readonly ReviewLine[] {
  const lead = field.label === '' ? '' : `${field.label}: `
  switch (field.kind) {
    case 'fact':
      return [{ depth: 0, mark: '', text: lead + field.text }]
    case 'sentence':
      return sentenceLines(field.sentence, lead)
    case 'grid':
      return [
        { depth: 1, mark: '', text: field.head.join(' | ') },
        ...field.rows.map((row) => ({ depth: 1, mark: ROW, text: row.join(' | ') })),
      ]
    case 'references':
      return [{ depth: 0, mark: '', text: `${lead}${field.items.map(({ words }) => words).join(', ')}.` }]
    case 'quotation': {
      const { lines } = field
      if (lines.length === 1) return [{ depth: 0, mark: '', text: `${lead}“${lines.join('')}”` }]
      return [{ depth: 0, mark: '', text: lead.trimEnd() }, ...lines.map((text) => ({ depth: 1, mark: QUOTED, text }))]
    }
  }
}

/** Marks a line as the author's own. */
const QUOTED = '|'

/** Marks a row of a parameter, a scale or a table. */
const ROW = '–'

/** Puts one line in place of unchanged rows that follow each other, so that a long table shows its changed rows. */
export function foldSameRows(lines: readonly LineChange[]): readonly LineChange[] {
  const folded: LineChange[] = []
  let rows: LineChange[] = []
  const close = () => {
    const [only] = rows
    if (rows.length === 1 && only !== undefined) folded.push(only)
    else if (rows.length > 1)
      folded.push({ kind: 'same', line: { depth: 1, mark: ROW, text: `${rows.length} rows are unchanged` } })
    rows = []
  }
  for (const change of lines) {
    if (change.kind === 'same' && change.line.mark === ROW) rows.push(change)
    else {
      close()
      folded.push(change)
    }
  }
  close()
  return folded
}

function sentenceLines({ clause, parts }: Sentence, lead: string): readonly ReviewLine[] {
  return [
    ...clauseLines(endClause(lead === '' ? capitaliseClause(clause) : clause), 0, '', lead),
    ...parts.flatMap((part, position) => clauseLines(endClause(part), 0, '', `Part ${position + 1}: `)),
  ]
}

function clauseLines(clause: Clause, depth: number, mark: string, lead = ''): readonly ReviewLine[] {
  const lines: ReviewLine[] = []
  if (typeof clause[0] !== 'string') lines.push({ depth, mark, text: lead.trimEnd() })
  clause.forEach((segment, position) => {
    if (typeof segment === 'string')
      lines.push(position === 0 ? { depth, mark, text: lead + segment } : { depth, mark: '', text: segment })
    else
      segment.forEach((item, itemPlace) => {
        lines.push(...clauseLines(item, depth + 1, itemNumber(depth, itemPlace)))
      })
  })
  return lines
}

export type LineChange =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly line: ReviewLine }
  /** `line` is the newer one. */
  | { readonly kind: 'changed'; readonly line: ReviewLine; readonly words: readonly WordPiece[] }

/** Lists changes in reading order. A different item number is not a change, because it follows from earlier items. */
export function lineChanges(before: readonly ReviewLine[], after: readonly ReviewLine[]): readonly LineChange[] {
  const changes = diffArrays([...before], [...after], { comparator: sameLine })
  const lines: LineChange[] = []
  let removed: readonly ReviewLine[] = []
  for (const { value, added, removed: gone } of changes) {
    if (gone) {
      removed = value
      continue
    }
    if (added) lines.push(...pairLines(removed, value))
    else lines.push(...removed.map(removedLine), ...value.map((line): LineChange => ({ kind: 'same', line })))
    removed = []
  }
  return [...lines, ...removed.map(removedLine)]
}

/** Pairs similar lines as changed ones. */
function pairLines(removed: readonly ReviewLine[], added: readonly ReviewLine[]): readonly LineChange[] {
  const lines: LineChange[] = []
  let next = 0
  for (const old of removed) {
    const match = added.findIndex(
      ({ depth, text }, position) =>
        position >= next && depth === old.depth && measureLikeness(old.text, text) >= MIN_LIKENESS,
    )
    const line = added[match]
    if (line === undefined) {
      lines.push(removedLine(old))
      continue
    }
    lines.push(...added.slice(next, match).map(addedLine))
    lines.push({ kind: 'changed', line, words: wordChanges(old.text, line.text) })
    next = match + 1
  }
  return [...lines, ...added.slice(next).map(addedLine)]
}

const MIN_LIKENESS = 0.4

function sameLine(left: ReviewLine, right: ReviewLine): boolean {
  return left.depth === right.depth && left.text === right.text && markKind(left) === markKind(right)
}

function markKind({ mark }: ReviewLine): 'none' | 'quoted' | 'row' | 'numbered' {
  if (mark === '') return 'none'
  return mark === QUOTED ? 'quoted' : mark === ROW ? 'row' : 'numbered'
}

function addedLine(line: ReviewLine): LineChange {
  return { kind: 'added', line }
}

function removedLine(line: ReviewLine): LineChange {
  return { kind: 'removed', line }
}

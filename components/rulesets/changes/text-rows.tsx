'use client'

import clsx from 'clsx'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/controls'
import type { TextLine, TextRow } from './text-changes'
import { StrongWordPieces } from './word-pieces'

/** Rows drawn at first, because a completely changed text would block the page. */
const MAX_ROWS = 2_000

/** Shows the comparison as a table with folded unchanged stretches. */
export function TextRows({ rows, wide }: { readonly rows: readonly TextRow[]; readonly wide: boolean }) {
  const sections = useMemo(() => foldStretches(rows), [rows])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(MAX_ROWS)
  const Row = wide ? SideBySideRow : UnifiedRow
  let left = most
  const shown = sections.flatMap((part) => {
    if (left <= 0) return []
    const open = !part.folded || opened.has(part.start)
    const drawn = open ? part.rows.slice(0, left) : []
    left -= drawn.length
    return [{ part, open, drawn }]
  })
  return (
    <>
      <table className="w-full table-fixed border-collapse rounded-lg border border-line bg-surface font-mono text-sm">
        <caption className="sr-only">
          {wide ? 'Lines before on the left, after on the right' : 'Lines before and after, one below the other'}
        </caption>
        <colgroup>
          <col className="w-12" />
          {wide && <col />}
          <col className="w-12" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            {wide && <th scope="col">Before</th>}
            <th scope="col">Line after</th>
            <th scope="col">{wide ? 'After' : 'Text'}</th>
          </tr>
        </thead>
        {shown.map(({ part, open, drawn }) => (
          <tbody key={part.start}>
            {open ? (
              drawn.map((row) => <Row key={`${row.before?.number ?? ''} ${row.after?.number ?? ''}`} row={row} />)
            ) : (
              <Folded part={part} wide={wide} onOpen={() => setOpened(new Set([...opened, part.start]))} />
            )}
          </tbody>
        ))}
      </table>
      {left <= 0 && (
        <div className="mt-3 text-center">
          <Button onClick={() => setMost(most + MAX_ROWS)}>Show more lines</Button>
        </div>
      )}
    </>
  )
}

function Folded(props: { readonly part: Stretch; readonly wide: boolean; readonly onOpen: () => void }) {
  return (
    <tr>
      <td colSpan={props.wide ? 4 : 3} className="border-y border-line bg-canvas px-2 py-0.5 text-center font-sans">
        <Button look="quiet" onClick={props.onOpen}>
          Show {props.part.rows.length} unchanged lines
        </Button>
      </td>
    </tr>
  )
}

type Side = 'before' | 'after'

/** `labels` are for screen readers; the sign and background are visible. */
const SEEN = {
  before: { ground: 'bg-false-soft', sign: '−', labels: { removed: 'Removed: ', changed: 'Was: ' } },
  after: { ground: 'bg-true-soft', sign: '+', labels: { added: 'Added: ', changed: 'Is: ' } },
} as const

function SideBySideRow({ row }: { readonly row: TextRow }) {
  return (
    <tr data-change={row.kind}>
      {(['before', 'after'] as const).map((side) => [
        <LineNumber key={`${side} number`} line={row[side]} marked={isMarked(row, side)} side={side} />,
        <td
          key={side}
          className={clsx('px-2 align-top', side === 'before' && 'border-r border-line', backgroundOf(row, side))}
        >
          <LineText row={row} side={side} />
        </td>,
      ])}
    </tr>
  )
}

/** Shows the older line above the newer one. */
function UnifiedRow({ row }: { readonly row: TextRow }) {
  const sides: readonly Side[] = row.kind === 'same' ? ['after'] : ['before', 'after']
  return sides.map(
    (side) =>
      row[side] !== null && (
        <tr key={side} data-change={row.kind}>
          <LineNumber
            line={side === 'before' || row.kind === 'same' ? row.before : null}
            marked={isMarked(row, side)}
            side={side}
          />
          <LineNumber
            line={side === 'after' || row.kind === 'same' ? row.after : null}
            marked={isMarked(row, side)}
            side={side}
          />
          <td className={clsx('px-2 align-top', backgroundOf(row, side))}>
            <LineText row={row} side={side} />
          </td>
        </tr>
      ),
  )
}

function LineNumber(props: { readonly line: TextLine | null; readonly marked: boolean; readonly side: Side }) {
  const { line, marked, side } = props
  return (
    <td
      className={clsx(
        'border-r border-line px-1.5 text-right align-top text-xs leading-5 text-ink-faint select-none',
        marked && line !== null && SEEN[side].ground,
      )}
    >
      {line?.number}
    </td>
  )
}

function LineText({ row, side }: { readonly row: TextRow; readonly side: Side }) {
  const line = row[side]
  if (line === null) return null
  const labels: Partial<Record<TextRow['kind'], string>> = SEEN[side].labels
  const text = line.pieces.map((piece) => piece.text).join('')
  return (
    <span className="flex gap-2">
      <span aria-hidden className="w-2 shrink-0 text-ink-soft select-none">
        {isMarked(row, side) && SEEN[side].sign}
      </span>
      <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
        {labels[row.kind] !== undefined && <span className="sr-only">{labels[row.kind]}</span>}
        {row.kind === 'changed' ? <StrongWordPieces pieces={line.pieces} /> : text}
      </span>
    </span>
  )
}

function isMarked(row: TextRow, side: Side): boolean {
  return row.kind !== 'same' && row[side] !== null
}

function backgroundOf(row: TextRow, side: Side): string {
  if (row.kind === 'same') return ''
  return row[side] === null ? 'bg-canvas' : SEEN[side].ground
}

interface Stretch {
  /** Index of its first row. */
  readonly start: number
  readonly rows: readonly TextRow[]
  /** Whether it is unchanged and folded. */
  readonly folded: boolean
}

/** Unchanged rows shown around a change. */
const CONTEXT_ROWS = 3
/** A shorter gap is shown, because the fold's label takes as much room. */
const MIN_FOLDED_ROWS = 4

export function foldStretches(rows: readonly TextRow[]): readonly Stretch[] {
  const shown = rows.map(() => false)
  rows.forEach(({ kind }, position) => {
    if (kind === 'same') return
    for (
      let near = Math.max(0, position - CONTEXT_ROWS);
      near <= Math.min(rows.length - 1, position + CONTEXT_ROWS);
      near++
    )
      shown[near] = true
  })
  const all: Stretch[] = []
  let start = 0
  for (let end = 1; end <= rows.length; end++) {
    if (end < rows.length && shown[end] === shown[start]) continue
    const folded = shown[start] === false && end - start >= MIN_FOLDED_ROWS
    all.push({ start, rows: rows.slice(start, end), folded })
    start = end
  }
  return all
}

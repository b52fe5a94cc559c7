import clsx from 'clsx'
import { placeKey } from '../ui/place-key'
import type { TextLine, TextRow } from './text-changes'
import type { WordPiece } from './word-changes'
import { WordPieces } from './word-pieces'

type Side = 'before' | 'after'

/** The words for a row are heard; its sign and its ground are seen. */
const SEEN = {
  before: { ground: 'bg-false-soft', sign: '−', said: { removed: 'Removed: ', changed: 'Was: ' } },
  after: { ground: 'bg-true-soft', sign: '+', said: { added: 'Added: ', changed: 'Is: ' } },
} as const

/** Both texts beside each other. */
export function SideBySideRow({ row }: { readonly row: TextRow }) {
  return (
    <tr data-change={row.kind}>
      {(['before', 'after'] as const).map((side) => [
        <LineNumber key={`${side} number`} line={row[side]} marked={isMarked(row, side)} side={side} />,
        <td
          key={side}
          className={clsx('px-2 align-top', side === 'before' && 'border-r border-line', ground(row, side))}
        >
          <LineText row={row} side={side} />
        </td>,
      ])}
    </tr>
  )
}

/** The older line above the newer one. */
export function UnifiedRow({ row }: { readonly row: TextRow }) {
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
          <td className={clsx('px-2 align-top', ground(row, side))}>
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
  const said: Partial<Record<TextRow['kind'], string>> = SEEN[side].said
  const text = line.pieces.map((piece) => piece.text).join('')
  return (
    <span className="flex gap-2">
      <span aria-hidden className="w-2 shrink-0 text-ink-soft select-none">
        {isMarked(row, side) && SEEN[side].sign}
      </span>
      <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
        {said[row.kind] !== undefined && <span className="sr-only">{said[row.kind]}</span>}
        {row.kind === 'changed' ? <Words pieces={line.pieces} /> : text}
      </span>
    </span>
  )
}

/** On the ground of a changed line a changed word needs a stronger mark than in running text. */
function Words({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map((piece, place) =>
    piece.kind === 'same' ? (
      <span key={placeKey(place)}>{piece.text}</span>
    ) : (
      <strong key={placeKey(place)} className="font-semibold">
        <WordPieces pieces={[piece]} />
      </strong>
    ),
  )
}

function isMarked(row: TextRow, side: Side): boolean {
  return row.kind !== 'same' && row[side] !== null
}

function ground(row: TextRow, side: Side): string {
  if (row.kind === 'same') return ''
  return row[side] === null ? 'bg-canvas' : SEEN[side].ground
}

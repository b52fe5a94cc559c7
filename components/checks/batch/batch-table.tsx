import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Answer } from '../../../server/api/terms/ruleset-terms'
import { OutcomeMark } from '../../ui/outcome-mark'
import { type BatchAnswers, REFUSED } from './batch-answers'

const ROW_HEIGHT_PX = 36
const HEAD_HEIGHT_PX = 40
/** A wider table is unreadable. The counts and the row details have the rest. */
const MAX_COLUMNS = 40

/** Draws only the visible rows. */
export default function BatchTable(props: {
  readonly answers: BatchAnswers
  readonly rows: Uint32Array
  readonly onRow: (row: number) => void
  /** Answers of the compared revision. */
  readonly before: ((row: number, assertion: number) => Answer | null) | null
}) {
  const { answers, rows, onRow, before } = props
  const frame = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
    paddingStart: HEAD_HEIGHT_PX,
  })
  const shown = answers.assertions.slice(0, MAX_COLUMNS)
  const columns = `6.5rem repeat(${shown.length}, minmax(${before === null ? 8 : 13}rem, 1fr))`
  const hidden = answers.width - shown.length
  return (
    <>
      <section
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Rows of the file"
        className="max-h-[28rem] overflow-auto rounded-lg border border-line bg-surface text-sm"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows that are drawn at their places cannot be a table element */}
        <div
          role="table"
          aria-label="Answers by row"
          aria-rowcount={rows.length + 1}
          className="relative min-w-max"
          style={{
            height: virtual.getTotalSize(),
            width: `max(100%, ${6.5 + (before === null ? 8 : 13) * shown.length}rem)`,
          }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div
            role="row"
            tabIndex={-1}
            aria-rowindex={1}
            className="sticky top-0 z-10 grid items-center border-b border-line bg-canvas font-medium text-ink-soft"
            style={{ gridTemplateColumns: columns, height: HEAD_HEIGHT_PX }}
          >
            <HeaderCell name="Row" />
            {shown.map((name) => (
              <HeaderCell key={name} name={name} />
            ))}
          </div>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index] ?? 0
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={item.key}
                role="row"
                tabIndex={-1}
                aria-rowindex={item.index + 2}
                data-row={row + 1}
                className="absolute top-0 left-0 grid w-full items-center border-b border-line"
                style={{
                  gridTemplateColumns: columns,
                  height: ROW_HEIGHT_PX,
                  transform: `translateY(${item.start}px)`,
                }}
              >
                {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                <div role="cell" className="px-2">
                  <button
                    type="button"
                    onClick={() => onRow(row)}
                    aria-label={`Details of row ${(row + 1).toLocaleString('en')}`}
                    className="rounded-md px-2 py-1 text-accent tabular-nums underline hover:bg-canvas"
                  >
                    {(row + 1).toLocaleString('en')}
                  </button>
                </div>
                {answers.stateOf(row) === REFUSED ? (
                  <RefusedCell reason={answers.reasonOf(row)} columns={shown.length} />
                ) : (
                  shown.map((name, assertion) => {
                    const answer = answers.answer(row, assertion)
                    return (
                      // biome-ignore lint/a11y/useSemanticElements: as above
                      <div key={name} role="cell" className="px-2">
                        {answer !== null && (
                          <ShownAnswer answer={answer} before={before === null ? null : before(row, assertion)} />
                        )}
                      </div>
                    )
                  })
                )}
              </div>
            )
          })}
        </div>
      </section>
      {hidden > 0 && (
        <p className="text-sm text-ink-faint">
          {hidden === 1 ? '1 more assertion is' : `${hidden} more assertions are`} in the counts, in the details of each
          row and in the download.
        </p>
      )}
    </>
  )
}

/** An answer of the table, with the earlier answer if it differs. */
function ShownAnswer({ answer, before }: { readonly answer: Answer; readonly before: Answer | null }) {
  if (before === null || before === answer) return <OutcomeMark outcome={answer} />
  return (
    <span className="flex items-center gap-1">
      <span className="sr-only">before:</span>
      <OutcomeMark outcome={before} />
      <span aria-hidden>→</span>
      <span className="sr-only">now:</span>
      <OutcomeMark outcome={answer} />
    </span>
  )
}

function HeaderCell({ name }: { readonly name: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="columnheader" tabIndex={-1} title={name} className="truncate px-2 font-mono text-xs">
      {name}
    </div>
  )
}

function RefusedCell({ reason, columns }: { readonly reason: string | null; readonly columns: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="cell"
      aria-colspan={columns}
      title={reason ?? undefined}
      className="truncate px-2 text-false"
      style={{ gridColumn: '2 / -1' }}
    >
      Refused{reason === null ? '' : `: ${reason}`}
    </div>
  )
}

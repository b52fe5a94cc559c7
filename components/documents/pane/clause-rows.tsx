import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useEffect, useMemo, useRef } from 'react'
import type { ClauseCoverage, DocumentCoverage } from '../../../server/documents/coverage'
import { Button } from '../../ui/controls'
import { ClauseFacts, ClauseWords } from '../clause-text'
import type { OpenedDocument, ShownClause } from '../document-data'

/** A longer clause is cut here; the page of the document has all of it. */
const MAX_SHOWN_CHARS = 4_000
const ROW_OVERHEAD_PX = 56
const LINE_HEIGHT_PX = 22
/** Characters of a line in the usual width of the pane. */
const LINE_CHARS = 44

interface Props {
  readonly document: OpenedDocument
  /** Null if no text has compiled yet. */
  readonly coverage: DocumentCoverage | null
  /** Labels of the clauses that the cursor is about. */
  readonly current: readonly string[]
  /** Moves the cursor to a rule. */
  readonly onRule: (name: string) => void
  /** Moves the cursor to one of the rules of a clause. */
  readonly onClause: (names: readonly string[]) => void
  /** Null if the reader may not write rules. */
  readonly onAdd: ((clause: ShownClause) => void) | null
}

/** Draws only the visible clauses, so that a long document is as quick as a short one. */
export function ClauseRows(props: Props) {
  const { document, coverage, current } = props
  const { clauses } = document
  const frame = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: clauses.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => {
      const { start = 0, end = 0 } = clauses[index] ?? {}
      const shown = Math.min(end - start, MAX_SHOWN_CHARS)
      return ROW_OVERHEAD_PX + LINE_HEIGHT_PX * Math.max(1, Math.ceil(shown / LINE_CHARS))
    },
    getItemKey: (index) => clauses[index]?.start ?? index,
    overscan: 4,
  })
  const first = clauses.findIndex(({ label }) => current.includes(label))
  const scroll = useRef(virtual.scrollToIndex)
  useEffect(() => {
    scroll.current = virtual.scrollToIndex
  })
  useEffect(() => {
    if (first >= 0) scroll.current(first, { align: 'center' })
  }, [first])
  const missing = useMemo(() => missingByRule(coverage), [coverage])
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={`Clauses of ${document.label}`}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
    >
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const clause = clauses[index]
          return (
            clause !== undefined && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-testid={`pane clause ${clause.label}`}
                aria-setsize={clauses.length}
                aria-posinset={index + 1}
                aria-current={current.includes(clause.label) ? 'true' : undefined}
                className="absolute inset-x-0 top-0 border-b border-l-4 border-b-line border-l-transparent px-3 py-2.5 aria-[current]:border-l-accent aria-[current]:bg-accent-soft"
                style={{ transform: `translateY(${start}px)` }}
              >
                <ClauseRow {...props} clause={clause} covered={coverage?.clauses[index]} missing={missing} />
              </li>
            )
          )
        })}
      </ol>
    </section>
  )
}

interface RowProps extends Props {
  readonly clause: ShownClause
  readonly covered: ClauseCoverage | undefined
  /** Numbers by rule, as the rule has them. */
  readonly missing: ReadonlyMap<string, readonly string[]>
}

function ClauseRow({ document, clause, covered, missing, onRule, onClause, onAdd }: RowProps) {
  const { label, start, end, role } = clause
  const text = document.text.slice(start, end).trimEnd()
  const rules = covered?.rules ?? []
  return (
    <>
      <div className="flex items-start gap-2">
        {rules.length === 0 ? (
          <span className="font-mono text-sm break-all text-ink-soft">{label}</span>
        ) : (
          <button
            type="button"
            aria-label={`Go to the rules of clause ${label}`}
            onClick={() => onClause(rules)}
            // Reaches over the whole clause.
            className="font-mono text-sm break-all text-accent after:absolute after:inset-0 hover:underline"
          >
            {label}
          </button>
        )}
        {onAdd !== null && role === 'text' && (
          <Button
            look="quiet"
            className="relative z-1 ml-auto shrink-0"
            aria-label={`Add a rule for clause ${label}`}
            onClick={() => onAdd(clause)}
          >
            Add a rule
          </Button>
        )}
      </div>
      <p className={clsx('break-words whitespace-pre-wrap', role === 'heading' && 'font-medium')}>
        <ClauseWords text={text.slice(0, MAX_SHOWN_CHARS)} isOpen={covered?.state === 'open'} />
        {text.length > MAX_SHOWN_CHARS && '… (The page of the document has the rest.)'}
      </p>
      <ClauseFacts
        clause={clause}
        coverage={covered}
        rules={
          <ul aria-label={`Rules of clause ${label}`} className="relative z-1 flex flex-wrap gap-1.5">
            {rules.map((name) => (
              <li key={name}>
                <RuleButton name={name} missing={missing.get(name) ?? []} onRule={onRule} />
              </li>
            ))}
          </ul>
        }
      />
    </>
  )
}

function RuleButton(props: {
  readonly name: string
  readonly missing: readonly string[]
  readonly onRule: (name: string) => void
}) {
  const { name, missing, onRule } = props
  return (
    <button
      type="button"
      onClick={() => onRule(name)}
      className={clsx(
        'rounded-sm border px-1.5 py-0.5 text-left text-sm break-all hover:underline',
        missing.length === 0 ? 'border-line bg-surface text-accent' : 'border-warning bg-warning-soft text-ink',
      )}
    >
      <code className="font-mono">{name}</code>
      {missing.length > 0 && `: ${missing.join(', ')} is not in its clauses`}
    </button>
  )
}

function missingByRule(coverage: DocumentCoverage | null): ReadonlyMap<string, readonly string[]> {
  const numbers = new Map<string, readonly string[]>()
  for (const { rule, number } of coverage?.missing ?? []) numbers.set(rule, [...(numbers.get(rule) ?? []), number])
  return numbers
}

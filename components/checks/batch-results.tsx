import { lazy, Suspense, useMemo, useState } from 'react'
import type { RulesetDescription } from '../editor/ruleset-description'
import { Button } from '../ui/button'
import { SkeletonLines } from '../ui/skeleton'
import { ALL_ROWS, type BatchFilter } from './batch-answers'
import { BatchCounts } from './batch-counts'
import { BatchDownload } from './batch-download'
import { rowCount } from './batch-input'
import type { ClaimLiterals } from './claim-literals'
import { RowDialog } from './row-dialog'
import type { BatchRunState } from './use-batch'

// What draws only the rows in sight is loaded with the first results.
const BatchTable = lazy(() => import('./batch-table'))

/** The answers of a batch: counted, filtered, row by row. */
export function BatchResults(props: {
  readonly run: BatchRunState
  readonly description: RulesetDescription
  readonly rulesetName: string
  readonly onOpen: (literals: ClaimLiterals) => void
}) {
  const { run, description, rulesetName, onOpen } = props
  const { answers, parts } = run
  const [filter, setFilter] = useState<BatchFilter>(ALL_ROWS)
  const [row, setRow] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers grow in place; `parts` tells that they did
  const rows = useMemo(() => answers.filtered(filter), [answers, filter, parts])
  return (
    <div className="space-y-4">
      <BatchCounts answers={answers} faces={description.assertions} filter={filter} onFilter={setFilter} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-sm text-ink-soft tabular-nums" data-testid="batch-shown">
          {rowCount(rows.length)}: {filterInWords(filter, answers.assertions)}
        </p>
        {filter.kind !== 'all' && <Button onClick={() => setFilter(ALL_ROWS)}>Show all rows</Button>}
        {run.status === 'ended' && (
          <BatchDownload
            input={run.input}
            answers={answers}
            rows={rows}
            claims={description.claims}
            rulesetName={rulesetName}
          />
        )}
      </div>
      <Suspense fallback={<SkeletonLines what="the table" lines={6} />}>
        <BatchTable answers={answers} rows={rows} onRow={setRow} />
      </Suspense>
      {row !== null && (
        <RowDialog
          key={row}
          row={row}
          run={run}
          description={description}
          onClose={() => setRow(null)}
          onOpen={(literals) => {
            setRow(null)
            onOpen(literals)
          }}
        />
      )}
    </div>
  )
}

function filterInWords(filter: BatchFilter, assertions: readonly string[]): string {
  if (filter.kind === 'all') return 'all that were checked'
  if (filter.kind === 'refused') return 'those that were refused'
  return `those where ${assertions[filter.assertion]} is ${filter.answer}`
}

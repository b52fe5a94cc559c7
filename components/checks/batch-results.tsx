import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { Download } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ANSWERS } from '../../server/api/answer-letters'
import type { AssertionFace, ClaimField, RulesetDescription } from '../editor/ruleset-description'
import { Button } from '../ui/controls'
import { saveFile } from '../ui/download-text'
import { SkeletonLines } from '../ui/page-frame'
import { noteExport } from '../ui/server-calls'
import { Cell, Table } from '../ui/table'
import { type AnswersForm, answersFile } from './answers-file'
import { ALL_ROWS, type BatchAnswers, type BatchFilter } from './batch-answers'
import { type BatchInput, rowCount } from './batch-input'
import type { ClaimLiterals } from './claim-literals'
import { OutcomeMark } from './outcome-mark'
import { AuthorsNote } from './result-row'
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
  const { answers, partCount } = run
  const [filter, setFilter] = useState<BatchFilter>(ALL_ROWS)
  const [row, setRow] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers grow in place; `partCount` changes when they do
  const rows = useMemo(() => answers.filtered(filter), [answers, filter, partCount])
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

/** How many rows have which answer, assertion by assertion; every count is a filter. */
function BatchCounts(props: {
  readonly answers: BatchAnswers
  /** For the authors' notes. */
  readonly faces: readonly Pick<AssertionFace, 'name' | 'note'>[]
  readonly filter: BatchFilter
  readonly onFilter: (filter: BatchFilter) => void
}) {
  const { answers, faces, filter, onFilter } = props
  const notes = new Map(faces.map(({ name, note }) => [name, note]))
  return (
    <>
      <Table
        label="Answers by assertion"
        className="max-h-80 overflow-y-auto"
        columns={[
          { title: 'Assertion', className: 'sticky top-0' },
          ...ANSWERS.map((answer) => ({
            title: <OutcomeMark key={answer} outcome={answer} />,
            isNumber: true,
            className: 'sticky top-0',
          })),
        ]}
      >
        {answers.assertions.map((name, assertion) => (
          <tr key={name}>
            <Cell className="py-1">
              <span className="font-mono text-xs break-all">{name}</span>
              {(notes.get(name)?.length ?? 0) > 0 && (
                <div className="max-w-prose text-sm text-ink-soft">
                  <AuthorsNote lines={notes.get(name) ?? []} />
                </div>
              )}
            </Cell>
            {ANSWERS.map((answer) => {
              const count = answers.count(assertion, answer)
              const isOn = filter.kind === 'answer' && filter.assertion === assertion && filter.answer === answer
              return (
                <Cell key={answer} className="py-1 text-right">
                  <CountButton
                    count={count}
                    isOn={isOn}
                    label={`${rowCount(count)} where ${name} is ${answer}`}
                    onClick={() => onFilter({ kind: 'answer', assertion, answer })}
                  />
                </Cell>
              )
            })}
          </tr>
        ))}
      </Table>
      {answers.refused > 0 && (
        <p className="flex items-center gap-2 text-sm">
          Rows that were refused:
          <CountButton
            count={answers.refused}
            isOn={filter.kind === 'refused'}
            label={`Refused: ${rowCount(answers.refused)}`}
            onClick={() => onFilter({ kind: 'refused' })}
          />
        </p>
      )}
    </>
  )
}

function CountButton(props: {
  readonly count: number
  readonly isOn: boolean
  readonly label: string
  readonly onClick: () => void
}) {
  const { count, isOn, label, onClick } = props
  if (count === 0) return <span className="px-2 text-ink-faint">0</span>
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      onClick={onClick}
      className={clsx(
        'rounded-md px-2 py-0.5 tabular-nums hover:bg-canvas',
        isOn ? 'bg-accent-soft font-medium text-ink' : 'text-accent underline',
      )}
    >
      {count.toLocaleString('en')}
    </button>
  )
}

/** Downloads the rows that are shown, with their answers. */
function BatchDownload(props: {
  readonly input: BatchInput
  readonly answers: BatchAnswers
  readonly rows: Uint32Array
  readonly claims: readonly ClaimField[]
  readonly rulesetName: string
}) {
  const { input, answers, rows, claims, rulesetName } = props
  const make = useMutation({
    mutationFn: async (form: AnswersForm) => {
      await noteExport('batch_result', rulesetName)
      const ending = form === 'csv' ? 'csv' : 'jsonl'
      saveFile(
        `${rulesetName.replaceAll('/', '-')}.answers.${ending}`,
        await answersFile(form, input, answers, rows, claims),
      )
    },
  })
  return (
    <>
      {make.isError && (
        <span role="alert" className="text-sm text-false">
          Not made: {make.error.message}
        </span>
      )}
      <Button disabled={make.isPending || rows.length === 0} onClick={() => make.mutate('csv')}>
        <Download size={14} aria-hidden /> CSV
      </Button>
      <Button disabled={make.isPending || rows.length === 0} onClick={() => make.mutate('json lines')}>
        <Download size={14} aria-hidden /> JSON Lines
      </Button>
    </>
  )
}

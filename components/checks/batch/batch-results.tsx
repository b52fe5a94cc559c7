import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { Download } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ANSWERS } from '../../../server/api/terms/ruleset-terms'
import type { AssertionFace, ClaimField } from '../../editor/ruleset-description'
import { Button } from '../../ui/controls'
import { saveFile } from '../../ui/download-text'
import { OutcomeMark } from '../../ui/outcome-mark'
import { SkeletonLines } from '../../ui/page-frame'
import { noteExport } from '../../ui/server-calls'
import { Cell, Table } from '../../ui/table'
import type { ClaimLiterals } from '../claim-literals'
import { AuthorsNote } from '../result-row'
import { type AnswersForm, answersFile } from './answers-file'
import { ALL_ROWS, type BatchAnswers, type BatchFilter } from './batch-answers'
import { compareBatches } from './batch-comparison'
import { BatchDifferences, type ChosenRows } from './batch-differences'
import { type BatchInput, rowCount } from './batch-input'
import { RowDialog } from './row-dialog'
import type { BatchRunState } from './use-batch'

const BatchTable = lazy(() => import('./batch-table'))

export function BatchResults(props: {
  readonly run: BatchRunState
  readonly rulesetName: string
  readonly onOpen: (literals: ClaimLiterals) => void
}) {
  const { run, rulesetName, onOpen } = props
  const { answers, description, partCount, earlier, status } = run
  const [filter, setFilter] = useState<BatchFilter>(ALL_ROWS)
  const [row, setRow] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers grow in place; `partCount` changes when they do
  const filtered = useMemo(() => answers.filtered(filter), [answers, filter, partCount])
  // Two runs are compared once the second has ended.
  const comparison = useMemo(
    () => (earlier === null || status === 'running' ? null : compareBatches(earlier.answers, answers)),
    [earlier, answers, status],
  )
  const [chosen, setChosen] = useState<ChosenRows | null>(null)
  const ofComparison = comparison === null ? null : chosen
  const rows = ofComparison?.rows ?? filtered
  const choose = (next: BatchFilter) => {
    setChosen(null)
    setFilter(next)
  }
  return (
    <div className="space-y-4">
      {comparison !== null && earlier !== null && (
        <BatchDifferences
          comparison={comparison}
          beforeHash={earlier.rulesetHash}
          chosen={ofComparison}
          onChoose={setChosen}
        />
      )}
      <BatchCounts
        answers={answers}
        faces={description.assertions}
        filter={ofComparison === null ? filter : null}
        onFilter={choose}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-sm text-ink-soft tabular-nums" data-testid="batch-shown">
          {rowCount(rows.length)}: {ofComparison?.words ?? filterInWords(filter, answers.assertions)}
        </p>
        {(ofComparison !== null || filter.kind !== 'all') && (
          <Button onClick={() => choose(ALL_ROWS)}>Show all rows</Button>
        )}
        {run.status === 'ended' && (
          <BatchDownload
            input={run.input}
            answers={answers}
            before={earlier?.answers ?? null}
            rows={rows}
            claims={description.claims}
            rulesetName={rulesetName}
          />
        )}
      </div>
      <Suspense fallback={<SkeletonLines what="the table" lines={6} />}>
        <BatchTable answers={answers} rows={rows} onRow={setRow} before={comparison?.before ?? null} />
      </Suspense>
      {row !== null && (
        <RowDialog
          key={row}
          row={row}
          run={run}
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
  if (filter.kind === 'all') return 'all checked rows'
  if (filter.kind === 'refused') return 'refused rows'
  return `rows where ${assertions[filter.assertion]} is ${filter.answer}`
}

/** Each count is a filter. */
function BatchCounts(props: {
  readonly answers: BatchAnswers
  readonly faces: readonly Pick<AssertionFace, 'name' | 'note'>[]
  /** Null if the rows are selected in another way. */
  readonly filter: BatchFilter | null
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
              const isOn = filter?.kind === 'answer' && filter.assertion === assertion && filter.answer === answer
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
          Refused rows:
          <CountButton
            count={answers.refused}
            isOn={filter?.kind === 'refused'}
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

function BatchDownload(props: {
  readonly input: BatchInput
  readonly answers: BatchAnswers
  readonly before: BatchAnswers | null
  readonly rows: Uint32Array
  readonly claims: readonly ClaimField[]
  readonly rulesetName: string
}) {
  const { input, answers, before, rows, claims, rulesetName } = props
  const make = useMutation({
    mutationFn: async (form: AnswersForm) => {
      await noteExport('batch_result', rulesetName)
      const ending = form === 'csv' ? 'csv' : 'jsonl'
      saveFile(
        `${rulesetName.replaceAll('/', '-')}.answers.${ending}`,
        await answersFile(form, input, { answers, before }, rows, claims),
      )
    },
  })
  return (
    <>
      {make.isError && (
        <span role="alert" className="text-sm text-false">
          Not downloaded: {make.error.message}
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

import { useMutation } from '@tanstack/react-query'
import { Download, FileUp, Play } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button, Tick } from '../../ui/controls'
import { saveFile } from '../../ui/download-text'
import { Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { type ClaimLiterals, readLiterals } from '../claim-literals'
import { RunCounts } from './test-case-results'
import { TestCaseRow } from './test-case-row'
import { useTestCases } from './test-case-runs'

const ImportCasesDialog = lazy(async () => ({
  default: (await import('./import-cases-dialog')).ImportCasesDialog,
}))
const CoveragePanel = lazy(async () => ({ default: (await import('../../meaning/coverage-panel')).CoveragePanel }))

export function TestCasePanel(props: {
  readonly name: string
  readonly hash: string
  readonly assertions: readonly string[]
  readonly onOpen: (literals: ClaimLiterals) => void
}) {
  const { name, hash, onOpen } = props
  const maySave = useMay('save')
  const [failing, setFailing] = useState(false)
  const [table, setTable] = useState<File | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const { list, run, save, remove, bringIn } = useTestCases(name, hash)
  const takeOut = useMutation({
    mutationFn: () => server.testCases.exportText.query({ name }),
    onSuccess: (text) =>
      saveFile(`${name.replaceAll('/', '-')}.test-cases.json`, new Blob([text], { type: 'application/json' })),
  })
  if (list.isPending) return <SkeletonLines what="the test cases" />
  if (list.isError) return <RefusalNotice refusal={refusalOf(list.error)} onRetry={() => void list.refetch()} />
  const cases = list.data
  // A run of another revision says nothing about this one.
  const currentRun = run.data?.hash === hash ? run.data : undefined
  const runs = new Map(currentRun?.cases.map((each) => [each.id, each]))
  const shown = cases.filter(({ id }) => !failing || runs.get(id)?.status !== 'pass')
  const changed = [save.data, remove.data].find((answer) => answer?.kind === 'conflict')
  const trouble = [run, save, remove, bringIn, takeOut].find(({ isError }) => isError)?.error
  const notPassed = currentRun === undefined ? 0 : currentRun.counts.fail + currentRun.counts.error
  const bringInButton = maySave && (
    <Button onClick={() => file.current?.click()} disabled={bringIn.isPending}>
      <FileUp size={14} aria-hidden /> Import…
    </Button>
  )
  return (
    <section aria-label="Test cases" data-testid="test-cases">
      <input
        ref={file}
        type="file"
        accept=".json,.csv,.tsv,application/json,text/csv"
        aria-label="A file with test cases"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen !== undefined && /\.json$/i.test(chosen.name)) void chosen.text().then(bringIn.mutate)
          else setTable(chosen ?? null)
          event.target.value = ''
        }}
      />
      {table !== null && (
        <Suspense fallback={<SkeletonLines what="the file" lines={2} />}>
          <ImportCasesDialog file={table} hash={hash} onImport={bringIn.mutateAsync} onClose={() => setTable(null)} />
        </Suspense>
      )}
      <div className="space-y-3">
        {trouble != null && <RefusalNotice refusal={refusalOf(trouble)} />}
        {changed !== undefined && (
          <Notice kind="warning" title="Another person changed this test case">
            <p>Nothing was saved. The list shows its current state; make your change again if you still want it.</p>
          </Notice>
        )}
        {save.data?.kind === 'title_taken' && (
          <Notice kind="warning">
            Another test case of this ruleset already has this title, so nothing was saved.
          </Notice>
        )}
        {bringIn.data !== undefined && (
          <Notice kind="done">
            {bringIn.data.added} added, {bringIn.data.changed} changed, {bringIn.data.unchanged} unchanged.
          </Notice>
        )}
      </div>
      {cases.length === 0 ? (
        <EmptyState title="No test cases yet" actions={bringInButton}>
          <p>
            Fill in the form and select “Save as test case”. From then on, every save of this ruleset shows whether the
            results are still as expected. You can also import a CSV file: a column “title”, a column for each claim,
            and columns such as “expect:within_limit” with TRUE, FALSE or UNKNOWN.
          </p>
        </EmptyState>
      ) : (
        <>
          <div className="my-3 flex flex-wrap items-center gap-2">
            <Button look="primary" onClick={() => run.mutate()} disabled={run.isPending}>
              <Play size={14} aria-hidden /> {run.isPending ? 'Running…' : `Run all ${cases.length}`}
            </Button>
            <p role="status" className="mr-auto px-1">
              {currentRun !== undefined && <RunCounts counts={currentRun.counts} />}
            </p>
            {notPassed > 0 && (
              <Tick
                label="Only cases that did not pass"
                checked={failing}
                onChange={(event) => setFailing(event.target.checked)}
              />
            )}
            {bringInButton}
            <Button onClick={() => takeOut.mutate()} disabled={takeOut.isPending}>
              <Download size={14} aria-hidden /> Export
            </Button>
          </div>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((testCase) => (
              <TestCaseRow
                key={testCase.id}
                testCase={testCase}
                run={runs.get(testCase.id)}
                assertions={currentRun?.assertions ?? props.assertions}
                busy={save.isPending || remove.isPending}
                onSave={maySave ? (title, expected) => save.mutate({ testCase, title, expected }) : null}
                onRemove={maySave ? () => remove.mutate(testCase) : null}
                onOpen={() => {
                  const read = readLiterals(testCase.claims)
                  if ('literals' in read) onOpen(read.literals)
                }}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense fallback={<SkeletonLines what="the coverage" lines={2} />}>
        <CoveragePanel
          // Measures again for another revision or other cases.
          key={`${hash} ${cases.map(({ id, version }) => `${id}.${version}`).join(' ')}`}
          hash={hash}
          cases={cases}
          onOpen={(claims) => {
            const read = readLiterals(claims)
            if ('literals' in read) onOpen(read.literals)
          }}
        />
      </Suspense>
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { Button } from '../ui/controls'
import { positionKey } from '../ui/lists'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf } from '../ui/server-calls'
import { CoverageBars } from './coverage-bars'
import { type Coverage, countedChanges, type MeasuredCase, measureCases, scoreSentence } from './measured-cases'

/** Measures how many single-place changes of the ruleset its test cases notice. */
export function CoveragePanel(props: {
  readonly hash: string
  readonly cases: readonly MeasuredCase[]
  /** Opens a dictionary (JSON text) in the form for the expected answers. */
  readonly onOpen: (claims: string) => void
}) {
  const { hash, cases, onOpen } = props
  const measure = useMutation({
    mutationFn: () => measureCases(hash, cases),
  })
  return (
    <section aria-labelledby="coverage-heading" className="mt-6 space-y-3" data-testid="coverage">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="coverage-heading" className="text-lg font-semibold">
          Coverage of the test cases
        </h2>
        <Button onClick={() => measure.mutate()} disabled={measure.isPending}>
          <Gauge size={14} aria-hidden /> {measure.isPending ? 'Measuring…' : 'Measure'}
        </Button>
      </div>
      <p className="text-ink-soft">
        The ruleset is changed in one place at a time. A change that no test case notices could be made by mistake and
        go unseen.
      </p>
      {measure.isError && <RefusalNotice refusal={refusalOf(measure.error)} />}
      {measure.data?.ok === false && <RefusalNotice refusal={measure.data.refusal} />}
      {measure.data?.ok && <CoverageView coverage={measure.data.coverage} cases={cases.length} onOpen={onOpen} />}
    </section>
  )
}

function CoverageView(props: {
  readonly coverage: Coverage
  readonly cases: number
  readonly onOpen: (claims: string) => void
}) {
  const { coverage, cases, onOpen } = props
  const { score, survivors, boundary_cases: boundary, open } = coverage
  return (
    <>
      <Notice kind={score.noticed === countedChanges(score) ? 'done' : 'warning'}>
        <p>{scoreSentence(score, cases)}</p>
      </Notice>
      <CoverageBars scores={coverage.by_assertion} />
      {open.map(({ sentence }) => (
        <Notice key={sentence} kind="info">
          <p>{sentence}</p>
        </Notice>
      ))}
      {survivors.length > 0 && (
        <Missing
          title="Changes that no test case notices"
          rows={survivors.map(({ assertion, change, detected_by: witness }) => ({ assertion, words: change, witness }))}
          onOpen={onOpen}
        />
      )}
      {boundary.length > 0 && (
        <Missing
          title="Missing boundary cases"
          rows={boundary.map(({ assertion, why, witness }) => ({ assertion, words: why, witness }))}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

interface MissingRow {
  readonly assertion: string
  readonly words: string
  readonly witness: Coverage['survivors'][number]['detected_by']
}

/** The computed answers are hidden, so that the author first states the expected ones. */
function Missing(props: {
  readonly title: string
  readonly rows: readonly MissingRow[]
  readonly onOpen: (claims: string) => void
}) {
  return (
    <section>
      <h3 className="font-medium">{props.title}</h3>
      <ul className="mt-1 divide-y divide-line rounded-lg border border-line bg-surface">
        {props.rows.map(({ assertion, words, witness }, index) => (
          <li key={positionKey(index)} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="font-mono text-sm">{assertion}</span>: {words}
              <span className="block text-sm text-ink-soft">{witness.sentence}</span>
            </span>
            <Button onClick={() => props.onOpen(JSON.stringify(witness.claims))}>Open in the form</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { RulesetDescription } from '../editor/ruleset-description'
import type { FillForm } from '../meaning/example-choice'
import type { ExplainedCheck } from '../meaning/explain-check'
import { Button } from '../ui/controls'
import { copyToClipboard } from '../ui/copy-to-clipboard'
import { saveFile } from '../ui/download-text'
import { refusalOf } from '../ui/server-calls'
import type { AskEngine, EngineRefusal } from './engine-check'
import { NextQuestionLine } from './next-question-line'
import { ResultCounts, ResultLegend } from './result-counts'
import { type GoToClaim, ResultRow } from './result-row'
import type { ShownResults } from './shown-results'

// Few rulesets report values.
const ReportList = lazy(async () => ({ default: (await import('./report-list')).ReportList }))

export interface EngineTrouble {
  readonly kind: 'unreachable' | 'refused'
  readonly refusal: EngineRefusal | null
  readonly retry: () => void
}

export function ResultList(props: {
  readonly description: RulesetDescription
  /** Null if the dictionary is not acceptable. */
  readonly results: ShownResults | null
  /** By assertion without a result, the label of the claim with an unacceptable value. */
  readonly waiting: ReadonlyMap<string, string>
  readonly values: ReadonlyMap<string, string>
  readonly trouble: EngineTrouble | null
  readonly source: string
  readonly claims: string
  readonly ask: AskEngine
  readonly noteDownload: (() => Promise<void>) | undefined
  readonly explained: ExplainedCheck | null
  /** As in a row. */
  readonly citedBy: string | null | undefined
  readonly onFill: FillForm
  readonly onAnswer: GoToClaim
}) {
  const { description, results, waiting, values, trouble } = props
  return (
    <section aria-labelledby="results-heading" data-testid="results">
      <div className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-1.5">
        <h2 id="results-heading" className="mr-auto scroll-mt-16 font-semibold">
          Results
        </h2>
        {results !== null && waiting.size === 0 && (
          <TakeResult source={props.source} claims={props.claims} ask={props.ask} noteDownload={props.noteDownload} />
        )}
      </div>
      <p aria-live="polite" className="flex flex-wrap gap-1.5 border-b border-line px-4 py-2 text-sm empty:hidden">
        {results !== null && (
          <ResultCounts assertions={description.assertions.length - waiting.size} results={results} />
        )}
      </p>
      {results !== null && waiting.size === 0 && (
        <NextQuestionLine
          claims={description.claims}
          values={values}
          results={results}
          assertions={description.assertions.length}
          explained={props.explained}
          onAnswer={props.onAnswer}
        />
      )}
      {results !== null && results.reports.length > 0 && (
        <Suspense fallback={null}>
          <ReportList description={description} values={results.reports} />
        </Suspense>
      )}
      {trouble !== null && <Trouble trouble={trouble} />}
      {results === null ? (
        <p className="px-4 py-6 text-ink-soft">
          Some values are not acceptable yet. Results appear once every value is unknown or one that its claim can have.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {description.assertions.map((assertion) => {
            const result = results.byAssertion.get(assertion.name) ?? null
            return (
              <ResultRow
                key={assertion.name}
                assertion={assertion}
                result={result}
                waitsFor={waiting.get(assertion.name) ?? null}
                labels={description.labels}
                values={values}
                explained={props.explained}
                citedBy={props.citedBy}
                onFill={props.onFill}
                onAnswer={props.onAnswer}
              />
            )
          })}
        </ul>
      )}
      <ResultLegend />
    </section>
  )
}

function Trouble({ trouble }: { readonly trouble: EngineTrouble }) {
  const { kind, refusal, retry } = trouble
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 bg-warning-soft px-4 py-2.5 text-sm">
      <p className="min-w-0 flex-1">
        {kind === 'unreachable' || refusal === null
          ? 'The engine could not be reached, so some results are missing.'
          : refusal.message}{' '}
        {refusal?.docs && (
          <a href={refusal.docs} className="underline">
            {refusal.code}
          </a>
        )}
      </p>
      <Button onClick={retry}>Try again</Button>
    </div>
  )
}

/** The bytes are not shown, so they cannot be copied by hand. */
const NOT_COPIED = 'Not copied: this browser does not allow it here. Use Download instead.'

/** Exports the server's own bytes, never the browser's results. */
function TakeResult(props: {
  readonly source: string
  readonly claims: string
  readonly ask: AskEngine
  /** Logs a download before it is saved; absent without a signed-in person. */
  readonly noteDownload: (() => Promise<void>) | undefined
}) {
  const { source, claims, ask, noteDownload } = props
  const take = useMutation({
    mutationFn: async (how: 'copied' | 'downloaded') => {
      const body = ask(source, claims).then((answer) => {
        if (!answer.ok) throw new Error(answer.refusal.message)
        return answer.body
      })
      if (how === 'copied') return (await copyToClipboard(body)) === null ? 'Copied' : NOT_COPIED
      const taken = await body
      await noteDownload?.().catch((error: unknown) => {
        throw new Error(refusalOf(error).message)
      })
      saveFile('check-result.json', new Blob([taken], { type: 'application/json' }))
      return 'Downloaded'
    },
  })
  return (
    <span className="flex flex-wrap items-center gap-1 print:hidden">
      <span role="status" className="text-xs text-ink-soft">
        {take.data}
        {take.isError && `Not done: ${take.error.message}`}
      </span>
      <Button
        look="quiet"
        onClick={() => take.mutate('copied')}
        disabled={take.isPending}
        title="The server's results, as JSON"
      >
        <Copy size={14} aria-hidden /> Copy JSON
      </Button>
      <Button
        look="quiet"
        onClick={() => take.mutate('downloaded')}
        disabled={take.isPending}
        title="The server's results, as a file"
      >
        <Download size={14} aria-hidden /> Download
      </Button>
    </span>
  )
}

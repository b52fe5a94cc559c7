import { lazy, Suspense, useMemo, useState } from 'react'
import type { LanguageState } from '../../editor/language-client'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { Button } from '../../ui/controls'
import { PanelSkeleton } from '../../ui/panel-states'
import { ClaimEntry, focusClaim } from '../claim-entry'
import {
  type ClaimLiterals,
  dictionaryText,
  isUndetermined,
  literalOf,
  NO_CLAIMS,
  readLiterals,
} from '../claim-literals'
import { type AskEngine, askEngine, useEngineCheck } from '../engine-check'
import type { ExampleCase } from '../examples'
import { expandLiterals, isAskedField } from '../nested-literals'
import { ResultCounts } from '../result-counts'
import { type EngineTrouble, ResultList } from '../result-list'
import { engineResults, ownResults, type ShownResults, valuesRead, waitingFor, withoutWaiting } from '../shown-results'

const JsonView = lazy(async () => ({ default: (await import('../json-view')).JsonView }))

export function CheckView(props: {
  readonly description: RulesetDescription
  readonly check: LanguageState['check']
  readonly literals: ClaimLiterals
  readonly cases: readonly ExampleCase[]
  readonly onChange: (literals: ClaimLiterals) => void
  /** Anonymous if absent. */
  readonly ask?: AskEngine
  /** Logs the download of a result; absent without a signed-in person. */
  readonly noteDownload?: () => Promise<void>
  /** Whether the namespace has its own converters, which the browser does not know. */
  readonly engineOnly?: boolean
  /** Set for a saved ruleset, whose answers can be explained. */
  readonly savedHash?: string | null
  /** Whether somebody is signed in, who may read the documents. */
  readonly showsClauses?: boolean
}) {
  const { description, check, literals, cases, onChange, ask = askEngine, engineOnly = false, savedHash = null } = props
  const [form, setForm] = useState<'form' | 'json'>('form')
  const claims = description.claims.filter((claim) => isAskedField(claim, literals))
  const dictionary = dictionaryText(claims, literals)
  const acceptable = acceptableText(claims, literals, check)
  const { results, waiting, trouble } = useResults(description, check, acceptable, ask, engineOnly)
  const outcome = check?.outcome ?? null
  const conversions = outcome !== null && 'conversions' in outcome ? outcome.conversions : {}
  const failures = new Map(
    outcome?.status === 'rejected' ? outcome.failures.map((failure) => [failure.field, failure] as const) : [],
  )
  const answered = claims.filter((claim) => !isUndetermined(claim, literalOf(claim, literals))).length
  const [filled, setFilled] = useState<{ readonly former: ClaimLiterals; readonly words: string } | null>(null)
  const replace = (next: ClaimLiterals) => {
    setFilled(null)
    onChange(next)
  }
  const fill = (text: string, words: string) => {
    const read = readLiterals(text)
    if ('problem' in read) return
    onChange(read.literals)
    setFilled({ former: literals, words })
  }
  const change = (name: string, literal: string | undefined) => {
    const { [name]: _former, ...others } = expandLiterals(literals)
    replace(literal === undefined ? others : { ...others, [name]: literal })
  }
  const answer = (name: string) => {
    setForm('form')
    requestAnimationFrame(() => focusClaim(name))
  }
  return (
    <div className="@container h-full">
      <div className="@2xl:grid @2xl:h-full @2xl:grid-cols-2">
        <section
          aria-labelledby="answers-heading"
          className="min-w-0 border-line @2xl:min-h-0 @2xl:overflow-y-auto @2xl:border-r"
        >
          <div className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-4 py-1.5">
            <h2 id="answers-heading" className="font-semibold">
              Facts
            </h2>
            <span className="mr-auto text-sm text-ink-faint tabular-nums">
              {answered} of {claims.length} known
            </span>
            <Button look="quiet" onClick={() => replace(NO_CLAIMS)} disabled={answered === 0}>
              Clear
            </Button>
            <Button
              look="quiet"
              aria-pressed={form === 'json'}
              onClick={() => setForm(form === 'json' ? 'form' : 'json')}
            >
              {form === 'json' ? 'Form' : 'JSON'}
            </Button>
          </div>
          {cases.length > 0 && <CasePicker cases={cases} onPick={replace} />}
          {filled !== null && (
            <p role="status" className="flex items-start gap-2 bg-accent-soft px-4 py-2 text-sm">
              <span className="min-w-0 flex-1">An example is filled in: {filled.words}.</span>
              <Button look="quiet" onClick={() => replace(filled.former)}>
                Undo
              </Button>
            </p>
          )}
          {outcome?.status === 'over budget' && (
            <p role="alert" className="bg-warning-soft px-4 py-2 text-sm">
              A value exceeds the budget {outcome.budget}: {outcome.actual}, and {outcome.limit} are allowed.
            </p>
          )}
          {form === 'json' ? (
            <Suspense fallback={<PanelSkeleton />}>
              <JsonView text={dictionary} onChange={replace} />
            </Suspense>
          ) : (
            <ul className="divide-y divide-line" data-testid="claim-form">
              {claims.map((claim) => (
                <ClaimEntry
                  key={claim.name}
                  claim={claim}
                  literal={isUndetermined(claim, literalOf(claim, literals)) ? undefined : literalOf(claim, literals)}
                  failure={failures.get(claim.name)}
                  conversion={conversions[claim.name]}
                  onChange={(literal) => change(claim.name, literal)}
                />
              ))}
            </ul>
          )}
        </section>
        <div className="min-w-0 border-t border-line @2xl:min-h-0 @2xl:overflow-y-auto @2xl:border-t-0">
          <ResultList
            description={description}
            results={results}
            waiting={waiting}
            values={valuesRead(claims, literals, conversions)}
            trouble={trouble}
            source={check?.source ?? ''}
            claims={check?.claims ?? '{}'}
            ask={ask}
            noteDownload={props.noteDownload}
            onFill={fill}
            onAnswer={answer}
            citedBy={props.showsClauses ? savedHash : undefined}
            explained={savedHash === null ? null : { hash: savedHash, unitLibraryHash: null, claims: acceptable }}
          />
        </div>
      </div>
      {results !== null && (
        <a
          href="#results-heading"
          className="sticky bottom-0 z-10 flex flex-wrap items-center gap-1.5 border-t border-line bg-raised px-4 py-2 text-sm @2xl:hidden"
        >
          <ResultCounts assertions={description.assertions.length - waiting.size} results={results} />
          <span className="ml-auto text-accent">Results</span>
        </a>
      )}
    </div>
  )
}

function CasePicker(props: {
  readonly cases: readonly ExampleCase[]
  readonly onPick: (literals: ClaimLiterals) => void
}) {
  return (
    <div className="flex items-center gap-2 border-b border-line px-4 py-2">
      <label htmlFor="example-case" className="shrink-0 text-sm text-ink-soft">
        Fill in
      </label>
      <select
        id="example-case"
        value=""
        onChange={(event) => {
          const picked = props.cases.find(({ name }) => name === event.target.value)
          if (picked !== undefined) props.onPick(picked.claims)
        }}
        className="h-8 w-full min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 text-sm"
      >
        <option value="">example facts</option>
        {props.cases.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Combines the browser's results with the engine's. */
function useResults(
  description: RulesetDescription,
  check: LanguageState['check'],
  claims: string,
  ask: AskEngine,
  engineOnly: boolean,
): {
  readonly results: ShownResults | null
  /** By assertion, its first claim with an unacceptable value. */
  readonly waiting: ReadonlyMap<string, string>
  readonly trouble: EngineTrouble | null
} {
  const outcome = check?.outcome
  const checked = outcome?.status === 'checked' ? outcome : outcome?.status === 'rejected' ? outcome.rest : null
  const refused = outcome?.status === 'rejected' ? outcome.failures.map(({ field }) => field) : NO_FIELDS
  const waiting = waitingFor(description, refused)
  const needed =
    checked !== null &&
    checked !== undefined &&
    description.assertions.some(
      ({ name }, position) => !waiting.has(name) && (engineOnly || checked.results[position] === null),
    )
  const source = check?.source ?? ''
  const question = useMemo(() => (needed ? { source, claims } : null), [needed, source, claims])
  const engine = useEngineCheck(question, ask)
  if (checked === null || checked === undefined) return { results: null, waiting, trouble: null }
  const known = engineOnly ? [] : checked.results
  const own = withoutWaiting(waiting, ownResults(description.assertions, known, checked.definitions, checked))
  if (!needed) return { results: own, waiting, trouble: null }
  const retry = () => void engine.refetch()
  if (engine.isError) return { results: own, waiting, trouble: { kind: 'unreachable', refusal: null, retry } }
  if (engine.data === undefined) return { results: own, waiting, trouble: null }
  if (!engine.data.ok)
    return { results: own, waiting, trouble: { kind: 'refused', refusal: engine.data.refusal, retry } }
  return { results: withoutWaiting(waiting, engineResults(engine.data.result)), waiting, trouble: null }
}

const NO_FIELDS: readonly string[] = []

/** Returns the dictionary of the check without its unacceptable values. */
function acceptableText(
  claims: RulesetDescription['claims'],
  literals: ClaimLiterals,
  check: LanguageState['check'],
): string {
  if (check === null) return '{}'
  if (check.outcome.status !== 'rejected') return check.claims
  const refused = new Set(check.outcome.failures.map(({ field }) => field))
  return dictionaryText(
    claims,
    Object.fromEntries(Object.entries(expandLiterals(literals)).filter(([name]) => !refused.has(name))),
  )
}

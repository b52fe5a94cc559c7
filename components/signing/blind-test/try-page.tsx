'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { SCENARIO_ANSWERS, type ScenarioAnswer } from '../../../server/api/terms/blind-test-terms'
import { Button } from '../../ui/controls'
import { positionKey } from '../../ui/lists'
import { Notice, RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { type BlindSheet, BlindTestResults, blindTestsQuery, ScenarioFacts } from '../blind-test-section'
import { ClausesOfRule } from '../clauses-of-rule'
import { approvePath } from '../sheet'
import { ANSWER_WORDS, agreementWords, tryWords } from '../signed-blind-tests'

const HASH = /^[0-9a-f]{64}$/

/** Asks a reviewer about scenarios, and shows the answers of the ruleset afterwards. */
export function TryPage({ hash }: { readonly hash: string }) {
  const [testId, setTestId] = useState<string | null>(null)
  const maySign = useMay('sign')
  const known = HASH.test(hash)
  const { data, error, refetch } = useQuery({
    queryKey: ['blind-test', hash],
    queryFn: ({ signal }) => server.blindTests.scenarios.query({ hash }, { signal }),
    enabled: known && maySign && testId === null,
    // The scenarios and their answers belong together.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const refusal = error === null ? null : refusalOf(error)
  const page = { title: 'Try it yourself', above: { href: approvePath(hash), title: 'Review and sign' } }
  if (!maySign) return <NoPermission page={page} needs="do a blind test" roles={['reviewer']} />
  return (
    <>
      <PageHeader {...page}>
        {testId === null
          ? 'Say for each case whether it meets the rule, as you understand the policy. The answers of the ruleset are shown afterwards.'
          : 'Your answers are stored. If the ruleset answers a case differently, say what the policy means.'}
      </PageHeader>
      {!known || refusal?.code === 'RULESET_NOT_FOUND' ? (
        <EmptyState title="No ruleset with this hash in this namespace">
          <p>Check the address, or open it from the page where the ruleset is signed.</p>
        </EmptyState>
      ) : testId !== null ? (
        <OwnResult hash={hash} testId={testId} />
      ) : refusal !== null ? (
        <RefusalNotice refusal={refusal} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonLines lines={12} what="the scenarios" />
      ) : data.barred !== null ? (
        <Notice kind="info">
          <p>{data.barred}</p>
        </Notice>
      ) : (
        <ScenarioForm hash={hash} sheet={data} onDone={setTestId} />
      )}
    </>
  )
}

function ScenarioForm(props: {
  readonly hash: string
  readonly sheet: BlindSheet
  readonly onDone: (testId: string) => void
}) {
  const { hash, sheet, onDone } = props
  const { scenarios, digest, number, citations } = sheet
  const queries = useQueryClient()
  const id = useId()
  const [reply, setSaid] = useState<readonly (ScenarioAnswer | null)[]>(scenarios.map(() => null))
  const [isTried, setTried] = useState(false)
  const open = reply.filter((answer) => answer === null).length
  const answering = useMutation({
    mutationFn: (answers: ScenarioAnswer[]) => server.blindTests.answer.mutate({ hash, digest, number, answers }),
    onSuccess: async ({ testId }) => {
      await queries.invalidateQueries({ queryKey: ['blind-tests'] })
      onDone(testId)
      window.scrollTo({ top: 0 })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const answers = reply.flatMap((answer) => answer ?? [])
    if (answers.length < scenarios.length)
      document.getElementById(`${id}-${reply.indexOf(null)}-${SCENARIO_ANSWERS[0]}`)?.focus()
    else if (!answering.isPending) answering.mutate(answers)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {number > 1 && (
        <Notice kind="info">
          <p>You did this test before. This is stored as {tryWords(number)}; your earlier answers stay.</p>
        </Notice>
      )}
      {scenarios.map(({ assertion, title, facts }, place) => (
        <fieldset key={positionKey(place)} className="rounded-lg border border-line bg-surface p-4">
          <legend className="px-1 text-sm text-ink-faint">
            Scenario {place + 1} of {scenarios.length}
          </legend>
          <h2 className="font-semibold break-words">{title}</h2>
          {citations !== null && <ClausesOfRule citations={citations} rule={assertion} />}
          <ScenarioFacts facts={facts} />
          <p className="mt-3 font-medium">Does this case meet the rule “{title}”?</p>
          <div className="mt-1 flex flex-col gap-1 sm:flex-row sm:flex-wrap sm:gap-x-6">
            {SCENARIO_ANSWERS.map((answer) => (
              <label key={answer} className="flex min-h-8 items-center gap-2">
                <input
                  type="radio"
                  id={`${id}-${place}-${answer}`}
                  name={`${id}-${place}`}
                  checked={reply[place] === answer}
                  onChange={() => setSaid(reply.with(place, answer))}
                  className="size-4 shrink-0 accent-(--accent)"
                />
                {ANSWER_WORDS[answer]}
              </label>
            ))}
          </div>
          {isTried && reply[place] === null && (
            <p role="alert" className="mt-1 text-sm text-false">
              Choose an answer. “Cannot tell” is one.
            </p>
          )}
        </fieldset>
      ))}
      {answering.error !== null && <RefusalNotice refusal={refusalOf(answering.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" aria-busy={answering.isPending} className="h-9 px-4">
          {answering.isPending ? 'Storing your answers…' : 'Store my answers and show the ruleset’s'}
        </Button>
        <span aria-live="polite" className="text-sm text-ink-soft">
          {open === 0 ? 'Every scenario has an answer.' : `${open} without an answer.`}
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        Your answers are stored with your name, and statements that are signed later contain them. They cannot be
        changed.
      </p>
    </form>
  )
}

function OwnResult({ hash, testId }: { readonly hash: string; readonly testId: string }) {
  const { namespace, person } = useViewer()
  const { data, error, refetch } = useQuery(blindTestsQuery(namespace.id, person.id, hash))
  const result = data?.results.find(({ id }) => id === testId)
  if (error !== null) return <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />
  if (result === undefined) return <SkeletonLines lines={12} what="your answers" />
  return (
    <div className="flex flex-col gap-4" data-testid="own-blind-test">
      <Notice kind={result.agreed === result.scenarioCount ? 'done' : 'info'}>
        <p>
          {result.by} {agreementWords(result)}.
        </p>
      </Notice>
      <h2 className="text-xl font-semibold">Your answers and those of the ruleset</h2>
      <BlindTestResults result={result} />
    </div>
  )
}

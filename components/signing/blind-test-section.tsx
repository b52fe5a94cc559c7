'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import Link from 'next/link'
import { useState } from 'react'
import { MAX_BLIND_COMMENT_CHARS, type ScenarioFact } from '../../server/api/terms/blind-test-terms'
import type { AppRouter } from '../../server/http/trpc/router'
import { Button, Field, LongEntry } from '../ui/controls'
import { positionKey } from '../ui/lists'
import { Badge, Notice, RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { useMay, useViewer } from '../ui/shell/viewer'
import { UtcTime } from './facts'
import { approvePath } from './sheet'
import { ANSWER_WORDS, agreementWords, differenceWords, tryWords } from './signed-blind-tests'

type Outputs = inferRouterOutputs<AppRouter>['blindTests']

export type BlindSheet = Outputs['scenarios']
export type BlindResult = Outputs['list']['results'][number]
export type Answered = NonNullable<BlindResult['scenarios']>[number]

export function tryPath(hash: string): string {
  return `${approvePath(hash)}/try`
}

/** @param personId because another person sees more or less of the results */
export function blindTestsQuery(namespaceId: string, personId: string, hash: string) {
  return {
    queryKey: ['blind-tests', namespaceId, personId, hash],
    queryFn: () => server.blindTests.list.query({ hash }),
    refetchOnWindowFocus: false,
  }
}

/** Blind tests of a revision, and the link to do one. */
export function BlindTestSection({ hash }: { readonly hash: string }) {
  const { namespace, person } = useViewer()
  const mayRead = useMay('read')
  const { data, error, isLoading, refetch } = useQuery({
    ...blindTestsQuery(namespace.id, person.id, hash),
    enabled: mayRead,
  })
  return (
    <section id="blind-test" aria-labelledby="blind-test-title" className="scroll-mt-16" data-testid="blind-test">
      <h2 id="blind-test-title" className="mb-2 text-xl font-semibold">
        Blind test
      </h2>
      {isLoading && <SkeletonLines what="the blind tests" lines={2} />}
      {error !== null && <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <div className="flex flex-col gap-3">
          {data.results.length === 0 && <p className="text-ink-soft">Nobody did the blind test of this revision.</p>}
          {data.results.length > 0 && (
            <ul className="flex flex-col gap-2">
              {data.results.map((result) => (
                <li key={result.id}>
                  <ResultLine result={result} />
                </li>
              ))}
            </ul>
          )}
          {data.isDemanded && !data.isDone && (
            <Notice kind="warning">
              <p>In this namespace an approval needs a blind test of a reviewer who is not an author.</p>
            </Notice>
          )}
          {data.mayTry && (
            <p className="print:hidden">
              <Link href={tryPath(hash)} prefetch={false} className="text-accent underline">
                {data.results.some(({ mine }) => mine) ? 'Try it again' : 'Try it yourself'}
              </Link>{' '}
              <span className="text-ink-soft">
                before you read the rules: say for some cases whether they meet a rule, then see what the ruleset
                answers.
              </span>
            </p>
          )}
        </div>
      )}
    </section>
  )
}

function ResultLine({ result }: { readonly result: BlindResult }) {
  const { by, mine, number, doneAt, uncounted, scenarios } = result
  const words = `${mine ? `${by} (you)` : by} ${agreementWords(result)}`
  return (
    <>
      <p className="break-words">
        {words}, {tryWords(number)}, <UtcTime at={doneAt} />
      </p>
      {scenarios?.map(
        ({ title, reply, answer, comment }, place) =>
          reply !== answer && (
            <p key={positionKey(place)} className="text-sm break-words">
              {place + 1}. {title}: {differenceWords({ reply, answer, comment })}
            </p>
          ),
      )}
      {uncounted !== null && <p className="text-sm text-warning">It does not count. {uncounted}</p>}
      {scenarios === null ? (
        <p className="text-sm text-ink-faint">You see the scenarios after you have done the test yourself.</p>
      ) : (
        <details className="mt-1 print:hidden">
          <summary className="cursor-pointer text-sm text-accent">
            Scenarios and answers of {by}, try {number}
          </summary>
          <div className="mt-2">
            <BlindTestResults result={result} />
          </div>
        </details>
      )}
    </>
  )
}

/** Shows the answers of a person next to those of the ruleset. */
export function BlindTestResults({ result }: { readonly result: BlindResult }) {
  const { scenarios } = result
  if (scenarios === null) return null
  return (
    <ol className="flex flex-col gap-4">
      {scenarios.map((scenario, place) => (
        <li key={positionKey(place)} className="rounded-lg border border-line bg-surface p-4">
          <ComparedScenario result={result} scenario={scenario} place={place} />
        </li>
      ))}
    </ol>
  )
}

function ComparedScenario(props: {
  readonly result: BlindResult
  readonly scenario: Answered
  readonly place: number
}) {
  const { result, scenario, place } = props
  const { title, facts, reply, answer, comment } = scenario
  const isSame = reply === answer
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-semibold break-words">
        {place + 1}. {title}
        <Badge tone={isSame ? 'good' : 'warning'}>{isSame ? 'Same answer' : 'Different answers'}</Badge>
      </h3>
      <ScenarioFacts facts={facts} />
      <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-faint">{result.mine ? 'You' : result.by}</dt>
          <dd>{ANSWER_WORDS[reply]}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-faint">The ruleset</dt>
          <dd>{ANSWER_WORDS[answer]}</dd>
        </div>
      </dl>
      {comment !== null && <p className="mt-3 break-words whitespace-pre-line">“{comment}”</p>}
      {!isSame && comment === null && result.mine && <DifferenceForm testId={result.id} scenario={place} />}
    </>
  )
}

function DifferenceForm({ testId, scenario }: { readonly testId: string; readonly scenario: number }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const commenting = useMutation({
    mutationFn: () => server.blindTests.comment.mutate({ testId, scenario, text }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['blind-tests'] }),
  })
  return (
    <form
      className="mt-3 flex flex-col gap-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !commenting.isPending) commenting.mutate()
      }}
    >
      <Field
        label={`Comment on scenario ${scenario + 1} (optional)`}
        hint="Say what the policy means here. It cannot be changed later, and it is part of what is signed."
      >
        {(bound) => (
          <LongEntry
            {...bound}
            rows={2}
            maxLength={MAX_BLIND_COMMENT_CHARS}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {commenting.error !== null && <RefusalNotice refusal={refusalOf(commenting.error)} />}
      <div>
        <Button type="submit" disabled={text.trim() === '' || commenting.isPending}>
          Add the comment
        </Button>
      </div>
    </form>
  )
}

/** The claims of a scenario, as questions with their values. */
export function ScenarioFacts({ facts }: { readonly facts: readonly ScenarioFact[] }) {
  // Entries of a list have the same question.
  const questions = new Map<string, number>()
  for (const { question } of facts) questions.set(question, (questions.get(question) ?? 0) + 1)
  return (
    <dl className="mt-2 divide-y divide-line">
      {facts.map(({ name, question, value }) => (
        <div key={name} className="grid grid-cols-1 gap-x-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
          <dt className="min-w-0 break-words text-ink-soft">
            {question}
            {(questions.get(question) ?? 0) > 1 && <span className="text-ink-faint"> ({name})</span>}
          </dt>
          <dd className="min-w-0 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

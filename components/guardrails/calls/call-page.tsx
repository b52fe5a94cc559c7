'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { Button, Choice, Field, LongEntry } from '../../ui/controls'
import { HashText } from '../../ui/copy-text'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server, statusOf } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import {
  callKey,
  callsKey,
  GRANT_MINUTES,
  MAX_REASON_CHARACTERS,
  type OpenCall,
  POLL_INTERVAL_MS,
  STATE_WORDS,
} from './waiting-call'
import { callCountKey } from './waiting-calls-line'

export function CallPage({ id }: { readonly id: string }) {
  const call = useQuery({
    queryKey: callKey(id),
    queryFn: () => server.calls.one.query({ id }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'granted' ? POLL_INTERVAL_MS : false,
  })
  if (call.isPending) return <SkeletonLines what="the call" lines={8} />
  if (call.data === undefined)
    return statusOf(call.error) === 404 ? (
      <EmptyState title="This call does not exist">
        <p>It may belong to another namespace.</p>
      </EmptyState>
    ) : (
      <RefusalNotice refusal={refusalOf(call.error)} onRetry={() => void call.refetch()} />
    )
  const { tool, server: name, askedBy, askedAt, guardId, guardName } = call.data
  return (
    <>
      <PageHeader title={`May ${tool} be called?`} above={{ href: '/calls', title: 'Calls' }}>
        <p className="break-words">
          A tool of {name}. Asked by {askedBy}, <TimeText at={askedAt} />.
        </p>
        <p className="text-sm break-words">
          Decided by the guard{' '}
          <Link href={`/tool-guards/${guardId}`} className="text-accent underline">
            {guardName}
          </Link>
          .
        </p>
      </PageHeader>
      <Content call={call.data} />
      {call.data.state === 'waiting' ? <Answer call={call.data} /> : <Given call={call.data} />}
    </>
  )
}

function Content({ call }: { readonly call: OpenCall }) {
  const { arguments: values, refusal, guardDigest } = readContent(call.content)
  return (
    <div className="flex flex-col gap-5">
      <Part title="Arguments">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with keys
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-md border border-line bg-surface px-3 py-2 text-sm break-words whitespace-pre-wrap"
        >
          {values}
        </pre>
      </Part>
      <Part title="The rule that is open">
        <p className="break-words">{refusal.sentence}</p>
        {refusal.clauses.length > 0 && (
          <p className="mt-1 text-sm text-ink-soft">
            {refusal.clauses.map(({ document, clause }) => `${document} ${clause}`).join(', ')}
          </p>
        )}
      </Part>
      <Part title="What is known">
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {refusal.facts.map(({ claim, value, isPrivate }) => {
            const missing = refusal.unknown.find((each) => each.claim === claim)
            return (
              <div key={claim} className="contents">
                <dt className="font-mono text-sm break-all text-ink-soft">{claim}</dt>
                <dd className="break-words">
                  {missing !== undefined
                    ? `Unknown: ${missing.why}.`
                    : isPrivate
                      ? 'Looked up; the guard does not show it.'
                      : typeof value === 'string'
                        ? value
                        : JSON.stringify(value)}
                </dd>
              </div>
            )
          })}
        </dl>
      </Part>
      {guardDigest !== undefined && (
        <Part title="The guard that a reviewer confirmed">
          <HashText hash={guardDigest} what="digest of the guard" />
        </Part>
      )}
    </div>
  )
}

/** Loads everything that an answer changes. */
function useReloading(id: string): () => Promise<unknown> {
  const { namespace } = useViewer()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: callKey(id) }),
      queries.invalidateQueries({ queryKey: callsKey(namespace.id, 'waiting') }),
      queries.invalidateQueries({ queryKey: callsKey(namespace.id, 'over') }),
      queries.invalidateQueries({ queryKey: callCountKey(namespace.id) }),
    ])
}

function Answer({ call }: { readonly call: OpenCall }) {
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState<number>(GRANT_MINUTES[0][0])
  const again = useReloading(call.id)
  const answer = useMutation({
    mutationFn: (isGranted: boolean) =>
      server.calls.answer.mutate({ id: call.id, isGranted, reason: reason.trim(), minutes }),
    onSuccess: again,
    // If another reviewer answered first, shows that answer.
    onError: (error) => (statusOf(error) === 409 ? again() : undefined),
  })
  const give = (isGranted: boolean) => !answer.isPending && answer.mutate(isGranted)
  if (!call.mayRefuse)
    return <p className="mt-6 border-t border-line pt-4 text-ink-soft">{call.mayNotGrant ?? 'You may not answer.'}</p>
  return (
    <form className="mt-6 flex flex-col gap-4 border-t border-line pt-4" onSubmit={(event) => event.preventDefault()}>
      <Field label="Reason (optional)" hint="The program that asked can read it. It is stored with your name.">
        {(bound) => (
          <LongEntry
            {...bound}
            rows={3}
            maxLength={MAX_REASON_CHARACTERS}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Field label="A grant can be used for">
        {(bound) => (
          <Choice {...bound} value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
            {GRANT_MINUTES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {call.mayNotGrant !== null && <p className="text-sm text-ink-soft">{call.mayNotGrant}</p>}
      {answer.error !== null && <RefusalNotice refusal={refusalOf(answer.error)} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="button"
          look="primary"
          className="h-11 flex-1 basis-40 px-4"
          disabled={call.mayNotGrant !== null}
          aria-busy={answer.isPending}
          onClick={() => give(true)}
        >
          Grant this call once
        </Button>
        <Button
          type="button"
          className="h-11 flex-1 basis-40 px-4"
          aria-busy={answer.isPending}
          onClick={() => give(false)}
        >
          Refuse
        </Button>
      </div>
      <p className="text-sm text-ink-faint">
        The call waits until <TimeText at={call.waitsUntil} />. A grant is for exactly these arguments and is used once.
      </p>
    </form>
  )
}

function Given({ call }: { readonly call: OpenCall }) {
  const { state, answeredBy, answeredAt, reason, usedAt, expiresAt, takenBackBy, takenBackAt } = call
  return (
    <section aria-label="Answer" className="mt-6 flex flex-col gap-1 border-t border-line pt-4">
      <p className="font-medium">{STATE_WORDS[state]}</p>
      {answeredBy !== null && answeredAt !== null && (
        <p className="break-words text-ink-soft">
          {answeredBy}, <TimeText at={answeredAt} />
        </p>
      )}
      {reason !== null && <p className="break-words whitespace-pre-wrap">{reason}</p>}
      {usedAt !== null && (
        <p className="text-sm text-ink-soft">
          Used <TimeText at={usedAt} />
        </p>
      )}
      {state === 'granted' && expiresAt !== null && (
        <p className="text-sm text-ink-soft">
          Can be used until <TimeText at={expiresAt} />, as long as its grantor may grant calls.
        </p>
      )}
      {takenBackBy !== null && takenBackAt !== null && (
        <p className="text-sm break-words text-ink-soft">
          Taken back by {takenBackBy}, <TimeText at={takenBackAt} />
        </p>
      )}
      {call.mayTakeBack && <TakeBack id={call.id} />}
    </section>
  )
}

function TakeBack({ id }: { readonly id: string }) {
  const again = useReloading(id)
  const taking = useMutation({
    mutationFn: () => server.calls.takeBack.mutate({ id }),
    onSuccess: again,
    // If the grant was used meanwhile, shows that.
    onError: (error) => (statusOf(error) === 409 ? again() : undefined),
  })
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      {taking.error !== null && <RefusalNotice refusal={refusalOf(taking.error)} />}
      <Button
        type="button"
        className="h-11 px-4"
        aria-busy={taking.isPending}
        onClick={() => !taking.isPending && taking.mutate()}
      >
        Take back
      </Button>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-sm font-medium text-ink-soft">{title}</h2>
      {children}
    </section>
  )
}

const content = z.object({
  /** JSON exactly as sent, because JavaScript rounds long numbers. */
  arguments: z.string(),
  refusal: z.object({
    assertion: z.string().nullable(),
    sentence: z.string(),
    clauses: z.array(z.object({ document: z.string(), clause: z.string() })),
    facts: z.array(z.object({ claim: z.string(), value: z.unknown(), isPrivate: z.boolean() })),
    unknown: z.array(z.object({ claim: z.string(), why: z.string() })),
  }),
  /** Absent in calls of earlier releases. */
  guardDigest: z.string().optional(),
})

function readContent(text: string): z.output<typeof content> {
  return content.parse(JSON.parse(text))
}

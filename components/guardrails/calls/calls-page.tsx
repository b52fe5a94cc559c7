'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, partLook, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { type CallListState, callsKey, POLL_INTERVAL_MS, STATE_WORDS } from './waiting-call'

const TABS: readonly { readonly state: CallListState; readonly title: string; readonly empty: string }[] = [
  { state: 'waiting', title: 'Waiting', empty: 'Calls that a guard leaves to a person appear here.' },
  { state: 'over', title: 'Answered', empty: 'Calls that were answered, or waited too long, stay here.' },
]

export function CallsPage() {
  const [state, setState] = useState<CallListState>('waiting')
  if (!useMay('read_guardrails'))
    return <NoPermission page={{ title: 'Calls' }} needs="see calls of tools" roles={['author', 'reviewer']} />
  return (
    <>
      <PageHeader title="Calls">
        <p>Programs want to make these calls of tools. No rule forbids them, but a rule could not be decided.</p>
      </PageHeader>
      <nav aria-label="Calls to show" className="mb-4 flex border-b border-line">
        {TABS.map((tab) => (
          <button
            key={tab.state}
            type="button"
            aria-current={tab.state === state ? 'page' : undefined}
            onClick={() => setState(tab.state)}
            className={`h-10 ${partLook(tab.state === state)}`}
          >
            {tab.title}
          </button>
        ))}
      </nav>
      <CallList key={state} state={state} />
    </>
  )
}

function CallList({ state }: { readonly state: CallListState }) {
  const { namespace } = useViewer()
  const page = useInfiniteQuery({
    queryKey: callsKey(namespace.id, state),
    queryFn: ({ pageParam }) => server.calls.list.query({ state, cursor: pageParam, limit: 50 }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: POLL_INTERVAL_MS,
  })
  if (page.isPending) return <SkeletonLines what="the calls" lines={6} />
  if (page.data === undefined)
    return <RefusalNotice refusal={refusalOf(page.error)} onRetry={() => void page.refetch()} />
  const calls = page.data.pages.flatMap(({ items }) => items)
  if (calls.length === 0)
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState title={state === 'waiting' ? 'Nothing is waiting' : 'Nothing was answered yet'}>
          <p>{TABS.find((tab) => tab.state === state)?.empty}</p>
        </EmptyState>
      </div>
    )
  return (
    <>
      <ul aria-label="Calls" className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {calls.map((call) => (
          <li key={call.id}>
            <Link
              href={`/calls/${call.id}`}
              className="flex min-h-11 flex-col gap-0.5 px-3 py-2.5 -outline-offset-2 hover:bg-canvas"
            >
              <span className="font-medium break-words">
                {call.tool} <span className="font-normal text-ink-soft">of {call.server}</span>
              </span>
              <span className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
                {state === 'over' && <span>{STATE_WORDS[call.state]}</span>}
                <span className="break-all">{call.askedBy}</span>
                <TimeText at={call.askedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {page.hasNextPage && (
        <Button className="mt-3" disabled={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

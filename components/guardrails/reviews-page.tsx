'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay, useViewer } from '../ui/viewer'
import type { AnswerDraft } from './answer-form'
import { QueueList } from './queue-list'
import { addressQuery, nextTask, type ReviewAddress, readAddress } from './review-address'
import { LOOK_EVERY, QUEUE_PAGE, type QueueState, queueKey } from './review-data'
import { ReviewTaskPanel } from './review-task-panel'

/** Frames that wait for a person, and those that were answered. */
export function ReviewsPage() {
  const may = useMay('answer_reviews')
  if (!may)
    return (
      <>
        <PageHeader title="Reviews" />
        <NoPermission needs="answer frames that wait for a person" roles={['reviewer']} />
      </>
    )
  return <Reviews />
}

function Reviews() {
  const [path, query] = [usePathname(), useSearchParams()]
  const { state, task } = readAddress(query)
  const show = (next: ReviewAddress) => window.history.pushState(null, '', path + addressQuery(next))
  // What was begun of an answer stays with its task while another one is looked at.
  const [drafts, setDrafts] = useState<Readonly<Record<string, AnswerDraft>>>({})
  const queue = useQueue(state)
  const tasks = queue.data?.pages.flatMap(({ items }) => items) ?? []
  const answered = (id: string) =>
    show({
      state,
      task: nextTask(
        tasks.map((each) => each.id),
        id,
      ),
    })
  return (
    <>
      <PageHeader title="Reviews">
        <p>A guardrail asked for a person: read what was asked and answered, and say whether it holds.</p>
      </PageHeader>
      <QueueTabs state={state} onShow={(next) => show({ state: next, task: null })} />
      {queue.isPending && <SkeletonLines what="the reviews" lines={6} />}
      {queue.isError && <RefusalNotice refusal={refusalOf(queue.error)} onRetry={() => void queue.refetch()} />}
      {queue.data !== undefined && tasks.length === 0 && task === null && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title={state === 'waiting' ? 'Nothing waits for you' : 'Nothing was answered yet'}>
            <p>
              {state === 'waiting'
                ? 'Frames come here from guardrails of the type “human review”. This list looks for new ones by itself.'
                : 'What was answered stays here, with who answered it and why.'}
            </p>
          </EmptyState>
        </div>
      )}
      {queue.data !== undefined && (tasks.length > 0 || task !== null) && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-2">
            <QueueList tasks={tasks} opened={task} onOpen={(id) => show({ state, task: id })} />
            {queue.hasNextPage && (
              <Button disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
          {task === null ? (
            <p className="hidden py-10 text-center text-ink-faint lg:block">Open one from the list.</p>
          ) : (
            <ReviewTaskPanel
              key={task}
              id={task}
              draft={drafts[task] ?? null}
              onDraft={(draft) => setDrafts({ ...drafts, [task]: draft })}
              onAnswered={() => answered(task)}
            />
          )}
        </div>
      )}
    </>
  )
}

function useQueue(state: QueueState) {
  const { namespace } = useViewer()
  return useInfiniteQuery({
    queryKey: queueKey(namespace.id, state),
    queryFn: ({ pageParam }) => server.reviews.list.query({ state, cursor: pageParam, limit: QUEUE_PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: LOOK_EVERY,
  })
}

const TABS = [
  { state: 'waiting', title: 'Waiting' },
  { state: 'answered', title: 'Answered' },
] as const

function QueueTabs({ state, onShow }: { readonly state: QueueState; readonly onShow: (state: QueueState) => void }) {
  return (
    <fieldset className="mb-4">
      <legend className="sr-only">Which frames</legend>
      <div className="flex gap-1 border-b border-line">
        {TABS.map((tab) => (
          <button
            key={tab.state}
            type="button"
            aria-pressed={tab.state === state}
            onClick={() => onShow(tab.state)}
            className={clsx(
              '-mb-px border-b-2 px-3 py-1.5 text-sm hover:text-ink',
              tab.state === state ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-soft',
            )}
          >
            {tab.title}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

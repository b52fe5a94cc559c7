'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { ConclusionMark } from '../frames/conclusion-mark'
import type { AnswerDraft } from './answer-form'
import {
  addressQuery,
  nextTask,
  PAGE_TASKS,
  POLL_INTERVAL_MS,
  type QueueState,
  queueKey,
  type ReviewAddress,
  type ReviewTask,
  readAddress,
} from './review-queue'
import { ReviewTaskPanel } from './review-task-panel'

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
  // Drafts stay with their tasks while other tasks are open.
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
        <p>These frames need a person’s answer. Read the question and the answer, and say whether the answer holds.</p>
      </PageHeader>
      <QueueTabs state={state} onShow={(next) => show({ state: next, task: null })} />
      {queue.isPending && <SkeletonLines what="the reviews" lines={6} />}
      {queue.isError && <RefusalNotice refusal={refusalOf(queue.error)} onRetry={() => void queue.refetch()} />}
      {queue.data !== undefined && tasks.length === 0 && task === null && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title={state === 'waiting' ? 'Nothing is waiting for you' : 'Nothing has been answered yet'}>
            <p>
              {state === 'waiting'
                ? 'Frames arrive here from guardrails of the type “human review”. This list updates automatically.'
                : 'Answered frames stay here, with who answered them and why.'}
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
    queryFn: ({ pageParam }) => server.reviews.list.query({ state, cursor: pageParam, limit: PAGE_TASKS }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: POLL_INTERVAL_MS,
  })
}

const TABS = [
  { state: 'waiting', title: 'Waiting' },
  { state: 'answered', title: 'Answered' },
] as const

function QueueTabs({ state, onShow }: { readonly state: QueueState; readonly onShow: (state: QueueState) => void }) {
  return (
    <fieldset className="mb-4">
      <legend className="sr-only">Frames to show</legend>
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

function QueueList(props: {
  readonly tasks: readonly ReviewTask[]
  readonly opened: string | null
  readonly onOpen: (id: string) => void
}) {
  const { tasks, opened, onOpen } = props
  if (tasks.length === 0) return <p className="py-4 text-ink-faint">The list is empty.</p>
  return (
    <ul aria-label="Frames" className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {tasks.map((task) => (
        <li key={task.id}>
          <button
            type="button"
            aria-current={task.id === opened || undefined}
            onClick={() => onOpen(task.id)}
            className={clsx(
              'flex w-full flex-col gap-0.5 px-3 py-2.5 text-left -outline-offset-2 hover:bg-canvas',
              task.id === opened && 'bg-accent-soft',
            )}
          >
            <span className="line-clamp-2 font-medium break-words">{headlineOf(task)}</span>
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
              {task.conclusion !== null && <ConclusionMark conclusion={task.conclusion} />}
              <span className="truncate">{task.guardrailName ?? 'A removed guardrail'}</span>
              <TimeText at={task.answeredAt ?? task.createdAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Returns the first text of the frame: its question, answer or document. */
function headlineOf({ frame }: Pick<ReviewTask, 'frame'>): string {
  const text = frame.Q ?? frame.A ?? frame.C[0]
  return text?.slice(0, 200) ?? 'A frame without text'
}

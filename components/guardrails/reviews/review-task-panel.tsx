import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { positionKey } from '../../ui/lists'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server, statusOf } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { ConclusionMark } from '../frames/conclusion-mark'
import { type AnswerDraft, AnswerForm } from './answer-form'
import { POLL_INTERVAL_MS, type ReviewTask, taskKey } from './review-queue'

/** Shows one frame to answer. Opening it moves the focus to its heading. */
export function ReviewTaskPanel(props: {
  readonly id: string
  readonly draft: AnswerDraft | null
  readonly onDraft: (draft: AnswerDraft) => void
  readonly onAnswered: () => void
}) {
  const { id, draft, onDraft, onAnswered } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const task = useQuery({
    queryKey: taskKey(id),
    queryFn: () => server.reviews.task.query({ id }),
    // An answered task no longer changes.
    refetchInterval: ({ state }) => (state.data?.answeredAt == null ? POLL_INTERVAL_MS : false),
  })
  const there = task.data !== undefined
  useEffect(() => {
    if (there) heading.current?.focus()
  }, [there])
  return (
    <article
      aria-labelledby="review-heading"
      className="min-w-0 scroll-mt-4 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="review-heading" ref={heading} tabIndex={-1} className="text-lg font-semibold break-words outline-none">
        {task.data === undefined ? 'A frame' : (task.data.guardrailName ?? 'A removed guardrail')}
      </h2>
      {task.isPending && <SkeletonLines what="the frame" lines={8} />}
      {task.data === undefined &&
        task.isError &&
        (statusOf(task.error) === 404 ? (
          <EmptyState title="This review does not exist">
            <p>Open one from the list.</p>
          </EmptyState>
        ) : (
          <RefusalNotice refusal={refusalOf(task.error)} onRetry={() => void task.refetch()} />
        ))}
      {task.data !== undefined && (
        <>
          <Frame task={task.data} />
          {task.data.answeredAt === null ? (
            <AnswerForm task={task.data} draft={draft} onDraft={onDraft} onAnswered={onAnswered} />
          ) : (
            <Given task={task.data} />
          )}
        </>
      )}
    </article>
  )
}

function Frame({ task }: { readonly task: ReviewTask }) {
  const { frame, instructions, nodeId, traceId, createdAt } = task
  return (
    <div className="mt-1 flex flex-col gap-4">
      <p className="text-sm text-ink-faint">
        Waiting since <TimeText at={createdAt} />
        {nodeId !== null && (
          <>
            , node <code className="font-mono">{nodeId}</code> of an application
          </>
        )}
        . Trace <code className="font-mono text-xs break-all">{traceId}</code>
      </p>
      {instructions !== '' && (
        <section aria-label="Instructions" className="rounded-md bg-accent-soft px-3 py-2.5">
          <h3 className="text-sm font-medium">Points to check</h3>
          <p className="mt-0.5 break-words whitespace-pre-wrap">{instructions}</p>
        </section>
      )}
      <Part title="Question" text={frame.Q} none="No question was sent." />
      <Part title="Answer to judge" text={frame.A} none="No answer was sent." strong />
      <section aria-label="Documents">
        <h3 className="text-sm font-medium text-ink-soft">
          {frame.C.length === 1 ? 'One document' : `${frame.C.length} documents`}
        </h3>
        {frame.C.length > 0 && (
          <ol className="mt-1 flex flex-col gap-2">
            {frame.C.map((text, index) => (
              <li key={positionKey(index)}>
                <details open={frame.C.length === 1} className="rounded-md border border-line">
                  <summary className="cursor-pointer truncate px-3 py-1.5 text-sm">
                    {index + 1}. {text.slice(0, 120)}
                  </summary>
                  <p className="max-h-96 overflow-auto border-t border-line px-3 py-2 break-words whitespace-pre-wrap">
                    {text}
                  </p>
                </details>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

function Part(props: {
  readonly title: string
  readonly text: string | null
  readonly none: string
  readonly strong?: boolean
}) {
  const { title, text, none, strong = false } = props
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium text-ink-soft">{title}</h3>
      {text === null ? (
        <p className="text-ink-faint">{none}</p>
      ) : (
        <p className={`max-h-96 overflow-auto break-words whitespace-pre-wrap ${strong ? 'text-lg' : ''}`}>{text}</p>
      )}
    </section>
  )
}

function Given({ task }: { readonly task: ReviewTask }) {
  const { conclusion, note, answeredBy, answeredAt } = task
  return (
    <section aria-label="Given answer" className="mt-5 border-t border-line pt-4">
      <p className="flex flex-wrap items-center gap-2">
        {conclusion !== null && <ConclusionMark conclusion={conclusion} large />}
        <span className="text-ink-soft">
          {answeredBy ?? 'A reviewer'}
          {answeredAt !== null && (
            <>
              , <TimeText at={answeredAt} />
            </>
          )}
        </span>
      </p>
      {note !== null && <p className="mt-2 break-words whitespace-pre-wrap">{note}</p>}
    </section>
  )
}

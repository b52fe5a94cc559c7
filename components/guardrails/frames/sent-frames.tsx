'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button, Choice, Field } from '../../ui/controls'
import { Badge, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { FrameLabels } from '../labels/frame-labels'
import { LabelResultsSection } from '../labels/label-results-section'
import { AnsweredFrame } from './answered-frame'
import { AnswersOverTime } from './answers-over-time'
import { ConclusionMark } from './conclusion-mark'
import { ANSWER_WORDS, ANSWERS, type Answer, type FrameRow } from './frame-history'

const PAGE_FRAMES = 20

/** The frames of a guardrail or application, as long as they are stored. */
export function SentFrames({ targetId }: { readonly targetId: string }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const counts = useQuery({
    queryKey: ['frame counts', targetId],
    queryFn: () => server.frames.count.query({ targetId, since: null, period: 'hour' }),
  })
  const list = useInfiniteQuery({
    queryKey: ['frames', targetId, answer],
    queryFn: ({ pageParam }) =>
      server.frames.list.query({ targetId, answer, since: null, cursor: pageParam, limit: PAGE_FRAMES }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const refresh = () => void Promise.all([counts.refetch(), list.refetch()])
  return (
    <div className="flex flex-col gap-4">
      {counts.data !== undefined && counts.data.periods.length > 0 && <AnswersOverTime counts={counts.data} />}
      {counts.isError && <RefusalNotice refusal={refusalOf(counts.error)} onRetry={() => void counts.refetch()} />}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Frames to show" className="w-56">
          {(bound) => (
            <Choice
              {...bound}
              value={answer ?? ''}
              onChange={({ target }) => setAnswer(ANSWERS.find((each) => each === target.value) ?? null)}
            >
              <option value="">All</option>
              {ANSWERS.map((each) => (
                <option key={each} value={each}>
                  {ANSWER_WORDS[each]}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <Button onClick={refresh} disabled={list.isFetching}>
          <RefreshCw size={14} aria-hidden /> Refresh
        </Button>
      </div>
      <LabelResultsSection targetId={targetId} />
      {list.isPending && <SkeletonLines what="the frames" lines={4} />}
      {list.isError && <RefusalNotice refusal={refusalOf(list.error)} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && rows.length === 0 && !list.hasNextPage && (
        <p className="text-ink-soft">
          {answer === null
            ? 'No frame is stored. Send one with the form above, or from a program.'
            : 'No stored frame has this answer.'}
        </p>
      )}
      {rows.length > 0 && (
        <ul aria-label="Sent frames" className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {rows.map((row) => (
            <li key={`${row.traceId} ${row.sentAt}`}>
              <SentFrame row={row} targetId={targetId} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="self-start" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more frames
        </Button>
      )}
    </div>
  )
}

const STATUS_WORDS = { waiting: 'Waiting', in_review: 'Waiting for a person', answered: 'Answered' } as const

/** Loads the frame when it is opened. */
function SentFrame({ row, targetId }: { readonly row: FrameRow; readonly targetId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 -outline-offset-2 hover:bg-canvas">
        {row.conclusion !== null ? (
          <ConclusionMark conclusion={row.conclusion} />
        ) : (
          <Badge tone={row.errorCode === null ? 'plain' : 'bad'}>{row.errorCode ?? STATUS_WORDS[row.status]}</Badge>
        )}
        <TimeText at={row.sentAt} />
        <span className="min-w-0 text-sm break-all text-ink-soft">{row.sentBy}</span>
        <code className="min-w-0 font-mono text-xs break-all text-ink-faint">{row.traceId}</code>
      </summary>
      {isOpen && <OpenedFrame traceId={row.traceId} targetId={targetId} />}
    </details>
  )
}

function OpenedFrame({ traceId, targetId }: { readonly traceId: string; readonly targetId: string }) {
  const found = useQuery({
    queryKey: ['frame', traceId],
    queryFn: () => server.frames.find.query({ traceId }),
  })
  if (found.isPending) return <SkeletonLines what="the frame" lines={3} />
  if (found.isError) return <RefusalNotice refusal={refusalOf(found.error)} onRetry={() => void found.refetch()} />
  const frame = found.data.find((each) => each.targetId === targetId)
  if (frame === undefined) return <p className="p-3 text-ink-soft">The frame is no longer stored.</p>
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-canvas p-3">
      {frame.frame.Q !== null && <p className="break-words">{frame.frame.Q}</p>}
      {frame.evaluated === null || frame.messageId === null ? (
        <p className="text-ink-soft">It is not answered yet.</p>
      ) : (
        <>
          <AnsweredFrame answer={{ frame: frame.evaluated, messageId: frame.messageId, railId: targetId }} />
          <FrameLabels targetId={targetId} messageId={frame.messageId} assertions={assertionsOf(frame.evaluated)} />
        </>
      )}
    </div>
  )
}

/** The assertions in the order of the proof, each once. */
function assertionsOf({ P }: { readonly P: readonly Readonly<Record<string, unknown>>[] }): readonly string[] {
  return [...new Set(P.flatMap(({ assertion }) => (typeof assertion === 'string' ? [assertion] : [])))]
}

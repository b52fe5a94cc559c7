import clsx from 'clsx'
import { Check, Loader } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls'
import { useMay } from '../../ui/shell/viewer'
import { durationInWords, type FrameRun } from './frame-run'

/** Shows the progress of a frame. Each step is announced when it is reached. */
export function FrameProgress({
  run,
  onStop,
}: {
  readonly run: Exclude<FrameRun, { phase: 'none' | 'failed' }>
  readonly onStop: () => void
}) {
  const mayAnswer = useMay('answer_reviews')
  const { phase } = run
  const sent = phase !== 'sending'
  return (
    <div className="rounded-md border border-line bg-canvas px-3 py-2.5">
      <ol aria-live="polite" aria-label="The frame" className="flex flex-col gap-1.5">
        <Step state={sent ? 'done' : 'now'}>
          {sent ? 'Sent' : 'Sending'}
          {phase === 'waiting' && (
            <>
              {' to '}
              <code className="font-mono text-xs break-all">{run.busTopic}</code>
            </>
          )}
        </Step>
        {sent && (
          <Step state={phase === 'answered' ? 'done' : 'now'}>
            {phase === 'waiting' ? (
              <Waiting listening={run.listening} inReview={run.inReview} mayAnswer={mayAnswer} />
            ) : (
              'Waited for the stream'
            )}
          </Step>
        )}
        {phase === 'answered' && (
          <Step state="done">Answered after {durationInWords(run.answeredAt - run.startedAt)}</Step>
        )}
      </ol>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-faint">
        <span className="min-w-0 break-all">
          Trace <code className="font-mono">{run.traceId}</code>
        </span>
        {phase === 'waiting' && (
          <Button look="quiet" onClick={onStop}>
            Stop waiting
          </Button>
        )}
      </div>
    </div>
  )
}

function Waiting(props: { readonly listening: boolean; readonly inReview: boolean; readonly mayAnswer: boolean }) {
  const { listening, inReview, mayAnswer } = props
  if (inReview)
    return (
      <>
        Waiting for a person to answer
        {mayAnswer && (
          <>
            , in{' '}
            <Link href="/reviews" className="text-accent underline">
              the reviews
            </Link>
          </>
        )}
      </>
    )
  return listening ? 'Waiting for the answer' : 'Waiting while the stream opens'
}

function Step({ state, children }: { readonly state: 'done' | 'now'; readonly children: ReactNode }) {
  return (
    <li className={clsx('flex items-start gap-2', state === 'now' && 'font-medium')}>
      {state === 'done' ? (
        <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-true" />
      ) : (
        <Loader size={16} aria-hidden className="mt-0.5 shrink-0 animate-spin text-accent" />
      )}
      <span className="min-w-0">{children}</span>
    </li>
  )
}

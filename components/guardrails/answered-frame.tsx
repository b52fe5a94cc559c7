import { Notice } from '../ui/notice'
import { ConclusionMark } from './conclusion-mark'
import { errorAdvice } from './error-advice'
import type { Answered } from './frame-run'
import { ProofStepList } from './proof-step-list'

const MEANINGS = {
  YES: 'It holds.',
  NO: 'It does not hold.',
  UNKNOWN: 'It could not be decided, which is neither yes nor no.',
} as const

/** What came back: conclusion and confidence, or the Error; then the steps that led to it. */
export function AnsweredFrame({ answer }: { readonly answer: Answered }) {
  const { frame, messageId } = answer
  return (
    <section aria-label="The evaluated frame" className="flex flex-col gap-3">
      {frame.Error !== null && (
        <Notice kind="problem" title={frame.Error.message}>
          <p className="text-sm">
            <code className="font-mono">{frame.Error.code}</code>
            {frame.Error.retryable ? ', may succeed when it is sent again.' : ', would be the same again.'}
          </p>
          {errorAdvice(frame.Error.code) !== null && <p className="mt-1">{errorAdvice(frame.Error.code)}</p>}
        </Notice>
      )}
      {frame.E !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ConclusionMark conclusion={frame.E.conclusion} large />
          <span>
            {MEANINGS[frame.E.conclusion]}{' '}
            <span className="text-ink-soft tabular-nums">
              Confidence {(frame.E.confidence * 100).toLocaleString('en-GB', { maximumFractionDigits: 1 })} %
            </span>
          </span>
        </div>
      )}
      <ProofStepList steps={frame.P} />
      <details className="text-sm">
        <summary className="cursor-pointer text-ink-soft hover:text-ink">The frame as it came back</summary>
        <p className="mt-2 text-xs text-ink-faint">
          Message <code className="font-mono break-all">{messageId}</code>
        </p>
        <pre className="mt-1 max-h-96 overflow-auto rounded-md bg-canvas p-3 font-mono text-xs break-words whitespace-pre-wrap">
          {JSON.stringify(frame, null, 2)}
        </pre>
      </details>
    </section>
  )
}

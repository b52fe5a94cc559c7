import { Notice } from '../ui/notice'
import { RefusalNotice } from '../ui/refusal-notice'
import { rowCount } from './batch-input'
import type { BatchRunState } from './use-batch'

/** How far a batch is, and how it ended. */
export function BatchProgress({ run }: { readonly run: BatchRunState }) {
  const { answers, input, end, took } = run
  const { done, refused } = answers
  const share = input.rows === 0 ? 100 : Math.floor((100 * done) / input.rows)
  return (
    <div className="space-y-2">
      <progress
        aria-label="Rows checked"
        value={done}
        max={input.rows}
        className="h-2 w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      >
        {share} %
      </progress>
      <p className="text-sm text-ink-soft tabular-nums" data-testid="batch-progress">
        {done.toLocaleString('en')} of {rowCount(input.rows)}
        {refused > 0 && `, ${refused.toLocaleString('en')} refused`}
        {end !== null && `, ${(took / 1_000).toFixed(1)} s`}
      </p>
      {/* Told once at the end: every step would be read aloud. */}
      <div role="status">
        {end?.kind === 'finished' && <span className="sr-only">All rows are checked.</span>}
        {end?.kind === 'cancelled' && <Notice kind="info">Cancelled. What was checked until then is kept.</Notice>}
      </div>
      {end?.kind === 'refused' && (
        <>
          <RefusalNotice refusal={end.refusal} />
          {done > 0 && <p className="text-sm text-ink-soft">What was checked until then is kept.</p>}
        </>
      )}
    </div>
  )
}

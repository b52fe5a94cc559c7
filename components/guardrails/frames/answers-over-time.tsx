import clsx from 'clsx'
import { ANSWER_WORDS, type Answer, type FrameCounts, shownPeriods, totalsOf, utcHour } from './frame-history'

const LOOKS: Readonly<Record<Answer, string>> = {
  YES: 'bg-true',
  UNKNOWN: 'bg-unknown',
  NO: 'bg-false',
  ERROR: 'bg-ambiguous',
  OPEN: 'bg-line-strong',
}

/** Frames by answer, a column for each hour or day. The numbers above say the same. */
export function AnswersOverTime({ counts }: { readonly counts: FrameCounts }) {
  const totals = totalsOf(counts)
  const columns = shownPeriods(counts)
  const highest = Math.max(1, ...columns.map(({ total }) => total))
  return (
    <figure className="m-0 flex flex-col gap-2">
      <ul aria-label="Frames by answer" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {totals.map(({ answer, frames }) => (
          <li key={answer} className="flex items-center gap-1.5 tabular-nums">
            <span aria-hidden className={clsx('inline-block size-2.5 rounded-full', LOOKS[answer])} />
            {frames.toLocaleString('en')} {ANSWER_WORDS[answer]}
          </li>
        ))}
      </ul>
      <div aria-hidden className="flex h-24 items-end gap-px rounded-md border border-line bg-canvas p-1">
        {columns.map(({ at, total, counts: own }) => (
          <span key={at} title={`${utcHour(at)}: ${total}`} className="flex h-full min-w-0 flex-1 flex-col justify-end">
            {totals.map(({ answer }) => (
              <span
                key={answer}
                className={LOOKS[answer]}
                style={{ height: `${((own[answer] ?? 0) * 100) / highest}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-xs text-ink-soft tabular-nums">
        <span>
          {utcHour(counts.since)} to now, by {counts.period}
          {counts.complete ? '' : '. Only the newest 100,000 frames are counted.'}
        </span>
        {counts.milliseconds !== null && (
          <span>
            Answered in {counts.milliseconds.median.toLocaleString('en')} ms at the median, and 95 % in at most{' '}
            {counts.milliseconds.p95.toLocaleString('en')} ms
          </span>
        )}
      </figcaption>
    </figure>
  )
}

import { OUTCOMES, OutcomeMark } from './outcome-mark'
import type { Outcome } from './shown-results'

/** What each of the four results means. */
export function ResultLegend() {
  return (
    <details className="border-t border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer text-ink-soft hover:text-ink">What the four results mean</summary>
      <dl className="mt-3 space-y-2">
        {(Object.keys(OUTCOMES) as Outcome[]).map((outcome) => (
          <div key={outcome} className="flex gap-3">
            <dt className="w-28 shrink-0">
              <OutcomeMark outcome={outcome} />
            </dt>
            <dd className="text-ink-soft">{OUTCOMES[outcome].meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

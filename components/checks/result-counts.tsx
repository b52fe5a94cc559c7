import { OUTCOMES, OutcomeMark } from './outcome-mark'
import type { Outcome, ShownResults } from './shown-results'

/** How many assertions have which result. A count, never a verdict: assertions are not combined. */
export function ResultCounts({ assertions, results }: { readonly assertions: number; readonly results: ShownResults }) {
  const counts = new Map<Outcome, number>()
  for (const { check } of results.byAssertion.values()) counts.set(check, (counts.get(check) ?? 0) + 1)
  const asking = assertions - results.byAssertion.size
  return (
    <>
      {(Object.keys(OUTCOMES) as Outcome[]).map((outcome) => {
        const count = counts.get(outcome) ?? 0
        return count === 0 ? null : (
          <span key={outcome} className="inline-flex items-center gap-1">
            <span className="tabular-nums">{count}</span> <OutcomeMark outcome={outcome} />
          </span>
        )
      })}
      {asking > 0 && <span className="text-ink-soft">{asking} with the engine</span>}
    </>
  )
}

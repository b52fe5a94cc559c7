import { Scale } from 'lucide-react'
import { OUTCOMES, type Outcome, OutcomeMark } from '../ui/outcome-mark'
import { isByPolicy, type ShownResults } from './shown-results'

/** Assertions are not combined into a verdict. */
export function ResultCounts({ assertions, results }: { readonly assertions: number; readonly results: ShownResults }) {
  const counts = new Map<Outcome, number>()
  for (const { check } of results.byAssertion.values()) counts.set(check, (counts.get(check) ?? 0) + 1)
  const byPolicy = [...results.byAssertion.values()].filter(isByPolicy).length
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
      {byPolicy > 0 && <span className="text-ink-soft">of these, {byPolicy} by policy</span>}
      {asking > 0 && <span className="text-ink-soft">{asking} with the engine</span>}
    </>
  )
}

/** Shown next to a TRUE or FALSE that was not proved. */
export function PolicyMark() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-sm border border-dashed border-line-strong px-1.5 py-px text-xs font-medium text-ink-soft">
      <Scale size={12} aria-hidden />
      <span>
        <span className="@max-md:sr-only">by </span>policy
      </span>
    </span>
  )
}

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
        <div className="flex gap-3">
          <dt className="w-28 shrink-0">
            <PolicyMark />
          </dt>
          <dd className="text-ink-soft">
            The answer was not proved. Something is unknown, and the assertion’s policy answers for that case.
          </dd>
        </div>
      </dl>
    </details>
  )
}

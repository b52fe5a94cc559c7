import clsx from 'clsx'
import { CircleCheck, CircleHelp, CircleX, GitCompareArrows, type LucideIcon } from 'lucide-react'
import type { Outcome, ShownResults } from './shown-results'

interface Face {
  readonly icon: LucideIcon
  readonly ink: string
  readonly fill: string
  /** What the result means, for the legend. */
  readonly meaning: string
}

export const OUTCOMES: Readonly<Record<Outcome, Face>> = {
  TRUE: {
    icon: CircleCheck,
    ink: 'text-true',
    fill: 'bg-true-soft',
    meaning: 'What it states is so, whatever is still unknown; or its policy answers so.',
  },
  FALSE: {
    icon: CircleX,
    ink: 'text-false',
    fill: 'bg-false-soft',
    meaning: 'What it states is not so, or its policy answers so. A counterexample shows values that break it.',
  },
  UNKNOWN: {
    icon: CircleHelp,
    ink: 'text-unknown',
    fill: 'bg-unknown-soft',
    meaning: 'Claims that matter are not known, or units do not convert. The reason names them.',
  },
  AMBIGUOUS: {
    icon: GitCompareArrows,
    ink: 'text-ambiguous',
    fill: 'bg-ambiguous-soft',
    meaning: 'Its evidence was contradicted. Facts hold one value for each claim, so a check here never gives it.',
  },
}

/** A result as icon, word and colour, so that no one of the three carries it alone. */
export function OutcomeMark({ outcome, className }: { readonly outcome: Outcome; readonly className?: string }) {
  const { icon: Icon, ink, fill } = OUTCOMES[outcome]
  return (
    <span
      className={clsx(
        'inline-flex shrink-0 items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-semibold',
        ink,
        fill,
        className,
      )}
    >
      <Icon size={13} strokeWidth={2.5} aria-hidden />
      {outcome}
    </span>
  )
}

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

import clsx from 'clsx'
import { CircleCheck, CircleHelp, CircleX, GitCompareArrows, type LucideIcon } from 'lucide-react'

export type Outcome = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

interface Face {
  readonly icon: LucideIcon
  readonly ink: string
  readonly fill: string
  readonly meaning: string
}

export const OUTCOMES: Readonly<Record<Outcome, Face>> = {
  TRUE: {
    icon: CircleCheck,
    ink: 'text-true',
    fill: 'bg-true-soft',
    meaning: 'The statement holds whatever the unknown claims are, or the policy of the assertion answers TRUE.',
  },
  FALSE: {
    icon: CircleX,
    ink: 'text-false',
    fill: 'bg-false-soft',
    meaning:
      'The statement does not hold, or the policy of the assertion answers FALSE. A counterexample shows values that break it.',
  },
  UNKNOWN: {
    icon: CircleHelp,
    ink: 'text-unknown',
    fill: 'bg-unknown-soft',
    meaning: 'Claims that matter are unknown, or units do not convert. The reason names them.',
  },
  AMBIGUOUS: {
    icon: GitCompareArrows,
    ink: 'text-ambiguous',
    fill: 'bg-ambiguous-soft',
    meaning:
      'The evidence contradicts itself. Facts have one value for each claim, so a check on this page never gives this answer.',
  },
}

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

import clsx from 'clsx'
import type { ReactNode } from 'react'

const TONES = {
  plain: 'bg-line/70 text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-true-soft text-true',
  warning: 'bg-warning-soft text-warning',
  bad: 'bg-false-soft text-false',
} as const

/** A word about something, such as "approved". The word says it; the tone only helps. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: keyof typeof TONES
  readonly children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

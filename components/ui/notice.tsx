import clsx from 'clsx'
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './controls'
import type { PageRefusal } from './server-calls'

const KINDS = {
  info: { look: 'bg-accent-soft', Icon: Info, tint: 'text-accent', role: 'status' },
  done: { look: 'bg-true-soft', Icon: CircleCheck, tint: 'text-true', role: 'status' },
  warning: { look: 'bg-warning-soft', Icon: TriangleAlert, tint: 'text-warning', role: 'status' },
  problem: { look: 'bg-false-soft', Icon: CircleX, tint: 'text-false', role: 'alert' },
} as const

export function Notice(props: {
  readonly kind: keyof typeof KINDS
  readonly title?: string
  readonly children?: ReactNode
  readonly className?: string | undefined
}) {
  const { look, Icon, tint, role } = KINDS[props.kind]
  return (
    <div role={role} className={clsx('flex gap-2.5 rounded-md px-3 py-2.5', look, props.className)}>
      <Icon size={16} aria-hidden className={clsx('mt-0.5 shrink-0', tint)} />
      <div className="min-w-0 flex-1 break-words">
        {props.title !== undefined && <p className="font-medium">{props.title}</p>}
        {props.children}
      </div>
    </div>
  )
}

export function RefusalNotice(props: {
  readonly refusal: PageRefusal
  readonly onRetry?: () => void
  readonly className?: string
}) {
  const { refusal, onRetry, className } = props
  return (
    <Notice kind="problem" className={className}>
      <p>{refusal.message}</p>
      {refusal.failures.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {refusal.failures.map(({ field, expected, received }) => (
            <li key={field}>
              <code>{field}</code>: expected {expected}, received {received}
            </li>
          ))}
        </ul>
      )}
      {refusal.diagnostics.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {refusal.diagnostics.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Line ${line}: ${message}`}</li>
          ))}
        </ul>
      )}
      {(refusal.docs !== null || onRetry !== undefined) && (
        <div className="mt-1.5 flex items-center gap-4">
          {refusal.docs !== null && (
            <a href={refusal.docs.replace(/\.md$/, '')} className="text-sm text-accent underline">
              About {refusal.code}
            </a>
          )}
          {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
        </div>
      )}
    </Notice>
  )
}

const TONES = {
  plain: 'bg-line/70 text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-true-soft text-true',
  warning: 'bg-warning-soft text-warning',
  bad: 'bg-false-soft text-false',
} as const

/** The colour only repeats the word. */
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

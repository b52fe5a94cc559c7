import clsx from 'clsx'
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const KINDS = {
  info: { look: 'bg-accent-soft', Icon: Info, tint: 'text-accent', role: 'status' },
  done: { look: 'bg-true-soft', Icon: CircleCheck, tint: 'text-true', role: 'status' },
  warning: { look: 'bg-warning-soft', Icon: TriangleAlert, tint: 'text-warning', role: 'status' },
  problem: { look: 'bg-false-soft', Icon: CircleX, tint: 'text-false', role: 'alert' },
} as const

/** Something the reader is told: by icon and words, never by colour alone. */
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

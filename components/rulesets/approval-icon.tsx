import { Bot, Check, Circle, CircleDashed, type LucideIcon, X } from 'lucide-react'
import type { ApprovalState } from './ruleset-data'

const ICONS: Readonly<Record<ApprovalState, { readonly Icon: LucideIcon; readonly look: string }>> = {
  approved: { Icon: Check, look: 'border-true bg-true-soft text-true' },
  unsigned: { Icon: Bot, look: 'border-warning border-dashed bg-warning-soft text-warning' },
  not_counted: { Icon: CircleDashed, look: 'border-warning border-dashed bg-warning-soft text-warning' },
  changes_requested: { Icon: X, look: 'border-false bg-false-soft text-false' },
  none: { Icon: Circle, look: 'border-line-strong bg-surface text-transparent' },
}

/** Shows an approval as a graph node by icon, outline and colour. The words are next to it. */
export function ApprovalIcon({ state, current }: { readonly state: ApprovalState; readonly current: boolean }) {
  const { Icon, look } = ICONS[state]
  const ring = current ? 'ring-2 ring-accent ring-offset-1 ring-offset-surface' : ''
  return (
    <span aria-hidden className={`flex size-5 items-center justify-center rounded-full border-2 ${look} ${ring}`}>
      <Icon size={12} strokeWidth={3} />
    </span>
  )
}

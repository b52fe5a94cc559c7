import { Bot, Check, Circle, CircleDashed, type LucideIcon, X } from 'lucide-react'
import Link from 'next/link'
import { quotedNames } from '../../ui/lists'
import { ChangedAloneMark } from '../../ui/shell/in-force-line'
import { TimeText } from '../../ui/time-text'
import type { ApprovalState } from '../ruleset-data'
import type { GraphNode } from './history-data'

const MEANINGS = {
  approved: 'Approved',
  reviewed: 'Reviewed',
  changes_requested: 'Changes requested',
  withdrawn: 'Approval withdrawn',
} as const

/** Lists the signed records of a revision, each with its receipt. */
export function SignedRecords({ node: { hash, records, unsigned } }: { readonly node: GraphNode }) {
  if (records.length === 0 && unsigned === 0) return null
  return (
    <ul className="mt-1 text-sm text-ink-soft" aria-label="Signed">
      {records.map(({ id, meaning, by, rulesetNames, at, uncounted, underOlderEngine }) => (
        <li key={id} className="break-words">
          <Link href={`/approve/${hash}/receipts/${id}`} className="text-accent underline">
            {MEANINGS[meaning]}
          </Link>{' '}
          by {by}
          {rulesetNames.length > 0 && ` as ${quotedNames(rulesetNames)}`}, <TimeText at={at} />
          {underOlderEngine && ', under an older engine'}
          {uncounted !== null && ', does not count here'}
          {meaning === 'approved' && <ChangedAloneMark at={at} />}
        </li>
      ))}
      {unsigned > 0 && (
        <li>
          {unsigned === 1 ? 'One approval' : `${unsigned} approvals`} by a program or an agent, not signed by a person
        </li>
      )}
    </ul>
  )
}

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

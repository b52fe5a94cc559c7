import Link from 'next/link'
import { Badge } from '../ui/badge'
import type { ApprovalState } from './ruleset-data'

const STATES = {
  approved: { tone: 'good', word: 'Approved' },
  unsigned: { tone: 'warning', word: 'Approved, unsigned' },
  not_counted: { tone: 'warning', word: 'Another approval needed' },
  changes_requested: { tone: 'bad', word: 'Changes requested' },
  none: { tone: 'plain', word: 'Not approved' },
} as const

/** What was signed of a revision, and the way to the page where it is signed. */
export function ApprovalBadge({ state, hash }: { readonly state: ApprovalState; readonly hash: string }) {
  const { tone, word } = STATES[state]
  return (
    <Link href={`/approve/${hash}`} className="rounded-full underline-offset-2 hover:underline">
      <Badge tone={tone}>{word}</Badge>
    </Link>
  )
}

import Link from 'next/link'
import { Badge } from '../../ui/notice'
import type { ApprovalState } from '../ruleset-data'

const STATES = {
  approved: { tone: 'good', word: 'Approved' },
  unsigned: { tone: 'warning', word: 'Approved, unsigned' },
  not_counted: { tone: 'warning', word: 'Another approval needed' },
  changes_requested: { tone: 'bad', word: 'Changes requested' },
  none: { tone: 'plain', word: 'Not approved' },
} as const

export const APPROVAL_WORDS: Readonly<Record<ApprovalState, string>> = {
  approved: STATES.approved.word,
  unsigned: STATES.unsigned.word,
  not_counted: STATES.not_counted.word,
  changes_requested: STATES.changes_requested.word,
  none: STATES.none.word,
}

/** Shows a revision's approval and links to its approve page. */
export function ApprovalBadge({ state, hash }: { readonly state: ApprovalState; readonly hash: string }) {
  const { tone, word } = STATES[state]
  return (
    <Link href={`/approve/${hash}`} className="rounded-full underline-offset-2 hover:underline">
      <Badge tone={tone}>{word}</Badge>
    </Link>
  )
}

import Link from 'next/link'
import { Badge } from '../ui/badge'
import type { RulesetState } from './target-data'

const STATES = {
  approved: { tone: 'good', word: 'Approved' },
  unapproved: { tone: 'warning', word: 'Not approved' },
  missing: { tone: 'bad', word: 'Missing' },
} as const

/** Whether the ruleset that a guardrail names is approved, and the way to the page where it is signed. */
export function RulesetStateBadge({ state, hash }: { readonly state: RulesetState; readonly hash: string }) {
  const { tone, word } = STATES[state]
  const badge = <Badge tone={tone}>{word}</Badge>
  if (state === 'missing') return badge
  return (
    <Link href={`/approve/${hash}`} className="rounded-full underline-offset-2 hover:underline">
      {badge}
    </Link>
  )
}

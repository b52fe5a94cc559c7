import Link from 'next/link'
import { Badge, Notice } from '../ui/notice'
import type { Guardrail, RulesetState } from './target-data'

const STATES = {
  approved: { tone: 'good', word: 'Approved' },
  unapproved: { tone: 'warning', word: 'Not approved' },
  missing: { tone: 'bad', word: 'Missing' },
} as const

/** Whether the ruleset of a guardrail is approved, with a link to the page where it is signed. */
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

/** The state of the saved ruleset of a guardrail, and what to do when it is not approved or missing. */
export function RulesetStatus({
  hash,
  ruleset,
}: {
  readonly hash: string
  readonly ruleset: NonNullable<Guardrail['ruleset']>
}) {
  return (
    <div className="mb-3 flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft">The saved ruleset is</span>
        <RulesetStateBadge state={ruleset.state} hash={hash} />
      </p>
      {ruleset.reason !== undefined && <Notice kind="warning">{ruleset.reason}</Notice>}
      {ruleset.state === 'missing' && (
        <Notice kind="problem">
          This namespace has no ruleset with the hash <code className="font-mono text-xs break-all">{hash}</code>. Every
          frame gets an Error until you choose another ruleset.
        </Notice>
      )}
    </div>
  )
}

import Link from 'next/link'
import { rulesetPath } from '../../server/api/page-paths'
import { Badge, Notice } from '../ui/notice'
import type { Guardrail, RulesetState } from './targets/target-data'

const STATES = {
  approved: { tone: 'good', word: 'Approved' },
  unapproved: { tone: 'warning', word: 'Not approved' },
  missing: { tone: 'bad', word: 'Missing' },
} as const

/** Shows the state of a guardrail's ruleset, with a link to the page that signs it. */
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

const IN_FORCE = {
  this: { tone: 'good', word: 'In force' },
  other: { tone: 'warning', word: 'Another revision is in force' },
  none: { tone: 'warning', word: 'No revision is in force' },
} as const

/** Shows whether the revision of a guardrail is the one in force, with a link to the history of its name. */
export function InForceBadge({ ruleset }: { readonly ruleset: NonNullable<Guardrail['ruleset']> }) {
  const { name, in_force: inForce } = ruleset
  if (name === null || inForce === undefined) return null
  const { tone, word } = IN_FORCE[inForce]
  return (
    <Link href={rulesetPath(name, 'history')} className="rounded-full underline-offset-2 hover:underline">
      <Badge tone={tone}>{word}</Badge>
    </Link>
  )
}

/** Shows the state of a guardrail's saved ruleset, and what to do if it is missing or not approved. */
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
        <InForceBadge ruleset={ruleset} />
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

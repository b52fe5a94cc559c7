import Link from 'next/link'
import type { ReactNode } from 'react'
import { positionKey } from '../../ui/lists'
import type { ToolGuard } from './guard-data'
import { claimSentences, lookupPhrase, outcomeSentences, type Phrase } from './guard-sentences'

/** A stored guard as sentences, for everybody who may see it. */
export function GuardInWords({ guard: shown }: { readonly guard: ToolGuard }) {
  const { guard } = shown
  const { isFalse, unknown } = outcomeSentences(shown)
  const claims = claimSentences(guard.map)
  const lookups = Object.entries(guard.map.lookups)
  return (
    <section
      aria-label="The guard in words"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <p className="break-words">
        Every call of <Code text={guard.tool} /> of <Code text={guard.server} /> is decided by the ruleset{' '}
        <Link href={`/approve/${guard.ruleset_hash}`} className="font-mono text-sm text-accent underline">
          {guard.ruleset_hash.slice(0, 10)}
        </Link>
        .
      </p>
      <Part title="Sources of its claims">
        {claims.length === 0 ? (
          <p className="text-ink-soft">No claim has a source, so every claim is unknown.</p>
        ) : (
          <Sentences rows={claims.map(({ claim, phrase }) => [claim, phrase])} />
        )}
      </Part>
      {lookups.length > 0 && (
        <Part title="What it looks up">
          <Sentences rows={lookups.map(([name, lookup]) => [name, lookupPhrase(lookup)])} />
        </Part>
      )}
      <Part title="What happens to a call">
        <dl className="flex flex-col gap-2">
          <Outcome of="If a rule is FALSE" then={isFalse} />
          <Outcome of="If no rule is FALSE, but one is UNKNOWN" then={unknown} />
          <Outcome of="If every rule is TRUE" then="The call passes." />
        </dl>
      </Part>
    </section>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 text-sm font-medium text-ink-soft">{title}</h2>
      {children}
    </div>
  )
}

function Sentences({ rows }: { readonly rows: readonly (readonly [string, Phrase])[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {rows.map(([name, phrase]) => (
        <li key={name} className="min-w-0 break-words">
          <span className="font-mono text-sm font-medium break-all">{name}</span>{' '}
          {phrase.map((part, index) =>
            typeof part === 'string' ? part : <Code key={positionKey(index)} text={part.code} />,
          )}
        </li>
      ))}
    </ul>
  )
}

function Outcome({ of, then }: { readonly of: string; readonly then: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{of}</dt>
      <dd>{then}</dd>
    </div>
  )
}

function Code({ text }: { readonly text: string }) {
  return <code className="rounded-sm bg-canvas px-1 font-mono text-sm break-all">{text === '' ? '""' : text}</code>
}

import Link from 'next/link'
import { Badge } from '../ui/badge'
import { rulesetPath } from '../ui/ruleset-path'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import type { FoundDomain, FoundTerm } from './found-terms'

/** A domain with its terms and the rulesets that bear them. */
export function DomainSection({ domain }: { readonly domain: FoundDomain }) {
  const { id, name, description, terms, usedBy } = domain
  return (
    <section aria-labelledby={`domain-${id}`}>
      <h2 id={`domain-${id}`} className="text-lg font-semibold">
        {name}
      </h2>
      <p className="max-w-prose text-ink-soft">{description}</p>
      {usedBy.length > 0 && (
        <p className="mt-1 text-sm">
          <span className="text-ink-soft">Rulesets with this domain and no term: </span>
          <RulesetLinks names={usedBy} />
        </p>
      )}
      {terms.length > 0 && (
        <Table label={`Terms of ${name}`} className="mt-2">
          <thead>
            <tr>
              <HeadCell>Term</HeadCell>
              <HeadCell>Also</HeadCell>
              <HeadCell>Rulesets</HeadCell>
              <HeadCell>Comes from</HeadCell>
              <HeadCell>Id</HeadCell>
            </tr>
          </thead>
          <tbody>
            {terms.map((term) => (
              <TermRow key={term.id} term={term} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function TermRow({ term }: { readonly term: FoundTerm }) {
  const { id, term: name, aliases, usedBy, provenance, promoted_at: promotedAt, since_version: version } = term
  return (
    <tr>
      <Cell className="min-w-36 font-medium">{name}</Cell>
      <Cell className="min-w-40 text-ink-soft">{aliases.length === 0 ? '–' : aliases.join(', ')}</Cell>
      <Cell className="min-w-32">{usedBy.length === 0 ? '–' : <RulesetLinks names={usedBy} />}</Cell>
      <Cell className="whitespace-nowrap">
        {provenance === 'seeded' ? (
          <Badge>this release</Badge>
        ) : (
          <>
            <Badge tone="accent">proposed</Badge> {promotedAt !== null && <TimeText at={promotedAt} withTime={false} />}
          </>
        )}
        <span className="sr-only">, since version {version}</span>
      </Cell>
      <Cell>
        <code className="font-mono text-ink-soft">{id}</code>
      </Cell>
    </tr>
  )
}

function RulesetLinks({ names }: { readonly names: readonly string[] }) {
  return names.map((name, place) => (
    <span key={name}>
      {place > 0 && ', '}
      <Link href={rulesetPath(name)} className="text-accent underline">
        {name}
      </Link>
    </span>
  ))
}

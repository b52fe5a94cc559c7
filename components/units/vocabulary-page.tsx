'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useDeferredValue, useMemo, useState } from 'react'
import { rulesetPath } from '../../server/api/page-paths'
import { Button, Choice, Field, TextEntry, Tick } from '../ui/controls'
import { Badge, RefusalNotice } from '../ui/notice'
import { EmptyState, PageHeader, SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { Cell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import {
  type FoundDomain,
  type FoundTerm,
  foundDomains,
  type LabelledName,
  readVocabulary,
  type TermFilter,
  type Vocabulary,
} from './matching-terms'

const NO_FILTER: TermFilter = { search: '', domain: '', usedOnly: false }
const NONE: readonly LabelledName[] = []

export function VocabularyPage() {
  const vocabulary = useQuery({ queryKey: ['vocabulary'], queryFn: readVocabulary })
  const labelled = useQuery({ queryKey: ['labelled-names'], queryFn: () => server.units.labelledNames.query() })
  const refusal =
    vocabulary.error !== null
      ? refusalOf(vocabulary.error)
      : vocabulary.data !== undefined && 'refusal' in vocabulary.data
        ? vocabulary.data.refusal
        : null
  return (
    <>
      <PageHeader title="Vocabulary">
        <p>Domains and terms for labelling rulesets, so that people can find them. A label never changes a result.</p>
      </PageHeader>
      {vocabulary.isPending && <SkeletonLines what="the vocabulary" />}
      {refusal !== null && <RefusalNotice refusal={refusal} onRetry={() => void vocabulary.refetch()} />}
      {labelled.error !== null && (
        <RefusalNotice refusal={refusalOf(labelled.error)} onRetry={() => void labelled.refetch()} className="mb-3" />
      )}
      {vocabulary.data !== undefined && !('refusal' in vocabulary.data) && (
        <Terms vocabulary={vocabulary.data} labelled={labelled.data ?? NONE} />
      )}
    </>
  )
}

function Terms({
  vocabulary,
  labelled,
}: {
  readonly vocabulary: Vocabulary
  readonly labelled: readonly LabelledName[]
}) {
  const [filter, setFilter] = useState<TermFilter>(NO_FILTER)
  const wanted = useDeferredValue(filter)
  const domains = useMemo(() => foundDomains(vocabulary, labelled, wanted), [vocabulary, labelled, wanted])
  const count = domains.reduce((sum, { terms }) => sum + terms.length, 0)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field label="Search terms" className="min-w-52 flex-1">
          {(bound) => (
            <TextEntry
              {...bound}
              type="search"
              value={filter.search}
              onChange={({ target }) => setFilter({ ...filter, search: target.value })}
            />
          )}
        </Field>
        <Field label="Domain" className="w-56">
          {(bound) => (
            <Choice
              {...bound}
              value={filter.domain}
              onChange={({ target }) => setFilter({ ...filter, domain: target.value })}
            >
              <option value="">All domains</option>
              {vocabulary.level_one.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <Tick
          className="pb-1.5"
          label="Only terms used in this namespace"
          checked={filter.usedOnly}
          onChange={({ target }) => setFilter({ ...filter, usedOnly: target.checked })}
        />
        <p role="status" className="pb-2 text-sm text-ink-faint">
          {count} of {vocabulary.level_two.length} terms, version {vocabulary.version}
        </p>
      </div>
      {domains.length === 0 ? (
        <EmptyState
          title="No terms match"
          actions={<Button onClick={() => setFilter(NO_FILTER)}>Show all terms</Button>}
        >
          <p>{filter.usedOnly ? 'No ruleset of this namespace has such a label.' : 'Try fewer words.'}</p>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          {domains.map((domain) => (
            <DomainSection key={domain.id} domain={domain} />
          ))}
        </div>
      )}
      <PromotionNotes vocabulary={vocabulary} />
    </>
  )
}

function DomainSection({ domain }: { readonly domain: FoundDomain }) {
  const { id, name, description, terms, usedBy } = domain
  return (
    <section aria-labelledby={`domain-${id}`}>
      <h2 id={`domain-${id}`} className="text-lg font-semibold">
        {name}
      </h2>
      <p className="max-w-prose text-ink-soft">{description}</p>
      {usedBy.length > 0 && (
        <p className="mt-1 text-sm">
          <span className="text-ink-soft">Rulesets with this domain but no term: </span>
          <RulesetLinks names={usedBy} />
        </p>
      )}
      {terms.length > 0 && (
        <Table
          label={`Terms of ${name}`}
          className="mt-2"
          columns={['Term', 'Also called', 'Rulesets', 'Source', 'Id']}
        >
          {terms.map((term) => (
            <TermRow key={term.id} term={term} />
          ))}
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
  return names.map((name, position) => (
    <span key={name}>
      {position > 0 && ', '}
      <Link href={rulesetPath(name)} className="text-accent underline">
        {name}
      </Link>
    </span>
  ))
}

/** Explains how a term enters the vocabulary and how sure a label is. */
function PromotionNotes({ vocabulary }: { readonly vocabulary: Vocabulary }) {
  const { promotion, counts, confidence_buckets: buckets, version_history: history } = vocabulary
  return (
    <div className="mt-8 grid gap-6 border-t border-line pt-6 md:grid-cols-2">
      <section aria-labelledby="promotion">
        <h2 id="promotion" className="text-lg font-semibold">
          How a term is added
        </h2>
        <p className="mt-1 max-w-prose">{promotion.rule}</p>
        <p className="mt-2 max-w-prose text-ink-soft">
          A proposal counts for {promotion.proposal_ttl_days} days. A topic proposed by {promotion.k} accounts becomes a
          term. Pending proposals: {counts.pending_proposals}. For each proposal the account, the time and a keyed hash
          of the topic are stored, but not the topic itself.
        </p>
        <h3 className="mt-4 font-medium">Confidence of a label</h3>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
          {buckets.map(({ id, description }) => (
            <div key={id} className="contents">
              <dt className="text-ink-soft">{id}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="versions">
        <h2 id="versions" className="text-lg font-semibold">
          Versions
        </h2>
        <ol className="mt-1 flex flex-col gap-2">
          {[...history].reverse().map(({ version, published_at: at, description }) => (
            <li key={version}>
              <span className="font-medium">Version {version}</span>{' '}
              {at !== null && (
                <span className="text-sm text-ink-faint">
                  <TimeText at={at} withTime={false} />
                </span>
              )}
              <p className="text-ink-soft">{description}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

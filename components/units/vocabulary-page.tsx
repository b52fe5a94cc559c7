'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Choice, Field, TextEntry, Tick } from '../ui/field'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { DomainSection } from './domain-section'
import { foundDomains, type TermFilter } from './found-terms'
import { PromotionNotes } from './promotion-notes'
import { type LabelledName, readVocabulary, type Vocabulary } from './read-vocabulary'

const NO_FILTER: TermFilter = { search: '', domain: '', usedOnly: false }
const NONE: readonly LabelledName[] = []

/** The application domains and their terms, how terms come to be, and which rulesets bear them. */
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
        <p>
          Domains and terms by which a ruleset can be labelled, so that it is found again. A label never changes a
          result.
        </p>
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
          label="Used in this namespace only"
          checked={filter.usedOnly}
          onChange={({ target }) => setFilter({ ...filter, usedOnly: target.checked })}
        />
        <p role="status" className="pb-2 text-sm text-ink-faint">
          {count} of {vocabulary.level_two.length} terms, version {vocabulary.version}
        </p>
      </div>
      {domains.length === 0 ? (
        <EmptyState
          title="No term has these words"
          actions={<Button onClick={() => setFilter(NO_FILTER)}>Show all terms</Button>}
        >
          <p>{filter.usedOnly ? 'No ruleset of this namespace bears such a label.' : 'Try fewer words.'}</p>
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApprovalBadge } from '../rulesets/history/approval-badge'
import type { Graph } from '../rulesets/history/history-data'
import { rulesetsQuery } from '../rulesets/ruleset-data'
import { FIRST_VIEW } from '../rulesets/table-view'
import { Choice, Field, TextEntry } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'

const BY_HASH = '#'
const USED_AS_IT_IS =
  'The guardrail uses exactly this revision. A later revision has no effect until you choose it here.'
/** Shorter lists have no search. */
const MAX_WITHOUT_SEARCH = 10

/** Chooses a guardrail's ruleset by name and revision, or by hash. A chosen name starts with its approved revision. */
export function RulesetChoice(props: {
  readonly hash: string
  /** Name of the chosen ruleset; null if the hash was entered. */
  readonly name: string | null
  readonly problem: string | null
  readonly readOnly: boolean
  /** A sentence about what the choice does. */
  readonly about?: string
  /** @param name of the chosen ruleset; null for an entered hash */
  readonly onChange: (hash: string, name: string | null) => void
}) {
  const { hash, problem, readOnly, about = USED_AS_IT_IS, onChange } = props
  const { namespace } = useViewer()
  const id = useId()
  const queries = useQueryClient()
  const [picked, setPicked] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const list = useQuery(rulesetsQuery(namespace.id, { ...FIRST_VIEW, search }))
  const offered = list.data?.rows ?? []
  const chosen = picked ?? (hash === '' ? '' : (props.name ?? BY_HASH))
  const named = chosen !== '' && chosen !== BY_HASH
  const graph = useQuery({ ...graphQuery(namespace.id, chosen), enabled: named })
  const offers = graph.data === undefined ? [] : revisionOffers(graph.data, hash)
  const choose = async (next: string) => {
    setPicked(next)
    if (next === BY_HASH || next === '') return
    // The page's own query reports a name that cannot be read.
    const read = await queries.fetchQuery(graphQuery(namespace.id, next)).catch(() => null)
    if (read !== null) onChange(read.nodes.find(({ approval }) => approval === 'approved')?.hash ?? read.current, next)
  }
  return (
    <fieldset aria-describedby={`${id}-about`}>
      <legend className="text-sm font-medium">Ruleset</legend>
      <div className="flex flex-col gap-3">
        {list.isError && <RefusalNotice refusal={refusalOf(list.error)} onRetry={() => void list.refetch()} />}
        {!readOnly && list.data !== undefined && list.data.total > MAX_WITHOUT_SEARCH && (
          <Field
            label="Find a ruleset"
            hint={`${offered.length} of ${list.data.total.toLocaleString('en')} rulesets are in the list below.`}
          >
            {(bound) => (
              <TextEntry
                {...bound}
                type="search"
                value={search}
                placeholder="Name, rule, claim or hash"
                onChange={({ target }) => setSearch(target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Name" problem={chosen === BY_HASH || named ? null : problem}>
          {(bound) => (
            <Choice {...bound} value={chosen} disabled={readOnly} onChange={({ target }) => void choose(target.value)}>
              <option value="">Choose one</option>
              {named && !offered.some(({ name }) => name === chosen) && <option value={chosen}>{chosen}</option>}
              {offered.map(({ name, approval }) => (
                <option key={name} value={name}>
                  {name}
                  {approval === 'approved' ? ' (approved)' : ''}
                </option>
              ))}
              <option value={BY_HASH}>By its hash</option>
            </Choice>
          )}
        </Field>
        {chosen === BY_HASH && (
          <Field label="Hash" problem={problem}>
            {(bound) => (
              <TextEntry
                {...bound}
                value={hash}
                readOnly={readOnly}
                spellCheck={false}
                autoComplete="off"
                className="font-mono text-sm"
                onChange={({ target }) => onChange(target.value.trim().toLowerCase(), null)}
              />
            )}
          </Field>
        )}
        {graph.isError && <RefusalNotice refusal={refusalOf(graph.error)} onRetry={() => void graph.refetch()} />}
        {named && offers.length > 0 && (
          <Field label="Revision" problem={problem}>
            {(bound) => (
              <Choice
                {...bound}
                value={hash}
                disabled={readOnly}
                onChange={({ target }) => onChange(target.value, chosen)}
              >
                {offers.map((offer) => (
                  <option key={offer.hash} value={offer.hash}>
                    {offer.words}
                  </option>
                ))}
              </Choice>
            )}
          </Field>
        )}
        <p id={`${id}-about`} className="text-sm text-ink-faint">
          {about}
        </p>
        {named && <RevisionStatus offer={offers.find((each) => each.hash === hash)} />}
      </div>
    </fieldset>
  )
}

function graphQuery(namespaceId: string, name: string) {
  return {
    queryKey: ['history', namespaceId, name, 'of a guardrail'],
    queryFn: () => server.history.graph.query({ name, before: null }),
  }
}

/** The approval of the chosen revision. */
function RevisionStatus({ offer }: { readonly offer: RevisionOffer | undefined }) {
  if (offer === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <ApprovalBadge state={offer.approval} hash={offer.hash} />
      {offer.approval === 'approved'
        ? 'This exact revision is signed.'
        : (offer.approvalReason ?? 'It still answers. Have it signed before anything depends on it.')}
    </p>
  )
}

interface RevisionOffer {
  readonly hash: string
  readonly approval: Graph['nodes'][number]['approval']
  /** Why existing approvals do not count, if so. */
  readonly approvalReason: string | null
  readonly words: string
}

/** @param chosen hash that is always offered, even if the history lacks it */
export function revisionOffers({ nodes, current }: Pick<Graph, 'nodes' | 'current'>, chosen: string): RevisionOffer[] {
  const offers = nodes.map(({ hash, approval, approvalReason, storedAt }) => ({
    hash,
    approval,
    approvalReason,
    words: [
      hash.slice(0, 10),
      hash === current ? 'current' : null,
      approval === 'approved' ? 'approved' : null,
      storedAt.slice(0, 10),
    ]
      .filter((word) => word !== null)
      .join(', '),
  }))
  if (/^[0-9a-f]{64}$/.test(chosen) && !offers.some(({ hash }) => hash === chosen))
    offers.push({ hash: chosen, approval: 'none', approvalReason: null, words: `${chosen.slice(0, 10)}, an older one` })
  return offers
}

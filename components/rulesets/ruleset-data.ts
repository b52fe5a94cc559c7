import { keepPreviousData } from '@tanstack/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import type { ExampleTitle } from '../checks/examples'
import { server } from '../ui/server-calls'
import { NO_DOMAIN, PAGE_ROWS, type TableView } from './table-view'

type Outputs = inferRouterOutputs<AppRouter>['revisions']

type ListRequest = NonNullable<inferRouterInputs<AppRouter>['revisions']['list']>
export type RulesetList = Outputs['list']
export type RulesetRow = RulesetList['rows'][number]
export type OpenedRuleset = Outputs['open']
export type ApprovalState = RulesetRow['approval']
type SaveAnswer = Outputs['save']
/** A revision that another person saved. */
export type NewerRevision = Extract<SaveAnswer, { kind: 'conflict' }>['theirs']

/** Asks for one page; the server searches, sorts and counts. */
export function listRequest({
  search,
  domain,
  state,
  reviewer,
  archived,
  sort,
  descending,
  page,
}: TableView): ListRequest {
  const wanted = domain === NO_DOMAIN ? null : domain
  return {
    search: search.trim().slice(0, 500),
    ...(domain !== '' && { domain: wanted }),
    archived,
    ...(state !== '' && { state }),
    ...(reviewer !== '' && { askedId: reviewer }),
    order: sort,
    descending,
    page,
    limit: PAGE_ROWS,
  }
}

/** Pause before asking again for rulesets that a search could not read yet, in milliseconds. */
const UNSEARCHED_MS = 1_000

/** Query of one page of the list, which is loaded whenever it is shown again. */
export function rulesetsQuery(namespaceId: string, view: TableView) {
  const request = listRequest(view)
  return {
    queryKey: ['rulesets', namespaceId, request],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => server.revisions.list.query(request, { signal }),
    placeholderData: keepPreviousData<RulesetList>,
    refetchInterval: ({ state }: { readonly state: { readonly data?: RulesetList | undefined } }) =>
      (state.data?.unsearched ?? 0) > 0 ? UNSEARCHED_MS : false,
  } as const
}

/** Query of one ruleset at its current revision. */
export function rulesetQuery(namespaceId: string, name: string) {
  return { queryKey: ['ruleset', namespaceId, name], queryFn: () => server.revisions.open.query({ name }) }
}

/** Returns a domain's title: “HR workforce” for `hr_workforce`. */
export function domainTitle(id: string): string {
  const words = id.replaceAll('_', ' ').replace(/^hr\b/, 'HR')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type LabelRequest = NonNullable<inferRouterInputs<AppRouter>['revisions']['save']['label']>
export type Domain = NonNullable<LabelRequest['domain']>

/** The domain of the next revision. */
export type LabelChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'domain'; readonly domain: Domain; readonly topic: string }

/** Only the matched term of a label is stored, not its topic. */
export function labelOf(opened: OpenedRuleset | null): LabelChoice {
  const label = opened?.label ?? null
  if (label === null) return { kind: 'none' }
  if (label.declined || label.domain === null) return { kind: 'declined' }
  return { kind: 'domain', domain: label.domain as Domain, topic: '' }
}

/** Returns undefined for a choice that changes nothing. */
export function labelRequest(choice: LabelChoice | null): LabelRequest | undefined {
  if (choice === null || choice.kind === 'none') return undefined
  if (choice.kind === 'declined') return { declined: true }
  const topic = choice.topic.trim()
  return { domain: choice.domain, ...(topic === '' ? {} : { topic }) }
}

/** Initial text of a new ruleset. It compiles, and shows a claim, a unit, a question and a rule. */
export const STARTER = `version 1.3;

// Comments like this one explain a rule to the people who review it.

// @ask amount How much was paid?
// @unit amount USD
declare amount as numeric;

// @ask has_receipt Is there a receipt?
declare has_receipt as boolean;

// A receipt is needed from 75 dollars on.
assert receipt_held { Implies(amount >= 75 "USD", has_receipt) };
`

/** Returns the examples that contain every word. */
export function foundExamples(examples: readonly ExampleTitle[], search: string): readonly ExampleTitle[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return examples.filter(({ title, summary, source, country, domain }) => {
    const text = [title, summary, source, country, domainTitle(domain)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

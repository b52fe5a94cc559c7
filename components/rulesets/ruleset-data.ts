/** Rulesets as the server returns them to pages, their labels, and the text that a new one begins with. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { server } from '../ui/server-calls'

type Outputs = inferRouterOutputs<AppRouter>['revisions']

export type RulesetRow = Outputs['list'][number]
export type OpenedRuleset = Outputs['open']
export type ApprovalState = RulesetRow['approval']
type SaveAnswer = Outputs['save']
/** A revision that another person saved. */
export type NewerRevision = Extract<SaveAnswer, { kind: 'conflict' }>['theirs']

/** Of the list, which is read anew whenever the page is looked at again. */
export function rulesetsQuery(namespaceId: string) {
  return { queryKey: ['rulesets', namespaceId], queryFn: () => server.revisions.list.query() }
}

/** Of one ruleset, as the name points at it now. */
export function rulesetQuery(namespaceId: string, name: string) {
  return { queryKey: ['ruleset', namespaceId, name], queryFn: () => server.revisions.open.query({ name }) }
}

/** The name of a label such as `Ann Lee <ann@example.org>`; a credential's label as it is. */
export function personName(label: string): string {
  return label.replace(/ <[^<>]*>$/, '')
}

/** The name of a level-one domain, from its id: `hr_workforce` is “HR workforce”. */
export function domainTitle(id: string): string {
  const words = id.replaceAll('_', ' ').replace(/^hr\b/, 'HR')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type LabelRequest = NonNullable<inferRouterInputs<AppRouter>['revisions']['save']['label']>
export type Domain = NonNullable<LabelRequest['domain']>

/** The application domain that an author chose. It is saved with the next revision. */
export type LabelChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'domain'; readonly domain: Domain; readonly topic: string }

/** The topic of a label is not stored, only the term that it matched, which the vocabulary page shows. */
export function labelOf(opened: OpenedRuleset | null): LabelChoice {
  const label = opened?.label ?? null
  if (label === null) return { kind: 'none' }
  if (label.declined || label.domain === null) return { kind: 'declined' }
  return { kind: 'domain', domain: label.domain as Domain, topic: '' }
}

/** Undefined for a choice that changes nothing. */
export function labelRequest(choice: LabelChoice | null): LabelRequest | undefined {
  if (choice === null || choice.kind === 'none') return undefined
  if (choice.kind === 'declined') return { declined: true }
  const topic = choice.topic.trim()
  return { domain: choice.domain, ...(topic === '' ? {} : { topic }) }
}

/** What a new ruleset begins with: it compiles, and shows a claim, a unit, a question and a rule. */
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

import type { inferRouterInputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import type { OpenedRuleset } from './ruleset-data'

export type LabelRequest = NonNullable<inferRouterInputs<AppRouter>['revisions']['save']['label']>
export type Domain = NonNullable<LabelRequest['domain']>

/** What an author says of the application domain; it is saved with the next revision. */
export type LabelChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'domain'; readonly domain: Domain; readonly topic: string }

/** The topic of a label is not kept, only the term that it was matched with: that one is shown by the vocabulary. */
export function labelOf(opened: OpenedRuleset | null): LabelChoice {
  const label = opened?.label ?? null
  if (label === null) return { kind: 'none' }
  if (label.declined || label.domain === null) return { kind: 'declined' }
  return { kind: 'domain', domain: label.domain as Domain, topic: '' }
}

/** Undefined where nothing is to be said. */
export function labelRequest(choice: LabelChoice | null): LabelRequest | undefined {
  if (choice === null || choice.kind === 'none') return undefined
  if (choice.kind === 'declined') return { declined: true }
  const topic = choice.topic.trim()
  return { domain: choice.domain, ...(topic === '' ? {} : { topic }) }
}

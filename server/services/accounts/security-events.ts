/**
 * Security events of a namespace's members, for its administrators.
 *
 * Promises: of members alone; what happened to accounts of others, or to addresses without an account, is not shown. An
 * account's sign-ins are the person's, so each administrator of a namespace of the person sees them.
 */
import type { SecurityEventVerbs } from '../../database/accounts/security-events'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'

/** Times are ISO 8601 in UTC. */
export interface ListedSecurityEvent {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly address: string
  readonly details: Readonly<Record<string, string>>
  /** How often it happened in that minute. */
  readonly count: number
}

export interface SecurityEventPage {
  /** Newest first. */
  readonly events: readonly ListedSecurityEvent[]
  /** `after` of the next page; null on the last one. */
  readonly next: string | null
}

export interface SecurityEvents {
  /** @throws Refusal CREDENTIAL_SCOPE */
  list(caller: Caller, request: { readonly after: string | null; readonly limit: number }): Promise<SecurityEventPage>
}

export function createSecurityEvents({ store }: { readonly store: SecurityEventVerbs }): SecurityEvents {
  return {
    list: async (caller, { after, limit }) => {
      demandPermission(caller, 'read_audit')
      const before = after === null ? null : BigInt(after)
      const rows = await store.listSecurityEvents(namespaceOf(caller), before, limit + 1)
      const events = rows.slice(0, limit).map(({ id, at, kind, personId, personName, personEmail, ...row }) => ({
        ...{ id: id.toString(), at: at.toISOString(), kind, personId, name: personName, email: personEmail },
        ...{ address: row.address, count: row.count, details: textsOf(row.details) },
      }))
      return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
    },
  }
}

function textsOf(details: unknown): Readonly<Record<string, string>> {
  const members = typeof details === 'object' && details !== null ? Object.entries(details) : []
  return Object.fromEntries(members.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

/**
 * Typed text is never stored: an unknown account is a keyed hash of its address. Administrators see only members'
 * events.
 */
import { createHmac } from 'node:crypto'
import type { SecurityEventKind, SecurityEventVerbs } from '../../database/accounts/security-events'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'

/** In milliseconds. */
export const SECURITY_EVENT_LIFE_MS = 90 * 86_400_000
export const MAX_SECURITY_EVENTS = 500_000
export const ACCOUNT_KEY_PURPOSE = 'accounts in security events'

export interface FailedTry {
  /** Null if the account does not exist. */
  readonly personId: string | null
  /** In lower case. */
  readonly email: string
  readonly addressKey: string
}

export class SecurityLog {
  constructor(
    private readonly store: SecurityEventVerbs,
    private readonly key: Uint8Array,
    private readonly now: () => Date,
  ) {}

  /** Hides the address in a keyed hash. */
  accountKey(email: string): string {
    return createHmac('sha256', this.key).update(email).digest('base64url')
  }

  note(
    kind: SecurityEventKind,
    personId: string,
    addressKey: string,
    details: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const at = this.now()
    return this.store.addSecurityEvent({ kind, personId, accountKey: personId, address: addressKey, at, details })
  }

  /** Equal events of a minute share a row. */
  count(kind: SecurityEventKind, { personId, email, addressKey }: FailedTry): Promise<void> {
    const accountKey = personId ?? this.accountKey(email)
    const at = this.now()
    return this.store.countSecurityEvent({ kind, personId, accountKey, address: addressKey, at, details: {} })
  }
}

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
  /** Occurrences in that minute. */
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
        id: id.toString(),
        at: at.toISOString(),
        kind,
        personId,
        name: personName,
        email: personEmail,
        address: row.address,
        count: row.count,
        details: textsOf(row.details),
      }))
      return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
    },
  }
}

function textsOf(details: unknown): Readonly<Record<string, string>> {
  const members = typeof details === 'object' && details !== null ? Object.entries(details) : []
  return Object.fromEntries(members.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

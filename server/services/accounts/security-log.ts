/**
 * What is noted of accounts beside the log of a namespace: sign-ins and what failed.
 *
 * Promises: no text that was typed is stored. An account that exists is named by its person, one that does not by a keyed
 * hash of the e-mail address. Failed tries count in one row for each account, address and minute.
 */
import { createHmac } from 'node:crypto'
import type { SecurityEventKind, SecurityEventVerbs } from '../../database/accounts/security-events'

/** How long an event is stored, in milliseconds. */
export const SECURITY_EVENTS_STORED = 90 * 86_400_000
export const MAX_SECURITY_EVENTS = 500_000
/** Of the key that stands for e-mail addresses. */
export const ACCOUNT_KEY_PURPOSE = 'accounts in security events'

export interface FailedTry {
  /** Null for an account that does not exist. */
  readonly personId: string | null
  /** As it was asked for, in lower case. */
  readonly email: string
  readonly addressKey: string
}

export class SecurityLog {
  constructor(
    private readonly store: SecurityEventVerbs,
    private readonly key: Uint8Array,
    private readonly now: () => Date,
  ) {}

  /** A name for an e-mail address that does not tell it. */
  accountKey(email: string): string {
    return createHmac('sha256', this.key).update(email).digest('base64url')
  }

  note(
    kind: SecurityEventKind,
    personId: string,
    addressKey: string,
    details: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    return this.store.addSecurityEvent({
      ...{ kind, personId, accountKey: personId, address: addressKey, at: this.now(), details },
    })
  }

  /** Of many alike in a minute one row counts. */
  count(kind: SecurityEventKind, { personId, email, addressKey }: FailedTry): Promise<void> {
    const accountKey = personId ?? this.accountKey(email)
    return this.store.countSecurityEvent({
      ...{ kind, personId, accountKey, address: addressKey, at: this.now(), details: {} },
    })
  }
}

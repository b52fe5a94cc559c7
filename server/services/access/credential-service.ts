/**
 * Credentials as an administrator sees, issues and revokes them, and how much the namespace used.
 *
 * Promises: of the caller's own namespace alone; a token is returned once, by the call that issues it; what is issued
 * or revoked is in the log with the administrator's name. A revocation is in force at once in this process and within a
 * second in every other.
 */
import { Refusal } from '../../api/refusal'
import type { ListedCredential } from '../../database/access/credentials'
import type { CheckCountVerbs } from '../../database/checks/check-counts'
import type { CallLedger } from './call-ledger'
import { type Caller, namespaceOf } from './caller'
import { type FullCredentialDependencies, issueFullCredential, listCredentials } from './full-credentials'
import { demandPermission, demandReading } from './permit'
import { UTC_MONTH } from './utc-period'

export interface CredentialServiceDependencies extends FullCredentialDependencies {
  readonly store: FullCredentialDependencies['store'] & Pick<CheckCountVerbs, 'checksByMonth'>
  readonly ledger: Pick<CallLedger, 'usage'>
  /** Drops the cached callers of a namespace. */
  readonly forget: (namespaceId: string) => Promise<void>
}

export interface CredentialRow {
  readonly id: string
  readonly label: string
  readonly grade: ListedCredential['grade']
  readonly tier: ListedCredential['tier']
  readonly state: 'active' | 'expired' | 'revoked'
  /** The person who issued it; null for the operator, and where it is unknown. */
  readonly issuedBy: { readonly name: string; readonly disabled: boolean } | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Late by the seconds for which uses are collected before they are written. */
  readonly lastUsedAt: string | null
}

export interface CredentialInput {
  readonly label: string
  readonly tier: 'standard' | 'read_only'
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
}

export interface NamespaceUse {
  /** A UTC month each, without a gap, the oldest first; the last one is now. */
  readonly months: readonly { readonly month: string; readonly checks: number }[]
  /** As GET /v1/account answers a full credential of this namespace. */
  readonly account: {
    readonly used: number
    readonly limit: number | null
    readonly remaining: number | null
    readonly resetsAt: string | null
  }
}

/** Every function refuses with CREDENTIAL_SCOPE a caller who may not manage credentials. */
export interface CredentialService {
  /** The newest first. */
  list(caller: Caller): Promise<readonly CredentialRow[]>
  /** @throws Refusal BAD_REQUEST where it would expire in the past */
  issue(caller: Caller, input: CredentialInput): Promise<{ readonly id: string; readonly token: string }>
  /** @throws Refusal BAD_REQUEST (404) where the namespace has no such credential */
  revoke(caller: Caller, id: string): Promise<void>
  usage(caller: Caller): Promise<NamespaceUse>
}

/** Shown on the chart. */
const MONTHS = 12

export function createCredentialService(dependencies: CredentialServiceDependencies): CredentialService {
  const permitted = (caller: Caller) => {
    demandPermission(caller, 'manage_credentials')
    return namespaceOf(caller)
  }
  const shown = (caller: Caller) => {
    demandReading(caller, 'manage_credentials')
    return namespaceOf(caller)
  }
  return {
    list: async (caller) => {
      const rows: CredentialRow[] = []
      for await (const each of listCredentials(dependencies, shown(caller))) rows.push(rowOf(each, dependencies.now()))
      return rows.reverse()
    },
    issue: async (caller, input) => {
      const namespace = { id: permitted(caller) }
      const issuer = { actor: caller.label, issuedById: issuingPerson(caller) }
      const issued = await issueFullCredential(dependencies, { ...input, namespace }, issuer)
      if (issued.kind === 'issued') return { id: issued.credentialId, token: issued.token }
      if (issued.kind === 'expires_too_early') throw expiryPassed(input.expiresAt)
      throw new Error(`the namespace ${namespace.id} of a caller is absent`)
    },
    revoke: async (caller, id) => {
      const namespaceId = permitted(caller)
      if (
        !(await dependencies.store.revokeCredential({ id, namespaceId, at: dependencies.now(), actor: caller.label }))
      )
        throw new Refusal(
          'BAD_REQUEST',
          'This namespace has no such credential. Load the list again.',
          {},
          { status: 404 },
        )
      await dependencies.forget(namespaceId)
    },
    usage: async (caller) => {
      const namespaceId = shown(caller)
      const months = lastMonths(dependencies.now())
      const { used, limit, remaining, resetsAt } = await dependencies.ledger.usage(caller)
      const counted = await dependencies.store.checksByMonth(namespaceId, months[0]!)
      return {
        // Of the present month the ledger knows what no process has written yet.
        months: months.map((month, index) => ({
          month,
          checks: index === MONTHS - 1 ? used : (counted.get(month) ?? 0),
        })),
        account: { used, limit, remaining, resetsAt: resetsAt?.toISOString() ?? null },
      }
    },
  }
}

function issuingPerson({ person }: Caller): string {
  if (person === null) throw new Error('only people have the permission to issue credentials')
  return person.id
}

function rowOf(credential: ListedCredential, now: Date): CredentialRow {
  const { id, label, grade, tier, issuedBy, createdAt, expiresAt, revokedAt, lastUsedAt } = credential
  const isExpired = expiresAt !== null && expiresAt <= now
  return {
    id,
    label,
    grade,
    tier,
    state: revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    issuedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) =>
    UTC_MONTH.nameOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1 - index))),
  )
}

function expiryPassed(expiresAt: Date | null): Refusal {
  const given = expiresAt?.toISOString() ?? 'nothing'
  return new Refusal('BAD_REQUEST', 'The credential would have expired already. Choose a later day.', {
    failures: [{ field: 'expiresAt', expected: 'a moment in the future', received: given }],
    failure_count: 1,
  })
}

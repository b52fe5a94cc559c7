/** Sees only the caller's own namespace. Changes are logged with the caller's name. */
import { Refusal } from '../../api/refusal'
import type { ListedCredential } from '../../database/access/credentials'
import type { CheckCountVerbs } from '../../database/checks/check-counts'
import { type Caller, namespaceOf } from '../calls/caller'
import type { CallLedger } from './call-ledger'
import { UTC_MONTH } from './call-limits'
import { type FullCredentialDependencies, issueFullCredential, listCredentials } from './full-credentials'
import { demandPermission, demandReading } from './permit'

export interface CredentialServiceDependencies extends FullCredentialDependencies {
  readonly store: FullCredentialDependencies['store'] & Pick<CheckCountVerbs, 'checksByMonth'>
  readonly ledger: Pick<CallLedger, 'usage'>
  readonly forget: (namespaceId: string) => Promise<void>
}

export interface CredentialRow {
  readonly id: string
  readonly label: string
  readonly grade: ListedCredential['grade']
  readonly tier: ListedCredential['tier']
  readonly state: 'active' | 'expired' | 'revoked'
  /** Null for the operator or if unknown. */
  readonly issuedBy: { readonly name: string; readonly disabled: boolean } | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Some seconds late, because uses are written in batches. */
  readonly lastUsedAt: string | null
}

export interface CredentialInput {
  readonly label: string
  readonly tier: 'standard' | 'read_only'
  readonly expiresAt: Date | null
}

export interface NamespaceUse {
  /** UTC months without gaps, oldest first, up to now. */
  readonly months: readonly { readonly month: string; readonly checks: number }[]
  readonly account: {
    readonly used: number
    readonly limit: number | null
    readonly remaining: number | null
    readonly resetsAt: string | null
  }
}

/** @throws Refusal CREDENTIAL_SCOPE if the caller may not manage credentials */
export interface CredentialService {
  /** Newest first. */
  list(caller: Caller): Promise<readonly CredentialRow[]>
  /** @throws Refusal BAD_REQUEST if it is already expired */
  issue(caller: Caller, input: CredentialInput): Promise<{ readonly id: string; readonly token: string }>
  /** @throws Refusal BAD_REQUEST (404) if it is unknown */
  revoke(caller: Caller, id: string): Promise<void>
  usage(caller: Caller): Promise<NamespaceUse>
}

const CHART_MONTHS = 12

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
        // The ledger includes unwritten checks.
        months: months.map((month, index) => ({
          month,
          checks: index === CHART_MONTHS - 1 ? used : (counted.get(month) ?? 0),
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
  return Array.from({ length: CHART_MONTHS }, (_, index) =>
    UTC_MONTH.nameOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (CHART_MONTHS - 1 - index))),
  )
}

function expiryPassed(expiresAt: Date | null): Refusal {
  const given = expiresAt?.toISOString() ?? 'nothing'
  return new Refusal('BAD_REQUEST', 'The credential would have expired already. Choose a later day.', {
    failures: [{ field: 'expiresAt', expected: 'a moment in the future', received: given }],
    failure_count: 1,
  })
}

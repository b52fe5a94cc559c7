/**
 * Makes the area of service accounts and groups.
 */
import { type FieldFailure, Refusal } from '../../contract/refusal'
import type { ListedServiceAccount, StoredServiceSecret } from '../../store/service-accounts'
import type { Store } from '../../store/store'
import { hashToken } from '../authenticate'
import type { Caller } from '../caller'
import { namespaceOf } from '../namespace-of'
import { readName, refuseFailures } from '../people/account-details'
import { demandPermission } from '../permit'
import { descriptionFailures, groupNameFailures, secretFailures, usernameFailures } from './account-forms'
import { CLIENT_ID } from './own-tokens'
import type { ServiceAccountRow, ServiceAccounts, ServiceSecretKind, ServiceSecretRow } from './service-accounts'

export interface ServiceAccountParts {
  readonly store: Pick<
    Store,
    | 'ensureGroup'
    | 'renameGroup'
    | 'addGroupMember'
    | 'removeGroupMember'
    | 'listServiceAccounts'
    | 'addServiceAccount'
    | 'setServiceAccountDisabled'
    | 'addServiceSecret'
    | 'revokeServiceSecret'
  >
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

/** Of one home. */
export const MOST_ACCOUNTS = 1_000
/** Of one account, neither revoked nor expired. */
export const MOST_SECRETS = 50
/** Of one account: all of them stand in its tokens. */
export const MOST_GROUPS = 50

/** Before 256 random bits, so that a person, or a scanner for leaked secrets, knows what it is. */
export const SECRET_PREFIXES: Readonly<Record<ServiceSecretKind, string>> = {
  service_token: 'tst_service_',
  api_key: 'tst_apikey_',
}

export function createServiceAccounts({ store, now, newId, randomBytes }: ServiceAccountParts): ServiceAccounts {
  /** The namespace whose accounts the caller manages, and who changes something. */
  const managed = (caller: Caller) => {
    demandPermission(caller, 'manage_service_accounts')
    return { namespaceId: namespaceOf(caller), actor: caller.label, at: now() }
  }
  return {
    view: async (caller) => {
      const { namespaceId, ...by } = managed(caller)
      const name = await store.ensureGroup(namespaceId, by)
      const accounts = await store.listServiceAccounts(namespaceId)
      return { name, accounts: accounts.map((each) => rowOf(each, namespaceId, by.at)), clientId: CLIENT_ID }
    },

    renameGroup: async (caller, given) => {
      const by = managed(caller)
      const name = given.trim()
      refuseFailures(groupNameFailures(name))
      if ((await store.renameGroup({ ...by, name })) === 'taken')
        throw taken('name', name, 'Another group of this deployment has this name. Choose another one.')
    },

    add: async (caller, { username, description: given }) => {
      const by = managed(caller)
      const description = given.trim()
      refuseFailures([...usernameFailures(username), ...descriptionFailures(description)])
      const id = newId()
      const outcome = await store.addServiceAccount({ ...by, id, username, description, limit: MOST_ACCOUNTS })
      if (outcome === 'taken')
        throw taken('username', username, 'Another service account of this deployment has this username.')
      if (outcome === 'full') throw full(`A namespace has at most ${MOST_ACCOUNTS} service accounts.`)
      return { id }
    },

    setDisabled: async (caller, id, disabled) => {
      const found = await store.setServiceAccountDisabled({ ...managed(caller), id, disabled })
      if (!found) throw unknownAccount()
    },

    issueSecret: async (caller, accountId, { kind, label: given, expiresAt }) => {
      const by = managed(caller)
      const label = readName(given)
      refuseFailures(secretFailures(label, expiresAt, by.at))
      const secret = SECRET_PREFIXES[kind] + Buffer.from(randomBytes(32)).toString('base64url')
      const id = newId()
      const issued = { ...by, id, accountId, kind, sha256: hashToken(secret), label, expiresAt, limit: MOST_SECRETS }
      const outcome = await store.addServiceSecret(issued)
      if (outcome === 'unknown') throw unknownAccount()
      if (outcome === 'full')
        throw full(`A service account has at most ${MOST_SECRETS} secrets in force. Revoke one that is not used.`)
      return { id, secret }
    },

    revokeSecret: async (caller, id) => {
      if (await store.revokeServiceSecret({ ...managed(caller), id })) return
      throw notFound('No service account of this namespace has such a secret. Load the list again.')
    },

    addMember: async (caller, username) => {
      const by = managed(caller)
      refuseFailures(usernameFailures(username))
      const outcome = await store.addGroupMember({ ...by, username, mostGroups: MOST_GROUPS })
      if (outcome === 'unknown') throw notFound('This deployment has no service account of this username.')
      if (outcome === 'full') throw full(`A service account acts for at most ${MOST_GROUPS} groups.`)
    },

    removeMember: async (caller, accountId) => {
      if (await store.removeGroupMember({ ...managed(caller), accountId })) return
      throw notFound('This service account is no member of the group. Load the list again.')
    },
  }
}

function rowOf(account: ListedServiceAccount, namespaceId: string, at: Date): ServiceAccountRow {
  const { homeId, disabledAt, createdAt, secrets, ...row } = account
  return {
    ...row,
    isOwn: homeId === namespaceId,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    secrets: secrets.map((secret) => secretRow(secret, at)),
  }
}

function secretRow({ revokedAt, expiresAt, createdAt, lastUsedAt, ...row }: StoredServiceSecret, at: Date) {
  const isExpired = expiresAt !== null && expiresAt <= at
  const told: ServiceSecretRow = {
    ...row,
    state: revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
  return told
}

function taken(field: string, given: string, message: string): Refusal {
  const failure: FieldFailure = { field, expected: 'one that nobody has', received: JSON.stringify(given) }
  return new Refusal('BAD_REQUEST', message, { failures: [failure], failure_count: 1 }, { status: 409 })
}

function full(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}

function unknownAccount(): Refusal {
  return notFound('This namespace is not the home of such a service account. Load the list again.')
}

function notFound(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 404 })
}

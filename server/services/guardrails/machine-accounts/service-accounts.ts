/**
 * Service accounts as an administrator manages them. Only administrators of its home namespace issue and revoke an
 * account's secrets. It acts for another group only as a member that its home confirmed; before that, the other
 * namespace does not learn that it exists.
 */
import { Refusal } from '../../../api/refusal'
import type { OwnGroupMemberRequest } from '../../../database/guardrails/group-member-requests'
import type {
  ListedServiceAccount,
  ServiceSecretKind,
  StoredServiceSecret,
} from '../../../database/guardrails/service-accounts'
import type { Store } from '../../../database/store'
import { demandPermission, demandReading } from '../../access/permit'
import { refuseFailures } from '../../accounts/account-details'
import { type Caller, namespaceOf } from '../../calls/caller'
import { groupNameFailures, usernameFailures } from './account-forms'
import { CLIENT_ID } from './own-tokens'
import {
  addServiceAccount,
  issueServiceSecret,
  type NewAccountInput,
  type NewSecretInput,
  refusalOfFull,
  refusalOfNotFound,
  refusalOfTaken,
  refusalOfUnknownAccount,
} from './service-account-changes'

export interface ServiceSecretRow {
  readonly id: string
  readonly kind: ServiceSecretKind
  readonly label: string
  readonly state: 'active' | 'expired' | 'revoked'
  readonly createdAt: string
  readonly createdBy: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

export interface ServiceAccountRow {
  readonly id: string
  readonly username: string
  readonly description: string
  /** Whether this namespace is its home; otherwise `secrets` is empty. */
  readonly isOwn: boolean
  readonly isMember: boolean
  readonly disabledAt: string | null
  readonly createdAt: string
  readonly createdBy: string
  readonly secrets: readonly ServiceSecretRow[]
}

export interface GroupView {
  /** As in X-Service-Active-Group. */
  readonly name: string
  readonly accounts: readonly ServiceAccountRow[]
  /** For the client credentials grant. */
  readonly clientId: string
  /** Requests of this namespace, latest first. */
  readonly requests: readonly MemberRequestRow[]
  /** Unanswered requests of other namespaces, oldest first. */
  readonly asked: readonly AskedMemberRow[]
}

/** `not_confirmed`: it expired; this does not reveal whether the account exists or its home declined. */
export type MemberRequestState = 'waiting' | 'confirmed' | 'not_confirmed'

export interface MemberRequestRow {
  readonly id: string
  /** As entered. */
  readonly username: string
  readonly state: MemberRequestState
  readonly requestedAt: string
  readonly requestedBy: string
  readonly expiresAt: string
}

export interface AskedMemberRow {
  readonly id: string
  /** An account of this namespace. */
  readonly username: string
  /** The requesting namespace. */
  readonly namespaceName: string
  readonly requestedAt: string
  readonly requestedBy: string
  readonly expiresAt: string
}

/** Every function refuses callers without the permission with CREDENTIAL_SCOPE. */
export interface ServiceAccounts {
  view(caller: Caller): Promise<GroupView>
  renameGroup(caller: Caller, name: string): Promise<void>
  add(caller: Caller, input: NewAccountInput): Promise<{ readonly id: string }>
  setDisabled(caller: Caller, id: string, disabled: boolean): Promise<void>
  issueSecret(
    caller: Caller,
    accountId: string,
    input: NewSecretInput,
  ): Promise<{ readonly id: string; readonly secret: string }>
  revokeSecret(caller: Caller, secretId: string): Promise<void>
  /**
   * Adds an account of this namespace at once. Otherwise it asks the account's home, if there is one; the result is
   * `requested` either way.
   * @throws Refusal EVALUATION_LIMIT after too many requests in a day
   */
  addMember(caller: Caller, username: string): Promise<'added' | 'requested'>
  /** Decides whether an account of this namespace may act for the requesting group. */
  answerMemberRequest(caller: Caller, id: string, confirmed: boolean): Promise<void>
  removeMember(caller: Caller, accountId: string): Promise<void>
}

export interface ServiceAccountDependencies {
  readonly store: Pick<
    Store,
    | 'ensureGroup'
    | 'renameGroup'
    | 'addGroupMember'
    | 'removeGroupMember'
    | 'requestGroupMember'
    | 'listOwnGroupMemberRequests'
    | 'listHomeGroupMemberRequests'
    | 'answerGroupMemberRequest'
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

/** An account's tokens list all its groups. */
export const MAX_GROUPS = 50
/** Requests of one namespace for accounts of others. */
export const MAX_MEMBER_REQUESTS_PER_DAY = 20
export const MEMBER_REQUEST_LIFE_MS = 7 * 86_400_000

export function createServiceAccounts({ store, now, newId, randomBytes }: ServiceAccountDependencies): ServiceAccounts {
  const managed = (caller: Caller) => {
    demandPermission(caller, 'manage_service_accounts')
    return { namespaceId: namespaceOf(caller), actor: caller.label, at: now() }
  }
  return {
    view: async (caller) => {
      demandReading(caller, 'manage_service_accounts')
      const namespaceId = namespaceOf(caller)
      const by = { actor: caller.label, at: now() }
      const name = await store.ensureGroup(namespaceId, by)
      const accounts = await store.listServiceAccounts(namespaceId)
      const requests = await store.listOwnGroupMemberRequests(namespaceId)
      const atHome = await store.listHomeGroupMemberRequests(namespaceId, by.at)
      return {
        name,
        accounts: accounts.map((each) => rowOf(each, namespaceId, by.at)),
        clientId: CLIENT_ID,
        requests: requests.map((each) => requestRow(each, by.at)),
        asked: atHome.map(({ requestedAt, expiresAt, ...row }) => ({
          ...row,
          requestedAt: requestedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      }
    },

    renameGroup: async (caller, given) => {
      const by = managed(caller)
      const name = given.trim()
      refuseFailures(groupNameFailures(name))
      if ((await store.renameGroup({ ...by, name })) === 'taken')
        throw refusalOfTaken('name', name, 'Another group of this deployment has this name. Choose another one.')
    },

    add: async (caller, input) => addServiceAccount({ store, newId }, managed(caller), input),

    setDisabled: async (caller, id, disabled) => {
      const isKnown = await store.setServiceAccountDisabled({ ...managed(caller), id, disabled })
      if (!isKnown) throw refusalOfUnknownAccount()
    },

    issueSecret: async (caller, accountId, input) =>
      issueServiceSecret({ store, newId, randomBytes }, managed(caller), accountId, input),

    revokeSecret: async (caller, id) => {
      if (await store.revokeServiceSecret({ ...managed(caller), id })) return
      throw refusalOfNotFound('No service account of this namespace has such a secret. Load the list again.')
    },

    addMember: async (caller, username) => {
      const by = managed(caller)
      refuseFailures(usernameFailures(username))
      const outcome = await store.addGroupMember({ ...by, username, maxGroups: MAX_GROUPS })
      if (outcome === 'full') throw refusalOfFull(`A service account can act for at most ${MAX_GROUPS} groups.`)
      if (outcome === 'done') return 'added'
      const expiresAt = new Date(by.at.getTime() + MEMBER_REQUEST_LIFE_MS)
      const maxInDay = MAX_MEMBER_REQUESTS_PER_DAY
      const requested = await store.requestGroupMember({ ...by, id: newId(), username, expiresAt, maxInDay })
      if (requested === 'too_many')
        throw new Refusal(
          'EVALUATION_LIMIT',
          `A namespace can request at most ${maxInDay} service accounts of other namespaces in a day. Try again tomorrow.`,
          { retry_after_ms: 86_400_000 },
        )
      return 'requested'
    },

    answerMemberRequest: async (caller, id, confirmed) => {
      const { namespaceId, ...by } = managed(caller)
      const answer = { ...by, id, homeId: namespaceId, confirmed, maxGroups: MAX_GROUPS }
      const outcome = await store.answerGroupMemberRequest(answer)
      if (outcome === 'unknown')
        throw refusalOfNotFound('This request is no longer open: it was answered or has expired.')
      if (outcome === 'full') throw refusalOfFull(`A service account can act for at most ${MAX_GROUPS} groups.`)
    },

    removeMember: async (caller, accountId) => {
      if (await store.removeGroupMember({ ...managed(caller), accountId })) return
      throw refusalOfNotFound('This service account is not a member of the group. Load the list again.')
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

function requestRow({ confirmed, requestedAt, expiresAt, ...row }: OwnGroupMemberRequest, at: Date): MemberRequestRow {
  const state: MemberRequestState = confirmed ? 'confirmed' : expiresAt > at ? 'waiting' : 'not_confirmed'
  return { ...row, state, requestedAt: requestedAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

function secretRow(
  { revokedAt, expiresAt, createdAt, lastUsedAt, ...row }: StoredServiceSecret,
  at: Date,
): ServiceSecretRow {
  const isExpired = expiresAt !== null && expiresAt <= at
  return {
    ...row,
    state: revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

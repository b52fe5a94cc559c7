/**
 * Service accounts, their secrets and groups, as an administrator sees them.
 *
 * Promises: an account's secrets are issued and revoked by administrators of its home namespace alone; an account acts for
 * a group only while an administrator of that group has it as a member, and for another group than its home's only once
 * its home confirmed it; until then another namespace learns nothing of it, nor that it exists; a secret is told once;
 * what is changed is in the log of the namespace it concerns.
 */
import type { Caller } from '../access/caller'

export type ServiceSecretKind = 'service_token' | 'api_key'

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
  /** Whether this namespace is its home: else it is a member from elsewhere, and `secrets` is empty. */
  readonly isOwn: boolean
  readonly isMember: boolean
  readonly disabledAt: string | null
  readonly createdAt: string
  readonly createdBy: string
  readonly secrets: readonly ServiceSecretRow[]
}

export interface GroupView {
  /** As X-Service-Active-Group names it. */
  readonly name: string
  readonly accounts: readonly ServiceAccountRow[]
  /** For the client credentials grant. */
  readonly clientId: string
  /** What this namespace asked for, the latest first. */
  readonly requests: readonly MemberRequestRow[]
  /** What other namespaces ask of this one and is not answered, the oldest first. */
  readonly asked: readonly AskedMemberRow[]
}

/** `not_confirmed`: it expired; whether the account exists, or was refused, is not told. */
export type MemberRequestState = 'waiting' | 'confirmed' | 'not_confirmed'

export interface MemberRequestRow {
  readonly id: string
  /** As it was typed. */
  readonly username: string
  readonly state: MemberRequestState
  readonly requestedAt: string
  readonly requestedBy: string
  readonly expiresAt: string
}

export interface AskedMemberRow {
  readonly id: string
  /** Of this namespace's account. */
  readonly username: string
  /** Of the namespace that asks. */
  readonly namespaceName: string
  readonly requestedAt: string
  readonly requestedBy: string
  readonly expiresAt: string
}

/** Every function refuses with CREDENTIAL_SCOPE whoever may not manage service accounts; 404 and 409 as elsewhere. */
export interface ServiceAccounts {
  view(caller: Caller): Promise<GroupView>
  renameGroup(caller: Caller, name: string): Promise<void>
  add(
    caller: Caller,
    wish: { readonly username: string; readonly description: string },
  ): Promise<{ readonly id: string }>
  setDisabled(caller: Caller, id: string, disabled: boolean): Promise<void>
  issueSecret(
    caller: Caller,
    accountId: string,
    wish: { readonly kind: ServiceSecretKind; readonly label: string; readonly expiresAt: Date | null },
  ): Promise<{ readonly id: string; readonly secret: string }>
  revokeSecret(caller: Caller, secretId: string): Promise<void>
  /**
   * Lets an account of this namespace act for its group at once. For any other username it asks the namespace whose
   * account it is, if there is one: the answer is `requested` either way.
   * @throws Refusal EVALUATION_LIMIT after too many requests in a day
   */
  addMember(caller: Caller, username: string): Promise<'added' | 'requested'>
  /** Of this namespace's accounts: whether one may act for the group of the namespace that asks. */
  answerMemberRequest(caller: Caller, id: string, confirmed: boolean): Promise<void>
  removeMember(caller: Caller, accountId: string): Promise<void>
}

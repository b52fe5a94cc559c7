/**
 * Service accounts, their secrets and groups, as an administrator sees them.
 *
 * Promises: an account's secrets are issued and revoked by administrators of its home namespace alone; an account acts for
 * a group only while an administrator of that group has it as a member; a secret is told once; what is changed is in the
 * log of the namespace it concerns.
 */
import type { Caller } from '../caller'

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
  /** Lets an account of another namespace act for this group. */
  addMember(caller: Caller, username: string): Promise<void>
  removeMember(caller: Caller, accountId: string): Promise<void>
}

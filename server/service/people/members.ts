/**
 * Members of a namespace, as its administrators see and change them.
 *
 * Promises: who may not manage members learns nothing of them; a change takes effect on the member's next request; a
 * namespace keeps an administrator; every change stands in the log. The link of an invitation is told once, when it is
 * made, and only its sha256 is stored.
 */
import { Refusal } from '../../contract/refusal'
import type { InvitationVerbs } from '../../store/invitations'
import type { MemberOutcome, MemberVerbs } from '../../store/members'
import { hashToken } from '../authenticate'
import type { Caller } from '../caller'
import { ROLES, type Role } from '../permissions'
import { demandPermission } from '../permit'
import { emailFailures, normalEmail, refuseFailures } from './account-details'

export interface MembersParts {
  readonly store: MemberVerbs & Pick<InvitationVerbs, 'addInvitation' | 'listInvitations' | 'revokeInvitation'>
  /** Address of this deployment as its users see it, without a final slash. */
  readonly publicUrl: string
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

/** Times are ISO 8601 in UTC. */
export interface ListedMember {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly since: string
  /** Whether the account was disabled: it cannot sign in. */
  readonly disabled: boolean
}

export interface ListedInvitation {
  readonly id: string
  /** Null where whoever holds the link may take it. */
  readonly email: string | null
  readonly roles: readonly Role[]
  readonly invitedBy: string
  readonly invitedAt: string
  readonly expiresAt: string
}

export interface IssuedInvitation {
  readonly id: string
  /** Never told again. */
  readonly link: string
  readonly expiresAt: string
}

/** Every function refuses with CREDENTIAL_SCOPE who may not manage members. */
export interface Members {
  listMembers(caller: Caller): Promise<readonly ListedMember[]>
  /** Those that can still be taken, the latest first. */
  listInvitations(caller: Caller): Promise<readonly ListedInvitation[]>
  /** @throws Refusal BAD_REQUEST for no role, an unknown person, or the last administrator */
  changeRoles(caller: Caller, personId: string, roles: readonly Role[]): Promise<void>
  /** @throws Refusal BAD_REQUEST for an unknown person or the last administrator */
  removeMember(caller: Caller, personId: string): Promise<void>
  /**
   * @param email only an account with this address may take it; null or empty for whoever holds the link
   * @throws Refusal BAD_REQUEST for no role or a text that is no address
   */
  invite(caller: Caller, roles: readonly Role[], email: string | null): Promise<IssuedInvitation>
  /** @throws Refusal BAD_REQUEST where it was taken, revoked or is over */
  revokeInvitation(caller: Caller, id: string): Promise<void>
}

export const INVITATION_LIFE = 7 * 86_400_000

export function createMembers(parts: MembersParts): Members {
  const { store, now } = parts
  return {
    listMembers: async (caller) => {
      const rows = await store.listMembers(managed(caller))
      return rows.map(({ since, disabledAt, ...row }) => ({
        ...row,
        since: since.toISOString(),
        disabled: disabledAt !== null,
      }))
    },

    listInvitations: async (caller) => {
      const rows = await store.listInvitations(managed(caller), now())
      return rows.map(({ id, email, roles, invitedBy, invitedAt, expiresAt }) => {
        return { id, email, roles, invitedBy, invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() }
      })
    },

    changeRoles: async (caller, personId, given) => {
      const change = { namespaceId: managed(caller), personId, at: now(), actor: caller.label }
      const roles = readRoles(given)
      told(await store.changeRoles({ ...change, roles }))
    },

    removeMember: async (caller, personId) => {
      const change = { namespaceId: managed(caller), personId, at: now(), actor: caller.label }
      told(await store.removeMember(change))
    },

    invite: async (caller, given, to) => {
      const namespaceId = managed(caller)
      const roles = readRoles(given)
      const email = to === null || to.trim() === '' ? null : normalEmail(to)
      if (email !== null) refuseFailures(emailFailures(email))
      const token = Buffer.from(parts.randomBytes(32)).toString('base64url')
      const at = now()
      const expiresAt = new Date(at.getTime() + INVITATION_LIFE)
      const id = parts.newId()
      const tokenSha256 = hashToken(token)
      await store.addInvitation({ id, tokenSha256, namespaceId, roles, email, invitedBy: caller.label, at, expiresAt })
      return { id, link: `${parts.publicUrl}/invite/${token}`, expiresAt: expiresAt.toISOString() }
    },

    revokeInvitation: async (caller, id) => {
      const which = { id, namespaceId: managed(caller), at: now(), actor: caller.label }
      if (await store.revokeInvitation(which)) return
      throw new Refusal(
        'BAD_REQUEST',
        'This invitation cannot be revoked: it was taken, revoked or is over.',
        {},
        { status: 404 },
      )
    },
  }
}

/** The namespace whose members the caller manages. */
function managed(caller: Caller): string {
  demandPermission(caller, 'manage_members')
  if (caller.namespaceId === null) throw new Error('a person without a namespace')
  return caller.namespaceId
}

function readRoles(given: readonly Role[]): readonly Role[] {
  const roles = ROLES.filter((role) => given.includes(role))
  if (roles.length === 0)
    refuseFailures([{ field: 'roles', expected: `one or more of ${ROLES.join(', ')}`, received: 'none' }])
  return roles
}

function told(outcome: MemberOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'unknown')
    throw new Refusal('BAD_REQUEST', 'This person is no member of the namespace any more.', {}, { status: 404 })
  throw new Refusal(
    'BAD_REQUEST',
    'This is the last administrator of the namespace. Make somebody else an administrator first.',
  )
}

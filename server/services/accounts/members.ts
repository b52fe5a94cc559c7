/**
 * Changes take effect on the member's next request and are logged. Those that concern administrators wait for a second
 * one if there is one.
 */
import type { LinkDelivery } from '../../api/link-message'
import { invitationMessage, type LinkMessage } from '../../api/link-message'
import { Refusal } from '../../api/refusal'
import type { Admission, AdmissionVerbs } from '../../database/accounts/admissions'
import type { InvitationVerbs } from '../../database/accounts/invitations'
import type { MemberOutcome, MemberVerbs } from '../../database/accounts/members'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import { demandPermission, demandReading } from '../access/permit'
import { hashToken, newToken } from '../access/secrets'
import type { Caller } from '../calls/caller'
import { ROLES, type Role } from '../calls/permissions'
import type { LinkMail } from '../mail/link-mail'
import { emailFailures, normalEmail, refuseFailures } from './account-details'
import { type ChangeResult, changeResult, proposerOf } from './pending-changes'

export interface MembersDependencies {
  readonly store: MemberVerbs &
    Pick<AdmissionVerbs, 'findAdmissions'> &
    Pick<InvitationVerbs, 'addInvitation' | 'listInvitations' | 'revokeInvitation' | 'findInvitation'> &
    Pick<NamespaceVerbs, 'findSettings'>
  readonly mail: LinkMail
  /** Without a final slash. */
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
  readonly disabled: boolean
  /** By a link of the operator. */
  readonly byOperator: boolean
  /** Last password set by the operator's link. */
  readonly operatorPasswordAt: string | null
  /** Who invited and who confirmed the account, oldest first; empty if it is not recorded. */
  readonly admissions: readonly { readonly kind: Admission['kind']; readonly by: string; readonly at: string }[]
  /** Whether the caller may confirm the account as a second administrator. */
  readonly mayConfirm: boolean
}

export interface ListedInvitation {
  readonly id: string
  /** Null if anybody with the link may take it. */
  readonly email: string | null
  readonly roles: readonly Role[]
  readonly invitedBy: string
  readonly invitedAt: string
  readonly expiresAt: string
  /** A second administrator must confirm it first. */
  readonly held: boolean
}

export interface IssuedInvitation extends ChangeResult {
  readonly id: string
  /** Returned only once. */
  readonly link: string
  readonly message: LinkMessage
  readonly email: string | null
  readonly expiresAt: string
  /** There is a mail server and an address. */
  readonly canBeSent: boolean
}

/** @throws Refusal CREDENTIAL_SCOPE if the caller may not manage members */
export interface Members {
  listMembers(caller: Caller): Promise<readonly ListedMember[]>
  /** Open invitations, newest first. */
  listInvitations(caller: Caller): Promise<readonly ListedInvitation[]>
  canSend(caller: Caller): Promise<boolean>
  /** @throws Refusal BAD_REQUEST for no role, an unknown person or the last administrator */
  changeRoles(caller: Caller, personId: string, roles: readonly Role[]): Promise<ChangeResult>
  /** @throws Refusal BAD_REQUEST for an unknown person or the last administrator */
  removeMember(caller: Caller, personId: string): Promise<ChangeResult>
  /**
   * @param email null or empty for anybody with the link
   * @throws Refusal BAD_REQUEST for no role or an invalid address
   */
  invite(caller: Caller, roles: readonly Role[], email: string | null): Promise<IssuedInvitation>
  /**
   * A failed delivery is returned, and the invitation stays valid.
   * @throws Refusal BAD_REQUEST if it is not open
   */
  sendInvitation(caller: Caller, id: string, link: string): Promise<LinkDelivery>
  /**
   * Makes a new link. An administrator's invitation must be confirmed again.
   * @throws Refusal BAD_REQUEST if it is not open
   */
  renewInvitation(caller: Caller, id: string): Promise<IssuedInvitation>
  /** @throws Refusal BAD_REQUEST if it is not open */
  revokeInvitation(caller: Caller, id: string): Promise<void>
}

export const INVITATION_LIFE_MS = 7 * 86_400_000

export function createMembers(dependencies: MembersDependencies): Members {
  const { store, mail, now } = dependencies
  /** Uses only the token of the page's link. */
  const addressOf = (link: string) => `${dependencies.publicUrl}/invite/${link.split('/').pop()}`

  const invite = async (caller: Caller, given: readonly Role[], to: string | null): Promise<IssuedInvitation> => {
    const namespaceId = demandManagedNamespace(caller)
    const roles = readRoles(given)
    const email = to === null || to.trim() === '' ? null : normalEmail(to)
    if (email !== null) refuseFailures(emailFailures(email))
    const token = newToken(dependencies.randomBytes)
    const at = now()
    const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS)
    const id = dependencies.newId()
    const proposer = proposerOf(caller, dependencies.newId())
    const invitation = { id, tokenSha256: hashToken(token), namespaceId, roles, email, proposer, at, expiresAt }
    const { pendingChange } = changeResult(await store.addInvitation(invitation))
    const namespaceName = (await store.findSettings(namespaceId))?.displayName ?? namespaceId
    const link = addressOf(token)
    const facts = {
      invitedBy: nameOf(caller),
      namespaceName,
      roles,
      link,
      expiresAt,
      email,
      held: pendingChange !== null,
    }
    return {
      id,
      link,
      message: invitationMessage(facts),
      email,
      expiresAt: expiresAt.toISOString(),
      canBeSent: mail.isConfigured && email !== null,
      pendingChange,
    }
  }

  const revoke = async (caller: Caller, id: string) => {
    const namespaceId = demandManagedNamespace(caller)
    const { personId, label } = proposerOf(caller, id)
    const which = { id, namespaceId, at: now(), actor: label, personId }
    if (!(await store.revokeInvitation(which))) throw notOpen('revoked')
  }

  return {
    listMembers: async (caller) => {
      const namespaceId = demandViewableNamespace(caller)
      const rows = await store.listMembers(namespaceId)
      const admissions = await store.findAdmissions(namespaceId)
      const self = caller.person?.id ?? null
      return rows.map(({ since, disabledAt, operatorPasswordAt, ...row }) => ({
        ...row,
        ...admissionsOf(admissions.get(row.personId) ?? [], row.personId === self, self),
        since: since.toISOString(),
        operatorPasswordAt: operatorPasswordAt?.toISOString() ?? null,
        disabled: disabledAt !== null,
      }))
    },

    listInvitations: async (caller) => {
      const rows = await store.listInvitations(demandViewableNamespace(caller), now())
      return rows.map(({ id, email, roles, invitedBy, invitedAt, expiresAt, held }) => {
        const times = { invitedAt: invitedAt.toISOString(), expiresAt: expiresAt.toISOString() }
        return { id, email, roles, invitedBy, ...times, held }
      })
    },

    changeRoles: async (caller, personId, given) => {
      const namespaceId = demandManagedNamespace(caller)
      const roles = readRoles(given)
      const proposer = proposerOf(caller, dependencies.newId())
      return memberResult(await store.changeRoles({ namespaceId, personId, at: now(), proposer, roles }))
    },

    removeMember: async (caller, personId) => {
      const namespaceId = demandManagedNamespace(caller)
      const proposer = proposerOf(caller, dependencies.newId())
      return memberResult(await store.removeMember({ namespaceId, personId, at: now(), proposer }))
    },

    canSend: async (caller) => {
      demandViewableNamespace(caller)
      return mail.isConfigured
    },

    invite,

    sendInvitation: async (caller, id, link) => {
      const namespaceId = demandManagedNamespace(caller)
      const invitation = await store.findInvitation(hashToken(link.split('/').pop() ?? ''), now())
      if (invitation === null || invitation.id !== id || invitation.namespaceId !== namespaceId) throw notOpen('sent')
      if (invitation.email === null) return { kind: 'not_sent', reason: 'no_address' }
      const message = invitationMessage({ ...invitation, invitedBy: nameOf(caller), link: addressOf(link) })
      return mail.send(namespaceId, invitation.email, message)
    },

    renewInvitation: async (caller, id) => {
      const open = await store.listInvitations(demandManagedNamespace(caller), now())
      const invitation = open.find((each) => each.id === id)
      if (invitation === undefined) throw notOpen('renewed')
      await revoke(caller, id)
      return invite(caller, invitation.roles, invitation.email)
    },

    revokeInvitation: revoke,
  }
}

function admissionsOf(
  admissions: readonly Admission[],
  isSelf: boolean,
  self: string | null,
): Pick<ListedMember, 'admissions' | 'mayConfirm'> {
  const isVoucher = admissions.some(({ byId }) => byId === self)
  return {
    admissions: admissions.map(({ kind, by, at }) => ({ kind, by, at: at.toISOString() })),
    mayConfirm: !isSelf && !isVoucher && admissions.every(({ kind }) => kind !== 'operator'),
  }
}

function notOpen(verb: 'sent' | 'renewed' | 'revoked'): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `This invitation cannot be ${verb}: it was accepted, revoked or has expired.`,
    {},
    { status: 404 },
  )
}

function nameOf({ person, label }: Caller): string {
  return person === null ? label : `${person.name} (${person.email})`
}

function demandViewableNamespace(caller: Caller): string {
  demandReading(caller, 'manage_members')
  if (caller.namespaceId === null) throw new Error('a person without a namespace')
  return caller.namespaceId
}

function demandManagedNamespace(caller: Caller): string {
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

function memberResult(outcome: MemberOutcome): ChangeResult {
  switch (outcome.kind) {
    case 'unknown':
      throw new Refusal('BAD_REQUEST', 'This person is no longer a member of the namespace.', {}, { status: 404 })
    case 'last_administrator':
      throw new Refusal(
        'BAD_REQUEST',
        'This is the last administrator of the namespace. Make another member an administrator first.',
      )
    default:
      return changeResult(outcome)
  }
}

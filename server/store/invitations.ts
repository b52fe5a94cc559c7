/**
 * One-time links by which somebody becomes a member.
 *
 * Promises: a link is taken once, however many take it at once, and not after it was revoked or expired; that it was
 * given, revoked and taken stands in the namespace's log, written with it. Trusts its callers to have checked who gives
 * and revokes; ids to be UUIDs made by the caller.
 */
import type { Prisma } from '../../generated/prisma/client'
import { appendLog } from './append-log'
import type { Database } from './database'
import { insertPerson, type NewPerson, personLabelOf, type Role } from './people'

export interface NewInvitation {
  readonly id: string
  /** 32 bytes. */
  readonly tokenSha256: Uint8Array
  readonly namespaceId: string
  readonly roles: readonly Role[]
  /** In lower case; null where whoever holds the link may take it. */
  readonly email: string | null
  /** Label of the administrator. */
  readonly invitedBy: string
  readonly at: Date
  readonly expiresAt: Date
}

export interface OpenInvitation {
  readonly id: string
  readonly roles: readonly Role[]
  readonly email: string | null
  readonly invitedBy: string
  readonly invitedAt: Date
  readonly expiresAt: Date
  readonly namespaceId: string
  readonly namespaceName: string
}

export interface InvitationUse {
  readonly id: string
  readonly at: Date
  /** Somebody new, or the id of somebody who has an account. */
  readonly person: NewPerson | string
}

export type InvitationOutcome = 'joined' | 'over' | 'email_taken'

export interface InvitationVerbs {
  addInvitation(invitation: NewInvitation): Promise<void>
  /** Those that can be taken, the latest first. */
  listInvitations(namespaceId: string, at: Date): Promise<OpenInvitation[]>
  /** False where there is none that can be taken. */
  revokeInvitation(which: { id: string; namespaceId: string; at: Date; actor: string }): Promise<boolean>
  findInvitation(tokenSha256: Uint8Array, at: Date): Promise<OpenInvitation | null>
  /** The oldest that is bound to this address. */
  findInvitationFor(email: string, at: Date): Promise<OpenInvitation | null>
  /** Somebody who is a member already gets the roles beside those they have. */
  takeInvitation(use: InvitationUse): Promise<InvitationOutcome>
}

const open = (at: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: at } })
const include = { namespace: { select: { displayName: true } } } as const
type Row = Prisma.InvitationGetPayload<{ include: typeof include }>

export function invitationVerbs({ prisma, repeatable }: Database): InvitationVerbs {
  return {
    addInvitation: (invitation) => repeatable(() => prisma.$transaction((tx) => add(tx, invitation))),

    listInvitations: (namespaceId, at) =>
      repeatable(async () => {
        const orderBy = [{ invitedAt: 'desc' as const }, { id: 'asc' as const }]
        const rows = await prisma.invitation.findMany({ where: { namespaceId, ...open(at) }, include, orderBy })
        return rows.map(told)
      }),

    revokeInvitation: (which) => repeatable((again) => prisma.$transaction((tx) => revoke(tx, which, again))),

    findInvitation: (tokenSha256, at) =>
      repeatable(async () => {
        const where = { tokenSha256: new Uint8Array(tokenSha256), ...open(at) }
        const row = await prisma.invitation.findFirst({ where, include })
        return row && told(row)
      }),

    findInvitationFor: (email, at) =>
      repeatable(async () => {
        const orderBy = [{ invitedAt: 'asc' as const }, { id: 'asc' as const }]
        const row = await prisma.invitation.findFirst({ where: { email, ...open(at) }, include, orderBy })
        return row && told(row)
      }),

    takeInvitation: (use) => repeatable(() => prisma.$transaction((tx) => take(tx, use))),
  }
}

async function add(tx: Prisma.TransactionClient, invitation: NewInvitation): Promise<void> {
  const { id, tokenSha256, namespaceId, roles, email, invitedBy, at, expiresAt } = invitation
  // An earlier attempt of this very call took effect before its connection broke.
  if ((await tx.invitation.count({ where: { id } })) > 0) return
  const own = { id, namespaceId, email, invitedBy, expiresAt, invitedAt: at, roles: [...roles] }
  await tx.invitation.create({ data: { ...own, tokenSha256: new Uint8Array(tokenSha256) } })
  const details = { invitation: id, email, roles, expires_at: expiresAt.toISOString() }
  await appendLog(tx, namespaceId, at, [{ kind: 'invitation_issued', actor: invitedBy, details }])
}

async function revoke(
  tx: Prisma.TransactionClient,
  { id, namespaceId, at, actor }: { id: string; namespaceId: string; at: Date; actor: string },
  again: boolean,
): Promise<boolean> {
  const done = await tx.invitation.updateMany({ where: { id, namespaceId, ...open(at) }, data: { revokedAt: at } })
  if (done.count === 0) return again && (await tx.invitation.count({ where: { id, namespaceId, revokedAt: at } })) > 0
  await appendLog(tx, namespaceId, at, [{ kind: 'invitation_revoked', actor, details: { invitation: id } }])
  return true
}

async function take(tx: Prisma.TransactionClient, { id, at, person }: InvitationUse): Promise<InvitationOutcome> {
  const personId = typeof person === 'string' ? person : person.id
  const marked = await tx.invitation.updateMany({
    where: { id, ...open(at) },
    data: { acceptedAt: at, acceptedBy: personId },
  })
  // Zero rows of an earlier attempt of this very call mean that it took effect before its connection broke.
  if (marked.count === 0)
    return (await tx.invitation.count({ where: { id, acceptedBy: personId } })) > 0 ? 'joined' : 'over'
  if (typeof person !== 'string' && !(await insertPerson(tx, person))) {
    await tx.invitation.update({ where: { id }, data: { acceptedAt: null, acceptedBy: null } })
    return 'email_taken'
  }
  const { namespaceId, roles } = await tx.invitation.findUniqueOrThrow({ where: { id } })
  await join(tx, { namespaceId, personId, roles, at, invitation: id })
  return 'joined'
}

async function join(
  tx: Prisma.TransactionClient,
  joining: { namespaceId: string; personId: string; roles: Role[]; at: Date; invitation: string },
): Promise<void> {
  const { namespaceId, personId, roles, at, invitation } = joining
  const where = { namespaceId_personId: { namespaceId, personId } }
  const before = (await tx.membership.findUnique({ where }))?.roles ?? null
  const all = [...new Set([...(before ?? []), ...roles])]
  const person = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
  if (before === null) await tx.membership.create({ data: { namespaceId, personId, roles: all, since: at } })
  else await tx.membership.update({ where, data: { roles: all } })
  const event =
    before === null
      ? { kind: 'member_joined' as const, actor: person, details: { person, roles: all, by: 'invitation', invitation } }
      : { kind: 'roles_changed' as const, actor: person, details: { person, before, roles: all, invitation } }
  await appendLog(tx, namespaceId, at, [event])
}

function told({ id, roles, email, invitedBy, invitedAt, expiresAt, namespaceId, namespace }: Row): OpenInvitation {
  return { id, roles, email, invitedBy, invitedAt, expiresAt, namespaceId, namespaceName: namespace.displayName }
}

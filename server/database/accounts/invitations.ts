import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { hasAnotherAdministrator, holdAdministration, membersInForce, type Role, recordTenure } from './administration'
import { recordInvitedAdmission } from './admissions'
import { administratorTime } from './members'
import { insertPerson, type NewPerson, personLabelOf } from './people'
import { endEvent, type ProposalOutcome, type Proposer, proposeChange } from './propose-change'

export interface NewInvitation {
  readonly id: string
  readonly tokenSha256: Uint8Array
  readonly namespaceId: string
  readonly roles: readonly Role[]
  /** In lower case; null if any holder of the link may take it. */
  readonly email: string | null
  readonly proposer: Proposer
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
  /** Whether a second administrator must confirm it first. */
  readonly held: boolean
}

export interface InvitationUse {
  readonly id: string
  readonly at: Date
  /** A new person, or the id of an existing one. */
  readonly person: NewPerson | string
  /** UUID for a pending change. */
  readonly changeId: string
}

/**
 * `closed`: taken, revoked or expired. `held`: a second administrator must confirm first. `administrator`:
 * administrators cannot give themselves roles.
 */
export type InvitationOutcome = 'joined' | 'closed' | 'email_taken' | 'held' | 'administrator'

/** A link is taken at most once, even by concurrent calls. */
export interface InvitationVerbs {
  /** An invitation of an administrator may need confirmation. */
  addInvitation(invitation: NewInvitation): Promise<{ readonly kind: 'done' } | ProposalOutcome>
  /** Includes held ones, latest first. */
  listInvitations(namespaceId: string, at: Date): Promise<OpenInvitation[]>
  revokeInvitation(which: Revocation): Promise<boolean>
  findInvitation(tokenSha256: Uint8Array, at: Date): Promise<OpenInvitation | null>
  /** The oldest for this address that is not held. */
  findInvitationFor(email: string, at: Date): Promise<OpenInvitation | null>
  /** Keeps earlier roles of a member. */
  takeInvitation(use: InvitationUse): Promise<InvitationOutcome>
}

const openAtWhere = (at: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: at } })
const include = { namespace: { select: { displayName: true } } } as const
type Row = Prisma.InvitationGetPayload<{ include: typeof include }>

export function invitationVerbs({ prisma, repeatable }: Database): InvitationVerbs {
  return {
    addInvitation: (invitation) => repeatable(() => prisma.$transaction((tx) => addWithin(tx, invitation))),

    listInvitations: (namespaceId, at) =>
      repeatable(async () => {
        const orderBy = [{ invitedAt: 'desc' as const }, { id: 'asc' as const }]
        const rows = await prisma.invitation.findMany({ where: { namespaceId, ...openAtWhere(at) }, include, orderBy })
        return rows.map(invitationOf)
      }),

    revokeInvitation: (which) => repeatable((again) => prisma.$transaction((tx) => revokeWithin(tx, which, again))),

    findInvitation: (tokenSha256, at) =>
      repeatable(async () => {
        const where = { tokenSha256: new Uint8Array(tokenSha256), ...openAtWhere(at) }
        const row = await prisma.invitation.findFirst({ where, include })
        return row && invitationOf(row)
      }),

    findInvitationFor: (email, at) =>
      repeatable(async () => {
        const orderBy = [{ invitedAt: 'asc' as const }, { id: 'asc' as const }]
        const row = await prisma.invitation.findFirst({
          where: { email, heldBy: null, ...openAtWhere(at) },
          include,
          orderBy,
        })
        return row && invitationOf(row)
      }),

    takeInvitation: (use) => repeatable(() => prisma.$transaction((tx) => takeWithin(tx, use))),
  }
}

async function addWithin(
  tx: Prisma.TransactionClient,
  invitation: NewInvitation,
): Promise<{ readonly kind: 'done' } | ProposalOutcome> {
  const { id, tokenSha256, namespaceId, roles, email, proposer, at, expiresAt } = invitation
  await holdAdministration(tx, namespaceId)
  // An earlier attempt of this call took effect.
  const earlier = await tx.invitation.findUnique({ where: { id }, select: { heldBy: true } })
  if (earlier !== null)
    return earlier.heldBy === null ? { kind: 'done' } : { kind: 'pending', changeId: earlier.heldBy }
  const members = roles.includes('administrator') ? await membersInForce(tx, namespaceId) : []
  const waits = hasAnotherAdministrator(members, proposer.personId)
  const own = { id, namespaceId, email, invitedBy: proposer.label, invitedById: proposer.personId, expiresAt }
  const row = { ...own, invitedAt: at, roles: [...roles], tokenSha256: new Uint8Array(tokenSha256) }
  const details = { invitation: id, email, roles, expires_at: expiresAt.toISOString(), held: waits }
  if (waits) {
    const change = { kind: 'invitation' as const, invitationId: id, email, roles: [...roles] }
    const outcome = await proposeChange(tx, namespaceId, change, proposer, at)
    if (outcome.kind !== 'pending') return outcome
    await tx.invitation.create({ data: { ...row, heldBy: outcome.changeId } })
    await appendLog(tx, namespaceId, at, [{ kind: 'invitation_issued', actor: proposer.label, details }])
    return outcome
  }
  await tx.invitation.create({ data: row })
  await appendLog(tx, namespaceId, at, [{ kind: 'invitation_issued', actor: proposer.label, details }])
  return { kind: 'done' }
}

interface Revocation {
  readonly id: string
  readonly namespaceId: string
  readonly at: Date
  readonly actor: string
  readonly personId: string
}

/** Revokes the invitation and ends its pending change. */
async function revokeWithin(
  tx: Prisma.TransactionClient,
  { id, namespaceId, at, actor, personId }: Revocation,
  again: boolean,
): Promise<boolean> {
  await holdAdministration(tx, namespaceId)
  const done = await tx.invitation.updateMany({
    where: { id, namespaceId, ...openAtWhere(at) },
    data: { revokedAt: at },
  })
  if (done.count === 0) return again && (await tx.invitation.count({ where: { id, namespaceId, revokedAt: at } })) > 0
  const { heldBy } = await tx.invitation.findUniqueOrThrow({ where: { id } })
  const change = heldBy && (await tx.pendingChange.findFirst({ where: { id: heldBy, outcome: null } }))
  const ended: LogEvent[] = []
  if (change) {
    const outcome = change.proposerId === personId ? ('withdrawn' as const) : ('declined' as const)
    await tx.pendingChange.update({
      where: { id: change.id },
      data: { outcome, endedAt: at, endedById: personId, endedBy: actor },
    })
    ended.push(endEvent({ id: change.id, outcome, at, endedById: personId, endedBy: actor }))
  }
  const revoked = { kind: 'invitation_revoked' as const, actor, details: { invitation: id } }
  await appendLog(tx, namespaceId, at, [...ended, revoked])
  return true
}

async function takeWithin(
  tx: Prisma.TransactionClient,
  { id, at, person, changeId }: InvitationUse,
): Promise<InvitationOutcome> {
  const personId = typeof person === 'string' ? person : person.id
  const row = await tx.invitation.findUnique({ where: { id } })
  if (row === null) return 'closed'
  const { namespaceId, roles } = row
  await holdAdministration(tx, namespaceId)
  const invitation = await tx.invitation.findFirst({ where: { id, ...openAtWhere(at) } })
  // An earlier attempt of this call took effect.
  if (invitation === null)
    return (await tx.invitation.count({ where: { id, acceptedBy: personId } })) > 0 ? 'joined' : 'closed'
  const members = await membersInForce(tx, namespaceId)
  const own = members.find((member) => member.personId === personId)
  const gained = roles.filter((role) => !own?.roles.includes(role))
  if (own?.administratorSince && gained.length > 0 && hasAnotherAdministrator(members, personId)) return 'administrator'
  if (gained.includes('administrator')) {
    if (invitation.heldBy !== null) return 'held'
    const { confirmedAt, invitedById } = invitation
    if (confirmedAt === null && hasAnotherAdministrator(members, invitedById ?? personId)) {
      if (invitedById === null) return 'closed'
      return holdForConfirmation(tx, invitation, { changeId, personId: invitedById, label: invitation.invitedBy }, at)
    }
  }
  await tx.invitation.update({ where: { id }, data: { acceptedAt: at, acceptedBy: personId } })
  if (typeof person !== 'string' && !(await insertPerson(tx, person))) {
    await tx.invitation.update({ where: { id }, data: { acceptedAt: null, acceptedBy: null } })
    return 'email_taken'
  }
  await recordInvitedAdmission(tx, { namespaceId, personId, at }, invitation)
  await joinNamespace(tx, { namespaceId, personId, roles, at, invitation: id })
  return 'joined'
}

/** Another administrator has joined since the invitation, and must confirm it. */
async function holdForConfirmation(
  tx: Prisma.TransactionClient,
  { id, namespaceId, email, roles }: { id: string; namespaceId: string; email: string | null; roles: Role[] },
  proposer: Proposer,
  at: Date,
): Promise<InvitationOutcome> {
  const change = { kind: 'invitation' as const, invitationId: id, email, roles }
  // The log entry proves this row, so the row is written first.
  await tx.invitation.update({ where: { id }, data: { heldBy: proposer.changeId } })
  const outcome = await proposeChange(tx, namespaceId, change, proposer, at)
  if (outcome.kind !== 'pending') await tx.invitation.update({ where: { id }, data: { heldBy: null } })
  return 'held'
}

async function joinNamespace(
  tx: Prisma.TransactionClient,
  joining: { namespaceId: string; personId: string; roles: Role[]; at: Date; invitation: string },
): Promise<void> {
  const { namespaceId, personId, roles, at, invitation } = joining
  const where = { namespaceId_personId: { namespaceId, personId } }
  const before = (await tx.membership.findUnique({ where }))?.roles ?? null
  const all = [...new Set([...(before ?? []), ...roles])]
  const label = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
  const data = { roles: all, ...administratorTime(before ?? [], all, at) }
  const member =
    before === null
      ? await tx.membership.create({ data: { namespaceId, personId, since: at, ...data } })
      : await tx.membership.update({ where, data })
  await recordTenure(tx, { namespaceId, personId, roles: all, at })
  const person = {
    person: label,
    person_id: personId,
    administrator_since: member.administratorSince?.toISOString() ?? null,
  }
  const event =
    before === null
      ? {
          kind: 'member_joined' as const,
          actor: label,
          details: { ...person, roles: all, by: 'invitation', invitation, since: at.toISOString() },
        }
      : { kind: 'roles_changed' as const, actor: label, details: { ...person, before, roles: all, invitation } }
  await appendLog(tx, namespaceId, at, [event])
}

function invitationOf({ namespace, heldBy, ...row }: Row): OpenInvitation {
  const { id, roles, email, invitedBy, invitedAt, expiresAt, namespaceId } = row
  const invitation = { id, roles, email, invitedBy, invitedAt, expiresAt, namespaceId }
  return { ...invitation, namespaceName: namespace.displayName, held: heldBy !== null }
}

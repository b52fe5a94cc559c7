/** Applies a change as proposed, if its starting state is unchanged. The caller must hold the administration. */
import type { Prisma } from '../../../generated/prisma/client'
import type { ProposedChange } from '../../api/terms/proposed-change'
import type { LogEvent } from '../log/log-event'
import { hasAnotherAdministrator, membersInForce, type Role } from './administration'
import { sameRoles, writeRoles } from './members'
import { type AccountSettings, findSettings, isSameSetting, writeSettings } from './namespaces'

type Event = Omit<LogEvent, 'actor'>
type Of<Kind extends ProposedChange['kind']> = Extract<ProposedChange, { readonly kind: Kind }>

interface ChangeContext {
  readonly namespaceId: string
  readonly changeId: string
  readonly at: Date
}

const INVITATION_LIFE_MS = 7 * 86_400_000

/** @returns the events to append; null if nothing was changed */
export function applyChange(
  tx: Prisma.TransactionClient,
  context: ChangeContext,
  change: ProposedChange,
): Promise<readonly Event[] | null> {
  switch (change.kind) {
    case 'settings':
      return applySettings(tx, context, change)
    case 'roles':
      return applyRoles(tx, context, change.personId, change.before, change.after)
    case 'removal':
      return applyRoles(tx, context, change.personId, change.before, null)
    case 'invitation':
      return releaseInvitation(tx, context, change)
  }
}

async function applySettings(
  tx: Prisma.TransactionClient,
  { namespaceId }: ChangeContext,
  { before, after }: Of<'settings'>,
): Promise<readonly Event[] | null> {
  const now = await findSettings(tx, namespaceId)
  if (now === null) return null
  const moved = Object.entries(before).some(([key, value]) => !isSameSetting(now[key as keyof AccountSettings], value))
  return moved ? null : [await writeSettings(tx, namespaceId, now, after)]
}

async function applyRoles(
  tx: Prisma.TransactionClient,
  { namespaceId, at }: ChangeContext,
  personId: string,
  before: readonly Role[],
  roles: readonly Role[] | null,
): Promise<readonly Event[] | null> {
  const members = await membersInForce(tx, namespaceId)
  const member = members.find((each) => each.personId === personId)
  if (member === undefined || !sameRoles(member.roles, before)) return null
  const losesRole = before.includes('administrator') && !roles?.includes('administrator')
  if (losesRole && !hasAnotherAdministrator(members, personId)) return null
  return [await writeRoles(tx, { namespaceId, personId, at }, before, roles)]
}

async function releaseInvitation(
  tx: Prisma.TransactionClient,
  { namespaceId, changeId, at }: ChangeContext,
  { invitationId, email, roles }: Of<'invitation'>,
): Promise<readonly Event[] | null> {
  const invitation = await tx.invitation.findFirst({
    where: { id: invitationId, namespaceId, heldBy: changeId, acceptedAt: null, revokedAt: null },
  })
  if (invitation === null || invitation.email !== email || !sameRoles(invitation.roles, roles)) return null
  const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS)
  await tx.invitation.update({ where: { id: invitationId }, data: { heldBy: null, confirmedAt: at, expiresAt } })
  const times = { expires_at: expiresAt.toISOString(), confirmed_at: at.toISOString() }
  return [{ kind: 'invitation_issued', details: { invitation: invitationId, email, roles, held: false, ...times } }]
}

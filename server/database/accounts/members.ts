/** A namespace keeps at least one administrator. Changes of administrators may need confirmation by a second one. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { hasAnotherAdministrator, holdAdministration, membersInForce, type Role, recordTenure } from './administration'
import { personLabelOf } from './people'
import { type ProposalOutcome, type Proposer, proposeChange } from './propose-change'

export interface MemberRow {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly since: Date
  readonly disabledAt: Date | null
  /** Whether a link of the operator made the person a member. */
  readonly byOperator: boolean
  /** When a password was last set on a link of the operator. */
  readonly operatorPasswordAt: Date | null
}

export interface MemberChange {
  readonly namespaceId: string
  readonly personId: string
  readonly at: Date
  readonly proposer: Proposer
}

export type MemberOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'last_administrator' }
  | ProposalOutcome

export interface MemberVerbs {
  /** Sorted by name. */
  listMembers(namespaceId: string): Promise<MemberRow[]>
  changeRoles(change: MemberChange & { readonly roles: readonly Role[] }): Promise<MemberOutcome>
  removeMember(change: MemberChange): Promise<MemberOutcome>
}

const DONE = { kind: 'done' } as const

export function memberVerbs({ prisma, repeatable }: Database): MemberVerbs {
  return {
    listMembers: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.membership.findMany({
          where: { namespaceId },
          include: { person: { select: { name: true, email: true, disabledAt: true, operatorPasswordAt: true } } },
          orderBy: [{ person: { name: 'asc' } }, { personId: 'asc' }],
        })
        return rows.map(({ personId, roles, since, byOperator, person }) => ({
          personId,
          roles,
          since,
          byOperator,
          ...person,
        }))
      }),

    changeRoles: ({ roles, ...change }) =>
      repeatable((again) => prisma.$transaction((tx) => changeMember(tx, change, roles, again))),

    removeMember: (change) => repeatable((again) => prisma.$transaction((tx) => changeMember(tx, change, null, again))),
  }
}

async function changeMember(
  tx: Prisma.TransactionClient,
  { namespaceId, personId, at, proposer }: MemberChange,
  roles: readonly Role[] | null,
  again: boolean,
): Promise<MemberOutcome> {
  await holdAdministration(tx, namespaceId)
  const members = await membersInForce(tx, namespaceId)
  const before = members.find((member) => member.personId === personId)
  // An earlier attempt of this call may have removed it.
  if (before === undefined) return again && roles === null ? DONE : { kind: 'unknown' }
  const wasAdministrator = before.roles.includes('administrator')
  const isAdministrator = roles?.includes('administrator') ?? false
  if (wasAdministrator && !isAdministrator && !hasAnotherAdministrator(members, personId))
    return { kind: 'last_administrator' }
  if (roles !== null && sameRoles(before.roles, roles)) return DONE
  const concerns = wasAdministrator || isAdministrator
  if (concerns && hasAnotherAdministrator(members, proposer.personId)) {
    const person = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
    const named = { personId, person, before: [...before.roles] }
    const change =
      roles === null ? { kind: 'removal' as const, ...named } : { kind: 'roles' as const, ...named, after: [...roles] }
    return proposeChange(tx, namespaceId, change, proposer, at)
  }
  const event = await writeRoles(tx, { namespaceId, personId, at }, before.roles, roles)
  const details = concerns ? { ...event.details, sole_administrator: true } : event.details
  await appendLog(tx, namespaceId, at, [{ ...event, actor: proposer.label, details }])
  return DONE
}

/** Ignores the order. */
export function sameRoles(some: readonly Role[], others: readonly Role[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role))
}

/**
 * The caller must hold the administration.
 * @param roles null to remove the member
 * @returns the event to append
 */
export async function writeRoles(
  tx: Prisma.TransactionClient,
  { namespaceId, personId, at }: { readonly namespaceId: string; readonly personId: string; readonly at: Date },
  before: readonly Role[],
  roles: readonly Role[] | null,
): Promise<Omit<LogEvent, 'actor'>> {
  const where = { namespaceId_personId: { namespaceId, personId } }
  const person = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
  await recordTenure(tx, { namespaceId, personId, roles: [...before, ...(roles ?? [])], at })
  if (roles === null) {
    await tx.membership.delete({ where })
    return { kind: 'member_removed', details: { person, person_id: personId, roles: before } }
  }
  const data = { roles: [...roles], ...administratorTime(before, roles, at) }
  const { administratorSince } = await tx.membership.update({ where, data })
  const since = administratorSince?.toISOString() ?? null
  return {
    kind: 'roles_changed',
    details: { person, person_id: personId, before, roles, administrator_since: since },
  }
}

/** Empty if the administrator role does not change. */
export function administratorTime(
  before: readonly Role[],
  roles: readonly Role[],
  at: Date,
): { readonly administratorSince?: Date | null } {
  if (!roles.includes('administrator')) return { administratorSince: null }
  return before.includes('administrator') ? {} : { administratorSince: at }
}

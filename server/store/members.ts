/**
 * Members of a namespace and their roles.
 *
 * Promises: a namespace that has an administrator keeps one, however many change it at once; every change stands in the
 * namespace's log, written with it. Trusts its callers to have checked who asks, and roles to be none twice and not none.
 */
import type { Prisma } from '../../generated/prisma/client'
import { appendLog } from './append-log'
import type { Database } from './database'
import { personLabelOf, type Role } from './people'

export interface MemberRow {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly since: Date
  readonly disabledAt: Date | null
}

export interface MemberChange {
  readonly namespaceId: string
  readonly personId: string
  readonly at: Date
  /** For the log. */
  readonly actor: string
}

export type MemberOutcome = 'done' | 'unknown' | 'last_administrator'

export interface MemberVerbs {
  /** By name. */
  listMembers(namespaceId: string): Promise<MemberRow[]>
  changeRoles(change: MemberChange & { readonly roles: readonly Role[] }): Promise<MemberOutcome>
  removeMember(change: MemberChange): Promise<MemberOutcome>
}

export function memberVerbs({ prisma, repeatable }: Database): MemberVerbs {
  return {
    listMembers: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.membership.findMany({
          where: { namespaceId },
          include: { person: { select: { name: true, email: true, disabledAt: true } } },
          orderBy: [{ person: { name: 'asc' } }, { personId: 'asc' }],
        })
        return rows.map(({ personId, roles, since, person }) => ({ personId, roles, since, ...person }))
      }),

    changeRoles: ({ roles, ...change }) =>
      repeatable((again) => prisma.$transaction((tx) => changeMember(tx, change, roles, again))),

    removeMember: (change) => repeatable((again) => prisma.$transaction((tx) => changeMember(tx, change, null, again))),
  }
}

/** @param roles null: none any more */
async function changeMember(
  tx: Prisma.TransactionClient,
  { namespaceId, personId, at, actor }: MemberChange,
  roles: readonly Role[] | null,
  again: boolean,
): Promise<MemberOutcome> {
  // Held until the transaction ends, so that no two changes leave a namespace without an administrator.
  const members = await tx.$queryRaw<{ person_id: string; roles: Role[] }[]>`
    SELECT person_id::text, roles::text[] FROM membership WHERE namespace_id = ${namespaceId}::uuid
    ORDER BY person_id FOR UPDATE`
  const before = members.find(({ person_id }) => person_id === personId)
  // An earlier attempt of this very call may have removed it before its connection broke.
  if (before === undefined) return again && roles === null ? 'done' : 'unknown'
  const others = members.filter((member) => member !== before)
  const keepsOne = roles?.includes('administrator') || others.some(({ roles }) => roles.includes('administrator'))
  if (!keepsOne && before.roles.includes('administrator')) return 'last_administrator'
  if (roles !== null && roles.length === before.roles.length && roles.every((role) => before.roles.includes(role)))
    return 'done'
  const where = { namespaceId_personId: { namespaceId, personId } }
  if (roles === null) await tx.membership.delete({ where })
  else await tx.membership.update({ where, data: { roles: [...roles] } })
  const person = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
  const event =
    roles === null
      ? { kind: 'member_removed' as const, actor, details: { person, roles: before.roles } }
      : { kind: 'roles_changed' as const, actor, details: { person, before: before.roles, roles } }
  await appendLog(tx, namespaceId, at, [event])
  return 'done'
}

/** A group is a namespace's name in tokens and headers, unique in the deployment. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Role } from '../accounts/administration'
import { type ChangedBy, findState, type NamespaceState } from '../accounts/namespaces'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'

export interface Group {
  readonly namespaceId: string
  readonly name: string
}

export interface GroupOfPerson extends Group {
  readonly roles: readonly Role[]
}

export interface PersonInGroups {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly disabledAt: Date | null
  /** Earlier tokens are invalid. */
  readonly sessionsFrom: Date
  readonly groups: readonly GroupOfPerson[]
}

export interface NewGroupMember extends ChangedBy {
  readonly namespaceId: string
  readonly username: string
  /** Limit for the account, since its tokens name all its groups. */
  readonly maxGroups: number
}

export interface GroupVerbs {
  /** Makes a missing name from the namespace's own. */
  ensureGroup(namespaceId: string, by: ChangedBy): Promise<string>
  renameGroup(change: ChangedBy & Group): Promise<'done' | 'taken'>
  /** Sorted by name. */
  findGroups(names: readonly string[]): Promise<Group[]>
  findGroupsOfPerson(personId: string): Promise<PersonInGroups | null>
  findGroupAccount(namespaceId: string): Promise<NamespaceState | null>
  /** Adds an account of this home. `foreign`: any other account, known or not. A member stays one. */
  addGroupMember(member: NewGroupMember): Promise<'done' | 'foreign' | 'full'>
  removeGroupMember(which: ChangedBy & { readonly namespaceId: string; readonly accountId: string }): Promise<boolean>
}

export function groupVerbs({ prisma, repeatable }: Database): GroupVerbs {
  return {
    ensureGroup: (namespaceId, by) =>
      repeatable(async () => {
        // Usually a name exists, and reading it takes no lock.
        const namespace = await prisma.namespace.findUnique({ where: { id: namespaceId }, select: { groupName: true } })
        return namespace?.groupName ?? (await prisma.$transaction((tx) => ensureNamedGroup(tx, namespaceId, by)))
      }),

    renameGroup: (change) => repeatable(() => prisma.$transaction((tx) => renameWithin(tx, change))),

    findGroups: (names) =>
      repeatable(async () => {
        const rows = await prisma.namespace.findMany({
          where: { groupName: { in: [...names] } },
          select: { id: true, groupName: true },
          orderBy: { groupName: 'asc' },
        })
        return rows.map(({ id, groupName }) => ({ namespaceId: id, name: groupName ?? '' }))
      }),

    findGroupsOfPerson: (personId) =>
      repeatable(async () => {
        const person = await prisma.person.findUnique({
          where: { id: personId },
          select: {
            id: true,
            name: true,
            email: true,
            disabledAt: true,
            sessionsFrom: true,
            memberships: { select: { namespaceId: true, roles: true, namespace: { select: { groupName: true } } } },
          },
        })
        if (person === null) return null
        const { memberships, ...details } = person
        const groups = memberships.flatMap(({ namespaceId, roles, namespace: { groupName } }) =>
          groupName === null ? [] : { namespaceId, name: groupName, roles },
        )
        return { ...details, groups }
      }),

    findGroupAccount: (id) => repeatable(() => findState(prisma, id)),

    addGroupMember: (member) => repeatable(() => prisma.$transaction((tx) => addMember(tx, member))),

    removeGroupMember: ({ namespaceId, accountId, actor, at }) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          const { count } = await tx.groupMember.deleteMany({ where: { namespaceId, accountId } })
          if (count === 0) return again
          const { username } = await tx.serviceAccount.findUniqueOrThrow({ where: { id: accountId } })
          const details = { account_id: accountId, username }
          await appendLog(tx, namespaceId, at, [{ kind: 'group_member_removed', actor, details }])
          return true
        }),
      ),
  }
}

const NAMING_LOCK = 8

/** Call it first in a transaction. */
export async function ensureNamedGroup(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { actor, at }: ChangedBy,
): Promise<string> {
  const { groupName, displayName } = await holdNaming(tx, namespaceId)
  if (groupName !== null) return groupName
  const name = await freeName(tx, slugOf(displayName))
  await tx.namespace.update({ where: { id: namespaceId }, data: { groupName: name } })
  await appendLog(tx, namespaceId, at, [{ kind: 'group_renamed', actor, details: { from: null, to: name } }])
  return name
}

async function renameWithin(
  tx: Prisma.TransactionClient,
  { namespaceId, name, actor, at }: ChangedBy & Group,
): Promise<'done' | 'taken'> {
  const { groupName: from } = await holdNaming(tx, namespaceId)
  if (from === name) return 'done'
  if ((await tx.namespace.count({ where: { groupName: name } })) > 0) return 'taken'
  await tx.namespace.update({ where: { id: namespaceId }, data: { groupName: name } })
  await appendLog(tx, namespaceId, at, [{ kind: 'group_renamed', actor, details: { from, to: name } }])
  return 'done'
}

/** Prevents other transactions from naming a group meanwhile. */
async function holdNaming(tx: Prisma.TransactionClient, namespaceId: string) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NAMING_LOCK}::int, 0)`
  return tx.namespace.findUniqueOrThrow({ where: { id: namespaceId }, select: { groupName: true, displayName: true } })
}

async function freeName(tx: Prisma.TransactionClient, slug: string): Promise<string> {
  const rows = await tx.namespace.findMany({
    where: { groupName: { startsWith: slug } },
    select: { groupName: true },
  })
  const taken = new Set(rows.map(({ groupName }) => groupName))
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}

const MAX_SLUG_CHARACTERS = 48

/** Turns a display name into one word of a header. */
export function slugOf(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARACTERS)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'group' : slug
}

async function addMember(
  tx: Prisma.TransactionClient,
  { namespaceId, username, maxGroups, actor, at }: NewGroupMember,
): Promise<'done' | 'foreign' | 'full'> {
  await ensureNamedGroup(tx, namespaceId, { actor, at })
  // Locks, so that concurrent calls count each other's members.
  const [account] = await tx.$queryRaw<{ id: string }[]>`
    SELECT account.id::text FROM service_account AS account
    WHERE username = ${username} AND (home_id = ${namespaceId}::uuid OR EXISTS (
      SELECT FROM group_member WHERE account_id = account.id AND namespace_id = ${namespaceId}::uuid
    )) FOR NO KEY UPDATE`
  if (account === undefined) return 'foreign'
  const accountId = account.id
  if ((await tx.groupMember.count({ where: { namespaceId, accountId } })) > 0) return 'done'
  if ((await tx.groupMember.count({ where: { accountId } })) >= maxGroups) return 'full'
  await tx.groupMember.create({ data: { namespaceId, accountId, since: at, addedBy: actor } })
  const details = { account_id: accountId, username }
  await appendLog(tx, namespaceId, at, [{ kind: 'group_member_added', actor, details }])
  return 'done'
}

/**
 * People and what they are members of.
 *
 * Promises: a change of membership is in force for whoever reads next. Trusts ids to be UUIDs made by the caller, e-mail
 * addresses to be in lower case, and texts to hold no NUL character.
 */
import type { Prisma } from '../../generated/prisma/client'
import type { Database } from './database'
import type { Identity } from './identities'
import { NAMESPACE_STATE, type NamespaceState } from './namespaces'

export type Role = 'author' | 'reviewer' | 'administrator'

export interface MemberPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Sessions that began before are over. */
  readonly sessionsFrom: Date
  readonly disabledAt: Date | null
  /** Oldest first. */
  readonly memberships: readonly MembershipInForce[]
}

export interface MembershipInForce {
  readonly namespaceId: string
  readonly namespaceName: string
  readonly roles: readonly Role[]
  readonly account: NamespaceState
}

export interface NewPerson {
  /** UUID. */
  readonly id: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
  readonly at: Date
  /** At an outside provider, where the person signs in there. */
  readonly identity?: Identity
}

/** What a sign-in by password is decided by. */
export interface PasswordHolder {
  readonly id: string
  readonly passwordHash: string | null
  readonly disabledAt: Date | null
}

export interface PeopleVerbs {
  /** Null for an unknown id. */
  findMember(personId: string): Promise<MemberPerson | null>
  findPasswordHolder(by: { readonly email: string } | { readonly id: string }): Promise<PasswordHolder | null>
  /** Replaces this hash by another one of the same password, unless the password was changed meanwhile. */
  renewPasswordHash(personId: string, from: string, to: string): Promise<void>
}

export function peopleVerbs({ prisma, repeatable }: Database): PeopleVerbs {
  return {
    findPasswordHolder: (by) =>
      repeatable(() =>
        prisma.person.findUnique({ where: by, select: { id: true, passwordHash: true, disabledAt: true } }),
      ),

    renewPasswordHash: (id, from, to) =>
      repeatable(async () => {
        await prisma.person.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } })
      }),

    findMember: (personId) =>
      repeatable(async () => {
        const person = await prisma.person.findUnique({
          where: { id: personId },
          omit: { passwordHash: true },
          include: {
            memberships: {
              orderBy: [{ since: 'asc' }, { namespaceId: 'asc' }],
              include: { namespace: { select: { displayName: true, ...NAMESPACE_STATE } } },
            },
          },
        })
        if (person === null) return null
        const memberships = person.memberships.map(
          ({ namespaceId, roles, namespace: { displayName, ...account } }) => ({
            namespaceId,
            namespaceName: displayName,
            roles,
            account,
          }),
        )
        const { id, email, name, sessionsFrom, disabledAt } = person
        return { id, email, name, sessionsFrom, disabledAt, memberships }
      }),
  }
}

/** False where the address has an account; nothing was stored then. */
export async function insertPerson(
  tx: Prisma.TransactionClient,
  { at, identity, ...person }: NewPerson,
): Promise<boolean> {
  const data = { ...person, createdAt: at, sessionsFrom: at }
  if ((await tx.person.createMany({ data, skipDuplicates: true })).count === 0) return false
  if (identity !== undefined)
    await tx.personIdentity.create({ data: { ...identity, personId: person.id, addedAt: at } })
  return true
}

/** How a person is named in logs. */
export function personLabelOf({ name, email }: Pick<NewPerson, 'name' | 'email'>): string {
  return `${name} <${email}>`
}

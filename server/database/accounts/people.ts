/** E-mail addresses are in lower case. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../log/append-log'
import type { Role } from './administration'
import { NAMESPACE_STATE, type NamespaceState, withoutUnset } from './namespaces'

export interface MemberPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Earlier sessions have ended. */
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
  readonly changedAloneAt: Date | null
}

export interface NewPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
  readonly at: Date
  readonly identity?: Identity
}

export interface PasswordHolder {
  readonly id: string
  readonly passwordHash: string | null
  readonly disabledAt: Date | null
}

export interface PeopleVerbs {
  findMember(personId: string): Promise<MemberPerson | null>
  findPasswordHolder(by: { readonly email: string } | { readonly id: string }): Promise<PasswordHolder | null>
  /** Hashes the same password again, unless it was changed meanwhile. */
  renewPasswordHash(personId: string, from: string, to: string, at: Date): Promise<void>
}

export function peopleVerbs({ prisma, repeatable }: Database): PeopleVerbs {
  return {
    findPasswordHolder: (by) =>
      repeatable(() =>
        prisma.person.findUnique({ where: by, select: { id: true, passwordHash: true, disabledAt: true } }),
      ),

    renewPasswordHash: (id, from, to, at) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const where = { id, passwordHash: from }
          if ((await tx.person.updateMany({ where, data: { passwordHash: to } })).count === 0) return
          const actor = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id } }))
          await appendToLogsOfPerson(tx, id, at, { kind: 'password_hash_renewed', actor, details: { person: id } })
        }),
      ),

    findMember: (personId) =>
      repeatable(async () => {
        const person = await prisma.person.findUnique({ where: { id: personId }, ...MEMBER_PERSON })
        return person && memberOf(person)
      }),
  }
}

export const MEMBER_PERSON = {
  omit: { passwordHash: true },
  include: {
    memberships: {
      orderBy: [{ since: 'asc' }, { namespaceId: 'asc' }],
      include: { namespace: { select: { displayName: true, changedAloneAt: true, ...NAMESPACE_STATE } } },
    },
  },
} as const satisfies Prisma.PersonDefaultArgs

export function memberOf(person: Prisma.PersonGetPayload<typeof MEMBER_PERSON>): MemberPerson {
  const memberships = person.memberships.map(({ namespaceId, roles, namespace }) => {
    const { displayName, changedAloneAt, ...account } = namespace
    return { namespaceId, namespaceName: displayName, roles, account: withoutUnset(account), changedAloneAt }
  })
  const { id, email, name, sessionsFrom, disabledAt } = person
  return { id, email, name, sessionsFrom, disabledAt, memberships }
}

/** False if the address has an account. */
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

/** Used in logs. */
export function personLabelOf({ name, email }: Pick<NewPerson, 'name' | 'email'>): string {
  return `${name} <${email}>`
}

interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Identities never move to another person. Callers verify them. */
export interface IdentityVerbs {
  findPersonOfIdentity(identity: Identity): Promise<string | null>
  /** False if it belongs to another person. */
  linkIdentity(identity: Identity, personId: string, at: Date): Promise<boolean>
}

export function identityVerbs({ prisma, repeatable }: Database): IdentityVerbs {
  const find = async ({ issuer, subject }: Identity) => {
    const row = await prisma.personIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } })
    return row?.personId ?? null
  }
  return {
    findPersonOfIdentity: (identity) => repeatable(() => find(identity)),

    linkIdentity: ({ issuer, subject }, personId, at) =>
      repeatable(async () => {
        const data = { issuer, subject, personId, addedAt: at }
        await prisma.$transaction(async (tx) => {
          if ((await tx.personIdentity.createMany({ data, skipDuplicates: true })).count === 0) return
          const actor = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
          const event = { kind: 'identity_linked' as const, actor, details: { person: personId, issuer } }
          await appendToLogsOfPerson(tx, personId, at, { ...event, sealed: { subject } })
        })
        return (await find({ issuer, subject })) === personId
      }),
  }
}

export interface ProofMeans {
  readonly password: boolean
  readonly passkey: boolean
  readonly provider: boolean
}

export interface ProofMeansVerbs {
  findProofMeans(personId: string): Promise<ProofMeans>
}

export function proofMeansVerbs({ prisma, repeatable }: Database): ProofMeansVerbs {
  return {
    findProofMeans: (id) =>
      repeatable(async () => {
        const person = await prisma.person.findUnique({
          where: { id },
          select: { passwordHash: true, _count: { select: { passkeys: true, identities: true } } },
        })
        if (person === null) return { password: false, passkey: false, provider: false }
        const { passwordHash, _count: counts } = person
        return { password: passwordHash !== null, passkey: counts.passkeys > 0, provider: counts.identities > 0 }
      }),
  }
}

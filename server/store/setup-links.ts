/**
 * One-time links that make an administrator.
 *
 * Promises: a link makes one person and no more, however many requests use it at once; one that a start printed makes
 * none where somebody has an account already. Trusts ids to be UUIDs made by the caller.
 */
import type { Prisma } from '../../generated/prisma/client'
import { appendLog } from './append-log'
import type { Database } from './database'
import { insertPerson, type NewPerson, personLabelOf, type Role } from './people'

export interface NewSetupLink {
  /** 32 bytes. */
  readonly tokenSha256: Uint8Array
  readonly at: Date
  readonly expiresAt: Date
  /** Printed by a start: it replaces what earlier starts printed. */
  readonly atStart: boolean
  /** One that exists; null where whoever uses the link names a new one. */
  readonly namespaceId: string | null
}

export interface SetupLinkInForce {
  readonly namespace: { readonly id: string; readonly displayName: string } | null
}

export interface SetupLinkUse {
  readonly tokenSha256: Uint8Array
  readonly at: Date
  readonly person: NewPerson
  /** Made where the link names none. */
  readonly newNamespace: { readonly id: string; readonly displayName: string }
}

export type SetupLinkOutcome =
  | { readonly kind: 'used'; readonly namespaceId: string }
  | { readonly kind: 'over' }
  | { readonly kind: 'email_taken' }

export interface SetupLinkVerbs {
  hasPeople(): Promise<boolean>
  addSetupLink(link: NewSetupLink): Promise<void>
  /** Null for one that is unknown, used or expired, or counts no more. */
  findSetupLink(tokenSha256: Uint8Array, at: Date): Promise<SetupLinkInForce | null>
  /** The person has every role in the namespace. */
  applySetupLink(use: SetupLinkUse): Promise<SetupLinkOutcome>
}

const ALL_ROLES: Role[] = ['author', 'reviewer', 'administrator']

/** Key of the advisory lock on "somebody has an account": no two links of a start make the first administrator. */
const FIRST_PERSON_LOCK = 2

export function setupLinkVerbs({ prisma, repeatable }: Database): SetupLinkVerbs {
  return {
    hasPeople: () => repeatable(async () => (await prisma.person.findFirst({ select: { id: true } })) !== null),

    addSetupLink: ({ tokenSha256, at, ...link }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const own = new Uint8Array(tokenSha256)
          if (link.atStart) await tx.setupLink.deleteMany({ where: { atStart: true, usedAt: null } })
          await tx.setupLink.createMany({ data: { tokenSha256: own, createdAt: at, ...link }, skipDuplicates: true })
        }),
      ),

    findSetupLink: (tokenSha256, at) => repeatable(() => findInForce(prisma, tokenSha256, at)),

    applySetupLink: (use) => repeatable(() => prisma.$transaction((tx) => apply(tx, use))),
  }
}

async function findInForce(tx: Prisma.TransactionClient, tokenSha256: Uint8Array, at: Date) {
  const link = await tx.setupLink.findUnique({
    where: { tokenSha256: new Uint8Array(tokenSha256) },
    include: { namespace: { select: { id: true, displayName: true } } },
  })
  if (link === null || link.usedAt !== null || link.expiresAt <= at) return null
  if (link.atStart && (await tx.person.findFirst({ select: { id: true } })) !== null) return null
  return { namespace: link.namespace }
}

async function apply(tx: Prisma.TransactionClient, use: SetupLinkUse): Promise<SetupLinkOutcome> {
  const { at, person, newNamespace } = use
  const tokenSha256 = new Uint8Array(use.tokenSha256)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_PERSON_LOCK}::int, 0)`
  // An earlier attempt of this very call took effect before its connection broke.
  const earlier = await tx.membership.findFirst({ where: { personId: person.id } })
  if (earlier !== null) return { kind: 'used', namespaceId: earlier.namespaceId }
  const link = await findInForce(tx, tokenSha256, at)
  if (link === null) return { kind: 'over' }
  if (!(await insertPerson(tx, person))) return { kind: 'email_taken' }
  await tx.setupLink.update({ where: { tokenSha256 }, data: { usedAt: at } })
  const namespaceId = link.namespace?.id ?? newNamespace.id
  if (link.namespace === null) await tx.namespace.create({ data: { ...newNamespace, createdAt: at } })
  await tx.membership.create({ data: { namespaceId, personId: person.id, roles: ALL_ROLES, since: at } })
  const details = { person: personLabelOf(person), roles: ALL_ROLES, by: 'setup link' }
  await appendLog(tx, namespaceId, at, [{ kind: 'member_joined', actor: 'operator', details }])
  return { kind: 'used', namespaceId }
}

/**
 * One-time links on which people set another password.
 *
 * Promises: a link sets one password and no more, however many requests use it at once; of a person the last one
 * counts, and none once the password was changed. A new password ends the earlier sessions and leaves passkeys and
 * memberships as they are. It is recorded in the log of every namespace of the person, in the same transaction. Trusts
 * the caller who adds a link to be the operator.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../signing/append-log'
import { personLabelOf } from './people'
import { accountEvent, insertSecurityEvents } from './security-events'
import { endSessionsOf } from './sessions'

export interface NewPasswordLink {
  /** 32 bytes. */
  readonly tokenSha256: Uint8Array
  readonly personId: string
  readonly at: Date
  readonly expiresAt: Date
}

/** How a person signs in, for the operator. */
export interface AccountOfEmail {
  readonly id: string
  readonly hasPassword: boolean
  readonly disabledAt: Date | null
  /** Outside providers at which the person signs in. */
  readonly issuers: readonly string[]
}

export interface PasswordLinkInForce {
  readonly personId: string
  readonly name: string
  readonly email: string
}

export interface PasswordLinkUse {
  readonly tokenSha256: Uint8Array
  readonly passwordHash: string
  /** From then on; sessions that began before are over. */
  readonly at: Date
}

export interface PasswordLinkVerbs {
  /** Null where the address has no account. */
  findAccountOfEmail(email: string): Promise<AccountOfEmail | null>
  /** Replaces those of the person that were not used. */
  addPasswordLink(link: NewPasswordLink): Promise<void>
  /** Null for one that is unknown, used or expired, and for a person whose account is disabled. */
  findPasswordLink(tokenSha256: Uint8Array, at: Date): Promise<PasswordLinkInForce | null>
  /** False where {@link findPasswordLink} finds none; nothing was changed then. */
  applyPasswordLink(use: PasswordLinkUse): Promise<boolean>
}

export function passwordLinkVerbs({ prisma, repeatable }: Database): PasswordLinkVerbs {
  return {
    findAccountOfEmail: (email) =>
      repeatable(async () => {
        const person = await prisma.person.findUnique({
          where: { email },
          select: { id: true, passwordHash: true, disabledAt: true, identities: { select: { issuer: true } } },
        })
        if (person === null) return null
        const { id, passwordHash, disabledAt, identities } = person
        const issuers = [...new Set(identities.map(({ issuer }) => issuer))].sort()
        return { id, hasPassword: passwordHash !== null, disabledAt, issuers }
      }),

    addPasswordLink: ({ tokenSha256, personId, at, expiresAt }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await holdPerson(tx, personId)
          await dropUnusedLinks(tx, personId)
          const data = { tokenSha256: new Uint8Array(tokenSha256), personId, createdAt: at, expiresAt }
          await tx.passwordLink.create({ data })
          const details = { link: 'password', person_id: personId, expires_at: expiresAt.toISOString() }
          await appendToLogsOfPerson(tx, personId, at, { kind: 'operator_link_issued', actor: 'operator', details })
        }),
      ),

    findPasswordLink: (tokenSha256, at) =>
      repeatable(async () => {
        const link = await findInForce(prisma, tokenSha256, at)
        return link && { personId: link.personId, name: link.person.name, email: link.person.email }
      }),

    applyPasswordLink: (use) => repeatable((again) => prisma.$transaction((tx) => apply(tx, use, again))),
  }
}

/** Removes the person's unused links. Trusts its caller to hold the row of the person. */
export async function dropUnusedLinks(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  await tx.passwordLink.deleteMany({ where: { personId, usedAt: null } })
}

async function findInForce(tx: Prisma.TransactionClient, tokenSha256: Uint8Array, at: Date) {
  const link = await tx.passwordLink.findUnique({
    where: { tokenSha256: new Uint8Array(tokenSha256) },
    include: { person: { select: { email: true, name: true, disabledAt: true } } },
  })
  if (link === null || link.usedAt !== null || link.expiresAt <= at || link.person.disabledAt !== null) return null
  return link
}

/** Until the transaction ends; always before the links of the person, so that no two transactions deadlock. */
async function holdPerson(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM person WHERE id = ${personId}::uuid FOR NO KEY UPDATE`
}

async function apply(
  tx: Prisma.TransactionClient,
  { tokenSha256: token, passwordHash, at }: PasswordLinkUse,
  again: boolean,
): Promise<boolean> {
  const tokenSha256 = new Uint8Array(token)
  const given = await tx.passwordLink.findUnique({ where: { tokenSha256 }, select: { personId: true } })
  if (given === null) return false
  const { personId } = given
  await holdPerson(tx, personId)
  // An earlier attempt that took effect left this very hash, which has a salt of its own.
  if (again && (await tx.person.count({ where: { id: personId, passwordHash } })) > 0) return true
  // Looked at once the person is held: of two that use it at once the second finds it used.
  const link = await findInForce(tx, tokenSha256, at)
  if (link === null) return false
  await tx.passwordLink.update({ where: { tokenSha256 }, data: { usedAt: at } })
  await tx.person.update({ where: { id: personId }, data: { passwordHash, sessionsFrom: at, operatorPasswordAt: at } })
  await endSessionsOf(tx, personId, { at, reason: 'password_changed' })
  await insertSecurityEvents(tx, [accountEvent('password_changed', personId, at, { by: 'password link' })])
  const details = {
    person: personId,
    operator_password_at: at.toISOString(),
    account: personLabelOf(link.person),
    by: 'password link',
  }
  await appendToLogsOfPerson(tx, personId, at, { kind: 'password_changed', actor: 'operator', details })
  return true
}

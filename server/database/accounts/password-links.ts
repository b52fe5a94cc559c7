/** One-time links of the operator. Only a person's last link is valid. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../log/append-log'
import { personLabelOf } from './people'
import { accountEvent, insertSecurityEvents } from './security-events'
import { endSessionsOf } from './sessions'

export interface NewPasswordLink {
  readonly tokenSha256: Uint8Array
  readonly personId: string
  readonly at: Date
  readonly expiresAt: Date
}

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
  /** Earlier sessions end. */
  readonly at: Date
}

export interface PasswordLinkVerbs {
  findAccountOfEmail(email: string): Promise<AccountOfEmail | null>
  addPasswordLink(link: NewPasswordLink): Promise<void>
  /** Null if it is not valid, or if the account is disabled. */
  findPasswordLink(tokenSha256: Uint8Array, at: Date): Promise<PasswordLinkInForce | null>
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

    applyPasswordLink: (use) => repeatable((again) => prisma.$transaction((tx) => applyWithin(tx, use, again))),
  }
}

/** The caller must have locked the person's row. */
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

/** Comes before locks on links, which prevents deadlocks. */
async function holdPerson(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM person WHERE id = ${personId}::uuid FOR NO KEY UPDATE`
}

async function applyWithin(
  tx: Prisma.TransactionClient,
  { tokenSha256: token, passwordHash, at }: PasswordLinkUse,
  again: boolean,
): Promise<boolean> {
  const tokenSha256 = new Uint8Array(token)
  const given = await tx.passwordLink.findUnique({ where: { tokenSha256 }, select: { personId: true } })
  if (given === null) return false
  const { personId } = given
  await holdPerson(tx, personId)
  // An earlier attempt left this salted hash.
  if (again && (await tx.person.count({ where: { id: personId, passwordHash } })) > 0) return true
  // Checked under the lock, so a link is used once.
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

/**
 * Passkeys: public keys of people.
 *
 * Promises: a passkey is added or removed together with the entry in the log of every namespace the person is a member
 * of; a counter only ever grows. Trusts its caller to have verified what was signed.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../signing/append-log'
import { endCeremonyWithin } from './ceremonies'
import { personLabelOf } from './people'
import { accountEvent, insertSecurityEvents } from './security-events'

export interface Passkey {
  /** The authenticator's own, base64url. */
  readonly id: string
  readonly personId: string
  /** COSE_Key. */
  readonly publicKey: Uint8Array
  readonly counter: bigint
  readonly transports: readonly string[]
  readonly label: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export interface NewPasskey extends Omit<Passkey, 'createdAt' | 'lastUsedAt'> {
  /** The ceremony that ends with it. */
  readonly ceremonyId: string
  readonly at: Date
  /** Label of the person. */
  readonly actor: string
}

export interface PasskeyRemoval {
  readonly personId: string
  readonly id: string
  readonly at: Date
  /** Label of the person. */
  readonly actor: string
}

export interface PasskeyVerbs {
  /**
   * `known` where an authenticator of this id is registered already, `ended` where the ceremony was ended before;
   * nothing was stored then. Never repeated when the connection breaks: throws StoreUnavailable.
   */
  addPasskey(passkey: NewPasskey): Promise<'added' | 'known' | 'ended'>
  findPasskey(id: string): Promise<Passkey | null>
  /** Oldest first. */
  listPasskeys(personId: string): Promise<Passkey[]>
  /** False where the person has no such passkey. */
  renamePasskey(personId: string, id: string, label: string, at: Date): Promise<boolean>
  /** `last` where the person could not sign in without it; nothing was removed then. */
  removePasskey(removal: PasskeyRemoval): Promise<'removed' | 'unknown' | 'last'>
  /** Notes a use. False where the counter did not grow since: then it was copied, or the answer is an old one. */
  notePasskeyUse(id: string, counter: bigint, at: Date): Promise<boolean>
}

export function passkeyVerbs({ prisma, repeatable, once }: Database): PasskeyVerbs {
  return {
    addPasskey: (passkey) => once(() => prisma.$transaction((tx) => add(tx, passkey))),

    findPasskey: (id) => repeatable(() => prisma.passkey.findUnique({ where: { id } })),

    listPasskeys: (personId) =>
      repeatable(() =>
        prisma.passkey.findMany({ where: { personId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
      ),

    renamePasskey: (personId, id, label, at) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const passkey = await tx.passkey.findFirst({ where: { id, personId }, include: { person: true } })
          if (passkey === null || passkey.label === label) return passkey !== null
          await tx.passkey.update({ where: { id }, data: { label } })
          const event = { actor: personLabelOf(passkey.person), details: { passkey: id, person: personId } }
          await appendToLogsOfPerson(tx, personId, at, { kind: 'passkey_renamed', ...event, sealed: { label } })
          return true
        }),
      ),

    removePasskey: (removal) => once(() => prisma.$transaction((tx) => remove(tx, removal))),

    notePasskeyUse: (id, counter, at) =>
      once(async () => {
        // An authenticator without a counter sends 0 every time.
        const grown = counter === 0n ? { counter: 0n } : { counter: { lt: counter } }
        const { count } = await prisma.passkey.updateMany({
          where: { id, ...grown },
          data: { counter, lastUsedAt: at },
        })
        return count === 1
      }),
  }
}

async function add(
  tx: Prisma.TransactionClient,
  { ceremonyId, at, actor, publicKey, transports, ...passkey }: NewPasskey,
): Promise<'added' | 'known' | 'ended'> {
  if ((await tx.passkey.count({ where: { id: passkey.id } })) > 0) return 'known'
  if (!(await endCeremonyWithin(tx, ceremonyId, at))) return 'ended'
  const data = { ...passkey, publicKey: new Uint8Array(publicKey), transports: [...transports], createdAt: at }
  // Another ceremony may have added the same one since the question.
  if ((await tx.passkey.createMany({ data, skipDuplicates: true })).count === 0) return 'known'
  const details = { passkey: passkey.id, label: passkey.label, person: passkey.personId }
  await insertSecurityEvents(tx, [accountEvent('passkey_added', passkey.personId, at)])
  await appendToLogsOfPerson(tx, passkey.personId, at, { kind: 'passkey_added', actor, details })
  return 'added'
}

async function remove(
  tx: Prisma.TransactionClient,
  { personId, id, at, actor }: PasskeyRemoval,
): Promise<'removed' | 'unknown' | 'last'> {
  // Two removals at once must not each take the other one for the way in that is left.
  await tx.$queryRaw`SELECT FROM person WHERE id = ${personId}::uuid FOR UPDATE`
  const person = await tx.person.findUniqueOrThrow({
    where: { id: personId },
    select: { passwordHash: true, passkeys: true, _count: { select: { identities: true } } },
  })
  const passkey = person.passkeys.find((own) => own.id === id)
  if (passkey === undefined) return 'unknown'
  if (person.passwordHash === null && person._count.identities === 0 && person.passkeys.length === 1) return 'last'
  await tx.passkey.delete({ where: { id } })
  const details = { passkey: id, label: passkey.label, person: personId }
  await insertSecurityEvents(tx, [accountEvent('passkey_removed', personId, at)])
  await appendToLogsOfPerson(tx, personId, at, { kind: 'passkey_removed', actor, details })
  return 'removed'
}

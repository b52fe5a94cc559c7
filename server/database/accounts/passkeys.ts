/** Counters only grow. Callers verify what was signed. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendToLogsOfPerson } from '../log/append-log'
import { endCeremonyWithin } from './ceremonies'
import { personLabelOf } from './people'
import { accountEvent, insertSecurityEvents } from './security-events'

export interface Passkey {
  /** From the authenticator, base64url. */
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
  readonly ceremonyId: string
  readonly at: Date
  readonly actor: string
}

export interface PasskeyRemoval {
  readonly personId: string
  readonly id: string
  readonly at: Date
  readonly actor: string
}

export interface PasskeyVerbs {
  /**
   * `known`: already registered. `ended`: the ceremony had ended. Not retried.
   * @throws StoreUnavailableError
   */
  addPasskey(passkey: NewPasskey): Promise<'added' | 'known' | 'ended'>
  findPasskey(id: string): Promise<Passkey | null>
  /** Oldest first. */
  listPasskeys(personId: string): Promise<Passkey[]>
  renamePasskey(personId: string, id: string, label: string, at: Date): Promise<boolean>
  /** `last`: the only way to sign in. */
  removePasskey(removal: PasskeyRemoval): Promise<'removed' | 'unknown' | 'last'>
  /** False if the counter did not grow, for a copied passkey or an old answer. */
  notePasskeyUse(id: string, counter: bigint, at: Date): Promise<boolean>
}

export function passkeyVerbs({ prisma, repeatable, once }: Database): PasskeyVerbs {
  return {
    addPasskey: (passkey) => once(() => prisma.$transaction((tx) => addWithin(tx, passkey))),

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

    removePasskey: (removal) => once(() => prisma.$transaction((tx) => removeWithin(tx, removal))),

    notePasskeyUse: (id, counter, at) =>
      once(async () => {
        // An authenticator without a counter always sends 0.
        const grown = counter === 0n ? { counter: 0n } : { counter: { lt: counter } }
        const { count } = await prisma.passkey.updateMany({
          where: { id, ...grown },
          data: { counter, lastUsedAt: at },
        })
        return count === 1
      }),
  }
}

async function addWithin(
  tx: Prisma.TransactionClient,
  { ceremonyId, at, actor, publicKey, transports, ...passkey }: NewPasskey,
): Promise<'added' | 'known' | 'ended'> {
  if ((await tx.passkey.count({ where: { id: passkey.id } })) > 0) return 'known'
  if (!(await endCeremonyWithin(tx, ceremonyId, at))) return 'ended'
  const data = { ...passkey, publicKey: new Uint8Array(publicKey), transports: [...transports], createdAt: at }
  // Another ceremony may have added it.
  if ((await tx.passkey.createMany({ data, skipDuplicates: true })).count === 0) return 'known'
  const details = { passkey: passkey.id, label: passkey.label, person: passkey.personId }
  await insertSecurityEvents(tx, [accountEvent('passkey_added', passkey.personId, at)])
  await appendToLogsOfPerson(tx, passkey.personId, at, { kind: 'passkey_added', actor, details })
  return 'added'
}

async function removeWithin(
  tx: Prisma.TransactionClient,
  { personId, id, at, actor }: PasskeyRemoval,
): Promise<'removed' | 'unknown' | 'last'> {
  // Two removals at once must not remove the last way in.
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

/**
 * Ceremonies: what is begun by one request and ended by another, once.
 *
 * Promises: a ceremony is ended by exactly one call, however many processes try at the same time. Trusts its caller to
 * compare purpose, person and time, and ids to be UUIDs made by the caller.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface NewCeremony {
  readonly id: string
  /** What it may be ended as: a challenge to sign in with signs nothing. */
  readonly purpose: 'sign_in' | 'add_passkey' | 'sign_statement'
  /** Null where the person is not known yet. */
  readonly personId: string | null
  readonly payload: Uint8Array
  readonly expiresAt: Date
}

export interface Ceremony extends Omit<NewCeremony, 'purpose'> {
  readonly purpose: string
  /** Null as long as it was not ended. */
  readonly usedAt: Date | null
}

export interface CeremonyVerbs {
  beginCeremony(ceremony: NewCeremony): Promise<void>
  /** Ended and expired ones are found too, until they are swept. */
  findCeremony(id: string): Promise<Ceremony | null>
  /**
   * True for the one call that ended it. Never repeated when the connection breaks, because the answer to the second
   * attempt would be wrong: throws StoreUnavailable.
   */
  endCeremony(id: string, at: Date): Promise<boolean>
  /** Removes what expired before `before`. Returns how many there were. */
  sweepCeremonies(before: Date): Promise<number>
}

export function ceremonyVerbs({ prisma, repeatable, once }: Database): CeremonyVerbs {
  return {
    beginCeremony: ({ payload, ...ceremony }) =>
      repeatable(async () => {
        const data = { ...ceremony, payload: new Uint8Array(payload) }
        await prisma.ceremony.createMany({ data, skipDuplicates: true })
      }),

    findCeremony: (id) => repeatable(() => prisma.ceremony.findUnique({ where: { id } })),

    endCeremony: (id, at) => once(() => endCeremonyWithin(prisma, id, at)),

    sweepCeremonies: (before) =>
      repeatable(async () => (await prisma.ceremony.deleteMany({ where: { expiresAt: { lt: before } } })).count),
  }
}

/** Ends a ceremony together with what it was begun for: true for the one transaction that ended it. */
export async function endCeremonyWithin(tx: Prisma.TransactionClient, id: string, at: Date): Promise<boolean> {
  const { count } = await tx.ceremony.updateMany({ where: { id, usedAt: null }, data: { usedAt: at } })
  return count === 1
}

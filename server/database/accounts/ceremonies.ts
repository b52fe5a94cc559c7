/** A ceremony begins in one request and ends once in another. Callers compare purpose, person and time. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface NewCeremony {
  readonly id: string
  /** A sign-in challenge must sign nothing else. */
  readonly purpose: 'sign_in' | 'add_passkey' | 'sign_statement'
  readonly personId: string | null
  readonly payload: Uint8Array
  readonly expiresAt: Date
}

export interface Ceremony extends Omit<NewCeremony, 'purpose'> {
  readonly purpose: string
  readonly usedAt: Date | null
}

export interface CeremonyVerbs {
  beginCeremony(ceremony: NewCeremony): Promise<void>
  findCeremony(id: string): Promise<Ceremony | null>
  /**
   * True for the one call that ended it. Not retried.
   * @throws StoreUnavailableError
   */
  endCeremony(id: string, at: Date): Promise<boolean>
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

export async function endCeremonyWithin(tx: Prisma.TransactionClient, id: string, at: Date): Promise<boolean> {
  const { count } = await tx.ceremony.updateMany({ where: { id, usedAt: null }, data: { usedAt: at } })
  return count === 1
}

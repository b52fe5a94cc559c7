/**
 * Room for more in a group: how many things of a kind it keeps.
 *
 * Promises: of several that add at once, each counts what those before it added, so that the limit is never passed,
 * however many processes add.
 */
import type { Prisma } from '../../generated/prisma/client'
import type { WrittenBy } from './versioned-row'

/** What is added to a group. */
export interface Addition extends WrittenBy {
  readonly id: string
  /** Most things of its kind that the group keeps. */
  readonly limit: number
}

/** Nothing was stored. `actual` is how many there would be. */
export type GroupFull = { readonly kind: 'group_full'; readonly actual: number }

/** Until the transaction ends nobody else adds something to the group. Take it first in the transaction. */
export async function holdAdding(tx: Prisma.TransactionClient, namespaceId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`
}

/**
 * What came of a change that names the version it was made from, and the limit of what a group stores.
 *
 * Promises: of two changes made from one version one takes effect, and the other is told so.
 * Of several that add at once, each counts what those before it added, so that the limit is never passed, however many
 * processes add.
 */
import type { Prisma } from '../../../generated/prisma/client'

/** Whose change it is. */
export interface WrittenBy {
  readonly at: Date
  /** Label of whoever asked for it. */
  readonly by: string
}

/** What is removed, named by the version that it is removed at. */
export interface Removal extends WrittenBy {
  readonly id: string
  readonly version: number
}

export type NotFound = { readonly kind: 'not_found' }
export type NameTaken = { readonly kind: 'name_taken' }
/** Nothing was changed: `version` is the one in force. */
type VersionMoved = { readonly kind: 'version_moved'; readonly version: number }
export type Saved<T> = { readonly kind: 'saved'; readonly row: T }

export type ChangeResult<T> = Saved<T> | NotFound | VersionMoved | NameTaken

export type RemoveResult =
  | { readonly kind: 'removed' }
  | NotFound
  | VersionMoved
  /** Something else needs it. */
  | { readonly kind: 'in_use' }

/** The answer of a change whose name another row has; any other error goes on. */
export function nameTakenOr(error: unknown): NameTaken {
  // These tables have one unique constraint beside their primary keys, and ids are made anew.
  if (error instanceof Error && 'code' in error && error.code === 'P2002') return { kind: 'name_taken' }
  throw error
}

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

/**
 * Rows with versions: how a project, a guardrail or an application is added, changed and removed.
 *
 * Promises: of two changes made from one version one takes effect, and the other gets `version_moved`. Of several calls
 * that add at once, each counts what those before it added, so that the limit is never passed, however many processes add.
 * Each change has one entry in the log of the namespace, written in the same transaction. A call that is repeated after its
 * connection broke gives the result of its first attempt.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../signing/append-log'
import type { LogEvent } from '../signing/log-event'

type Transaction = Prisma.TransactionClient

/** When a change was made, and by whom. */
export interface WrittenBy {
  readonly at: Date
  /** Label of the caller. */
  readonly by: string
}

export interface Addition extends WrittenBy {
  readonly id: string
  /** The most rows of this table that the group may have. */
  readonly limit: number
}

/** A row that is changed or removed, and the version from which that is done. */
export interface VersionedChange extends WrittenBy {
  readonly id: string
  readonly version: number
}

export type Saved<Row> = { readonly kind: 'saved'; readonly row: Row }
export type NotFound = { readonly kind: 'not_found' }
/** Another row of the same project, or group, has the name. */
export type NameTaken = { readonly kind: 'name_taken' }
/** Nothing was stored. `actual` is how many rows there would be. */
export type GroupFull = { readonly kind: 'group_full'; readonly actual: number }
/** Nothing was changed: `version` is the one in force. */
type VersionMoved = { readonly kind: 'version_moved'; readonly version: number }

export type AddResult<Row> = Saved<Row> | NameTaken | GroupFull
export type ChangeResult<Row> = Saved<Row> | NotFound | VersionMoved | NameTaken
export type RemoveResult =
  | { readonly kind: 'removed' }
  | NotFound
  | VersionMoved
  /** Another row refers to it. */
  | { readonly kind: 'in_use' }

interface VersionedRow {
  readonly id: string
  readonly version: number
  readonly updatedAt: Date
}

/** The tables as statements name them: no text of a caller becomes a part of a statement. */
const TABLES = {
  project: Prisma.sql`project`,
  guardrail: Prisma.sql`guardrail`,
  application: Prisma.sql`application`,
} as const

/** What distinguishes one table of versioned rows from another. */
export interface VersionedTable<Row extends VersionedRow> {
  readonly name: keyof typeof TABLES
  readonly find: (client: Transaction, namespaceId: string, id: string) => Promise<Row | null>
  readonly event: (action: 'added' | 'changed' | 'removed', by: string, row: Row) => LogEvent
}

export interface VersionedRows<Row extends VersionedRow> {
  /**
   * @param hold locks what the row belongs to; a result other than null ends the call
   * @param insert returns how many rows it inserted, none where the id or the name is there already
   */
  add<Refused = never>(
    namespaceId: string,
    addition: Addition,
    hold: (tx: Transaction) => Promise<Refused | null>,
    insert: (tx: Transaction) => Promise<number | Refused>,
  ): Promise<AddResult<Row> | Refused>
  /** @param update writes the columns given to it beside its own; the row is locked */
  change<Refused = never>(
    namespaceId: string,
    change: VersionedChange,
    update: (
      tx: Transaction,
      columns: { readonly version: number; readonly updatedAt: Date },
    ) => Promise<Saved<Row> | Refused>,
  ): Promise<ChangeResult<Row> | Refused>
  /** @param isUsed whether another row refers to it; the row is locked against new references */
  remove(
    namespaceId: string,
    removal: VersionedChange,
    isUsed: (tx: Transaction) => Promise<boolean>,
  ): Promise<RemoveResult>
}

export function versionedRows<Row extends VersionedRow>(
  { prisma, repeatable }: Database,
  { name, find, event }: VersionedTable<Row>,
): VersionedRows<Row> {
  const table = TABLES[name]
  return {
    add: (namespaceId, { id, limit, at, by }, hold, insert) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await holdAdding(tx, namespaceId)
          const refused = await hold(tx)
          if (refused !== null) return refused
          const others = await countOthers(tx, table, namespaceId, id)
          if (others >= limit) return { kind: 'group_full', actual: others + 1 } as const
          const inserted = await insert(tx)
          if (typeof inserted !== 'number') return inserted
          // A former attempt of this call may have inserted it.
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'name_taken' } as const
          if (inserted > 0) await appendLog(tx, namespaceId, at, [event('added', by, row)])
          return { kind: 'saved', row } as const
        }),
      ),

    change: (namespaceId, { id, version, at, by }, update) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          // Rows that refer to this one may still be added meanwhile.
          await tx.$queryRaw`
            SELECT 1 FROM ${table} WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR NO KEY UPDATE`
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'not_found' } as const
          const isOwn = again && row.version === version + 1 && row.updatedAt.getTime() === at.getTime()
          if (isOwn) return { kind: 'saved', row } as const
          if (row.version !== version) return { kind: 'version_moved', version: row.version } as const
          const result = await update(tx, { version: version + 1, updatedAt: at })
          if (isSaved(result)) await appendLog(tx, namespaceId, at, [event('changed', by, result.row)])
          return result
        }),
      ).catch(nameTakenOr),

    remove: (namespaceId, { id, version, at, by }, isUsed) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          await tx.$queryRaw`
            SELECT 1 FROM ${table} WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR UPDATE`
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: again ? 'removed' : 'not_found' } as const
          if (row.version !== version) return { kind: 'version_moved', version: row.version } as const
          if (await isUsed(tx)) return { kind: 'in_use' } as const
          await tx.$executeRaw`DELETE FROM ${table} WHERE id = ${id}::uuid`
          await appendLog(tx, namespaceId, at, [event('removed', by, row)])
          return { kind: 'removed' } as const
        }),
      ),
  }
}

/** Locks a project against removal until the transaction ends; `not_found` where the namespace has none of this id. */
export async function holdProject(tx: Transaction, namespaceId: string, id: string): Promise<NotFound | null> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM project WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR KEY SHARE`
  return held.length > 0 ? null : { kind: 'not_found' }
}

/** Until the transaction ends no other one adds something to the group. It comes first in the transaction. */
async function holdAdding(tx: Transaction, namespaceId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`
}

async function countOthers(tx: Transaction, table: Prisma.Sql, namespaceId: string, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM ${table} WHERE namespace_id = ${namespaceId}::uuid AND id <> ${id}::uuid`
  return row?.count ?? 0
}

function isSaved<Row, Refused>(result: Saved<Row> | Refused): result is Saved<Row> {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'saved'
}

/** The result of a change whose name another row has; any other error is thrown again. */
function nameTakenOr(error: unknown): NameTaken {
  // These tables have one unique constraint beside their primary keys, and ids are new.
  if (error instanceof Error && 'code' in error && error.code === 'P2002') return { kind: 'name_taken' }
  throw error
}

/**
 * If two changes start from one version, the second gets `version_moved`. Concurrent additions cannot exceed the limit.
 * A retry returns the first attempt's result. Changes are logged in the same transaction.
 */
import { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'

type Transaction = Prisma.TransactionClient

export interface WrittenBy {
  readonly at: Date
  /** Label of the caller. */
  readonly by: string
}

export interface Addition extends WrittenBy {
  readonly id: string
  /** Rows of this table for the group. */
  readonly limit: number
  /** For a call with an `Idempotency-Key`: its repetitions return the row that the first one added. */
  readonly call?: RepeatableCall | null
}

export interface VersionedChange extends WrittenBy {
  readonly id: string
  readonly version: number
}

export type Saved<Row> = { readonly kind: 'saved'; readonly row: Row }
export type NotFound = { readonly kind: 'not_found' }
export type NameTaken = { readonly kind: 'name_taken' }
/** `actual` would be the number of rows. */
export type GroupFull = { readonly kind: 'group_full'; readonly actual: number }
/** `version` is the current one. */
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
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** No caller's text enters a statement. */
const TABLES = {
  project: Prisma.sql`project`,
  guardrail: Prisma.sql`guardrail`,
  application: Prisma.sql`application`,
  tool_guard: Prisma.sql`tool_guard`,
} as const

export interface VersionedTable<Row extends VersionedRow> {
  readonly name: keyof typeof TABLES
  readonly find: (client: Transaction, namespaceId: string, id: string) => Promise<Row | null>
  readonly event: (action: 'added' | 'changed' | 'removed', by: string, row: Row) => LogEvent
}

export interface VersionedRows<Row extends VersionedRow> {
  /**
   * @param hold locks the parent; a non-null result ends the call @param insert returns how many rows it inserted, 0 if
   * the id or name exists
   */
  add<Refused = never>(
    namespaceId: string,
    addition: Addition,
    hold: (tx: Transaction) => Promise<Refused | null>,
    insert: (tx: Transaction) => Promise<number | Refused>,
  ): Promise<AddResult<Row> | Refused>
  /** @param update also writes the given columns; the row is locked */
  change<Refused = never>(
    namespaceId: string,
    change: VersionedChange,
    update: (
      tx: Transaction,
      columns: { readonly version: number; readonly updatedAt: Date },
    ) => Promise<Saved<Row> | Refused>,
  ): Promise<ChangeResult<Row> | Refused>
  /** @param isUsed the row is locked against new references */
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
    add: async <Refused = never>(
      namespaceId: string,
      { id, limit, at, by, call = null }: Addition,
      hold: (tx: Transaction) => Promise<Refused | null>,
      insert: (tx: Transaction) => Promise<number | Refused>,
    ) => {
      const add = async (tx: Transaction): Promise<AddResult<Row> | Refused> => {
        await holdAdding(tx, namespaceId)
        const refused = await hold(tx)
        if (refused !== null) return refused
        const others = await countOthers(tx, table, namespaceId, id)
        if (others >= limit) return { kind: 'group_full', actual: others + 1 }
        const inserted = await insert(tx)
        if (typeof inserted !== 'number') return inserted
        // An earlier attempt may have inserted it.
        const row = await find(tx, namespaceId, id)
        if (row === null) return { kind: 'name_taken' }
        if (inserted > 0) await appendLog(tx, namespaceId, at, [event('added', by, row)])
        return { kind: 'saved', row }
      }
      const result = await repeatable(() =>
        prisma.$transaction((tx) => takeEffectOnce(tx, namespaceId, call, () => add(tx), isSaved)),
      )
      return isSaved<Row, unknown>(result) ? { kind: 'saved', row: withDates(result.row) } : result
    },

    change: (namespaceId, { id, version, at, by }, update) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          // Allows new rows that refer to this one.
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

/** The row that an earlier call with the same key added has texts as dates. */
function withDates<Row extends VersionedRow>(row: Row): Row {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }
}

/** Locks a project against removal. */
export async function holdProject(tx: Transaction, namespaceId: string, id: string): Promise<NotFound | null> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM project WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR KEY SHARE`
  return held.length > 0 ? null : { kind: 'not_found' }
}

/** Comes first in the transaction. */
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

function nameTakenOr(error: unknown): NameTaken {
  // The unique constraints of these tables besides the primary key are those of names, and ids are new.
  if (error instanceof Error && 'code' in error && error.code === 'P2002') return { kind: 'name_taken' }
  throw error
}

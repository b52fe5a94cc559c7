/** Does not read all of a log: actors are few and indexed, and times never go back, so a time becomes an index. */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface StoredEntry {
  readonly index: bigint
  readonly kind: string
  readonly body: Uint8Array
  readonly at: Date
}

export interface EntryFilter {
  readonly kind: string | null
  /** Part of the actor's label (its first 300 characters), ignoring case. */
  readonly actor: string | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
}

export interface EntrySearchVerbs {
  /** Newest first, with indexes below `before`. */
  findEntries(namespaceId: string, filter: EntryFilter, before: bigint | null, limit: number): Promise<StoredEntry[]>
  /** Stops at `limit`. */
  countEntries(namespaceId: string, filter: EntryFilter, limit: number): Promise<number>
}

export function entrySearchVerbs({ prisma, repeatable }: Database): EntrySearchVerbs {
  return {
    findEntries: (namespaceId, filter, before, limit) =>
      repeatable(() => {
        const older = before === null ? Prisma.empty : Prisma.sql`AND index < ${before}`
        const fitting = foundEntries(namespaceId, filter, Prisma.sql`${older} ORDER BY index DESC LIMIT ${limit}`)
        return prisma.$queryRaw<StoredEntry[]>`
          WITH RECURSIVE ${fitting}
          SELECT entry.index, kind, body, at FROM (SELECT index FROM found ORDER BY index DESC LIMIT ${limit}) AS place
          JOIN log_entry AS entry ON entry.namespace_id = ${namespaceId}::uuid AND entry.index = place.index
          ORDER BY entry.index DESC`
      }),

    countEntries: (namespaceId, filter, limit) =>
      repeatable(async () => {
        const fitting = foundEntries(namespaceId, filter, Prisma.sql`LIMIT ${limit}`)
        const [row] = await prisma.$queryRaw<{ count: number }[]>`
          WITH RECURSIVE ${fitting}
          SELECT count(*)::int AS count FROM (SELECT FROM found LIMIT ${limit}) AS counted`
        return row!.count
      }),
  }
}

/** SQL of the table `found`. @param end ends the query of one actor, or of all */
function foundEntries(namespaceId: string, { kind, actor, from, to }: EntryFilter, end: Prisma.Sql): Prisma.Sql {
  const conditions = [Prisma.sql`namespace_id = ${namespaceId}::uuid`]
  if (kind !== null) conditions.push(Prisma.sql`kind = ${kind}`)
  if (from !== null) conditions.push(Prisma.sql`index >= ${placeAt(namespaceId, from)}`)
  if (to !== null) conditions.push(Prisma.sql`index < ${placeAt(namespaceId, to)}`)
  const fitting = Prisma.join(conditions, ' AND ')
  if (actor === null) return Prisma.sql`found AS (SELECT index FROM log_entry WHERE ${fitting} ${end})`
  // Each step jumps to the next actor in the index.
  return Prisma.sql`
    actors AS (
      (SELECT actor FROM log_entry WHERE namespace_id = ${namespaceId}::uuid AND actor IS NOT NULL ORDER BY actor LIMIT 1)
      UNION ALL
      SELECT (
        SELECT next.actor FROM log_entry AS next
        WHERE next.namespace_id = ${namespaceId}::uuid AND next.actor > actors.actor ORDER BY next.actor LIMIT 1
      ) FROM actors WHERE actors.actor IS NOT NULL
    ), found AS (
      SELECT each.index FROM actors CROSS JOIN LATERAL (
        SELECT index FROM log_entry WHERE ${fitting} AND log_entry.actor = actors.actor ${end}
      ) AS each
      WHERE position(lower(${actor}) IN lower(actors.actor COLLATE "default")) > 0
    )`
}

/** SQL of the first index at `time` or later. */
function placeAt(namespaceId: string, time: Date): Prisma.Sql {
  return Prisma.sql`coalesce((
    SELECT timed.index FROM log_entry AS timed
    WHERE timed.namespace_id = ${namespaceId}::uuid AND timed.at >= ${time}::timestamp ORDER BY timed.at, timed.index LIMIT 1
  ), 9223372036854775807)`
}

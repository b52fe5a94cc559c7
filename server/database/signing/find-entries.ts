/**
 * Entries of a log that fit a filter.
 *
 * Promises: the work does not grow with the log. The actors that fit are found among the few that there are, and the
 * entries of each by an index; times become places in the log, because the time of an entry is never before that of the
 * entry before it. Entries are counted up to a limit.
 */
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
  /** A part of the actor's label (its first 300 characters), in any case. */
  readonly actor: string | null
  /** Included. */
  readonly from: Date | null
  /** Not included. */
  readonly to: Date | null
}

export interface EntrySearchVerbs {
  /** Newest first, those before the entry `before`. */
  findEntries(namespaceId: string, filter: EntryFilter, before: bigint | null, limit: number): Promise<StoredEntry[]>
  /** How many fit; `limit` where there are so many or more. */
  countEntries(namespaceId: string, filter: EntryFilter, limit: number): Promise<number>
}

export function entrySearchVerbs({ prisma, repeatable }: Database): EntrySearchVerbs {
  return {
    findEntries: (namespaceId, filter, before, limit) =>
      repeatable(() => {
        const older = before === null ? Prisma.empty : Prisma.sql`AND index < ${before}`
        const fitting = places(namespaceId, filter, Prisma.sql`${older} ORDER BY index DESC LIMIT ${limit}`)
        return prisma.$queryRaw<StoredEntry[]>`
          WITH RECURSIVE ${fitting}
          SELECT entry.index, kind, body, at FROM (SELECT index FROM found ORDER BY index DESC LIMIT ${limit}) AS place
          JOIN log_entry AS entry ON entry.namespace_id = ${namespaceId}::uuid AND entry.index = place.index
          ORDER BY entry.index DESC`
      }),

    countEntries: (namespaceId, filter, limit) =>
      repeatable(async () => {
        const fitting = places(namespaceId, filter, Prisma.sql`LIMIT ${limit}`)
        const [row] = await prisma.$queryRaw<{ count: number }[]>`
          WITH RECURSIVE ${fitting}
          SELECT count(*)::int AS count FROM (SELECT FROM found LIMIT ${limit}) AS counted`
        return row!.count
      }),
  }
}

/** The table `found` with the places of entries that fit. @param end ends the query of one actor, or of all */
function places(namespaceId: string, { kind, actor, from, to }: EntryFilter, end: Prisma.Sql): Prisma.Sql {
  const conditions = [Prisma.sql`namespace_id = ${namespaceId}::uuid`]
  if (kind !== null) conditions.push(Prisma.sql`kind = ${kind}`)
  if (from !== null) conditions.push(Prisma.sql`index >= ${placeAt(namespaceId, from)}`)
  if (to !== null) conditions.push(Prisma.sql`index < ${placeAt(namespaceId, to)}`)
  const fitting = Prisma.join(conditions, ' AND ')
  if (actor === null) return Prisma.sql`found AS (SELECT index FROM log_entry WHERE ${fitting} ${end})`
  // Each step jumps to the next actor in the index: what is walked are actors and not entries.
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

/** The place of the first entry at this time or later; behind all where there is none. */
function placeAt(namespaceId: string, time: Date): Prisma.Sql {
  return Prisma.sql`coalesce((
    SELECT timed.index FROM log_entry AS timed
    WHERE timed.namespace_id = ${namespaceId}::uuid AND timed.at >= ${time}::timestamp ORDER BY timed.at, timed.index LIMIT 1
  ), 9223372036854775807)`
}

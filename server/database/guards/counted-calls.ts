/**
 * Calls that passed, for claims about earlier calls of a session. A call is counted in the transaction that finds the
 * counts unchanged since they were read, under a lock of its session. So of two calls at once, one comes second and is
 * decided again.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

/** A session and the tools of one server that its calls are counted of. */
export interface CountedSession {
  /** sha256 of who asks and of what the caller calls the session. */
  readonly session: string
  readonly server: string
  /** Earlier calls do not count. */
  readonly since: Date
}

/** How a call that passes is counted. */
export interface CallCounting extends CountedSession {
  /** Null if no guard counts this tool. */
  readonly tool: string | null
  /** The counts that the decision was made with. */
  readonly counts: ReadonlyMap<string, number>
}

export interface CallToCount extends CallCounting {
  /** Id of this call, so that a repeated attempt finds its own. */
  readonly useId: string
  readonly at: Date
}

/** `moved`: another call passed since the counts were read. */
export type Counted = 'counted' | 'moved' | 'full'

export interface CountedCallVerbs {
  /** Claim maps of the guards of a server with a claim that comes from the session. */
  mapsFromSession(namespaceId: string, server: string): Promise<readonly unknown[]>
  /** One number for each tool; at most `MAX_COUNTED_CALLS + 1`. */
  countSessionCalls(
    namespaceId: string,
    of: CountedSession,
    tools: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
  countCall(namespaceId: string, call: CallToCount): Promise<Counted>
  sweepCountedCalls(before: Date): Promise<void>
}

/** Counted calls of a tool in a session; beyond it, calls are not told apart. */
export const MAX_COUNTED_CALLS = 1_000
/** Rows of a namespace, so that invented sessions do not fill the disk. */
const MAX_ROWS = 100_000

export function countedCallVerbs({ prisma, repeatable }: Database): CountedCallVerbs {
  return {
    mapsFromSession: (namespaceId, server) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ map: unknown }[]>`
          SELECT map FROM tool_guard
          WHERE namespace_id = ${namespaceId}::uuid AND server = ${server}
            AND jsonb_path_exists(map, '$.claims.* ? (@.from == "session")')`
        return rows.map(({ map }) => map)
      }),

    countSessionCalls: (namespaceId, of, tools) => repeatable(() => countWithin(prisma, namespaceId, of, tools)),

    countCall: (namespaceId, call) =>
      repeatable(() => prisma.$transaction((tx) => countCallWithin(tx, namespaceId, call))),

    sweepCountedCalls: (before) =>
      repeatable(async () => {
        await prisma.countedCall.deleteMany({ where: { at: { lt: before } } })
      }),
  }
}

async function countWithin(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  namespaceId: string,
  { session, server, since }: CountedSession,
  tools: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (tools.length === 0) return new Map()
  const rows = await client.$queryRaw<{ tool: string; count: number }[]>`
    SELECT tool, (
      SELECT count(*)::int FROM (
        SELECT FROM counted_call
        WHERE namespace_id = ${namespaceId}::uuid AND session = ${session} AND server = ${server}
          AND counted_call.tool = chosen.tool AND at > ${since}::timestamp
        LIMIT ${MAX_COUNTED_CALLS + 1}::int) AS call) AS count
    FROM unnest(${[...tools]}::text[]) AS chosen (tool)`
  return new Map(rows.map(({ tool, count }) => [tool, count]))
}

/** Counts a call; also used inside of the transaction that uses a grant. */
export async function countCallWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { useId, at, session, server, since, tool, counts }: CallToCount,
): Promise<Counted> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${namespaceId} ${session}`}, 0))`
  if ((await tx.countedCall.count({ where: { useId } })) > 0) return 'counted'
  const now = await countWithin(tx, namespaceId, { session, server, since }, [...counts.keys()])
  if ([...counts].some(([each, count]) => now.get(each) !== count)) return 'moved'
  if (tool === null) return 'counted'
  const [rows] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (
      SELECT FROM counted_call WHERE namespace_id = ${namespaceId}::uuid LIMIT ${MAX_ROWS}::int) AS call`
  if ((rows?.count ?? 0) >= MAX_ROWS) return 'full'
  await tx.countedCall.create({ data: { useId, namespaceId, session, server, tool, at } })
  return 'counted'
}

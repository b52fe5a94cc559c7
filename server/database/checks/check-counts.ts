/** Counts by UTC month. With an allowance, processes lease blocks of checks and count them in memory. */
import type { Database } from '../client/database'

export interface CheckLease {
  /** Fewer than the block near the end of the allowance. */
  readonly granted: number
  /** Null means no limit. */
  readonly allowance: number | null
  /** For the month, including this lease. */
  readonly leased: number
}

interface LeaseRequest {
  readonly namespaceId: string
  readonly month: string
  readonly block: number
  readonly portions: number
}

/** `month` is its first day (`2026-11-01`). */
export interface CheckCount {
  readonly namespaceId: string
  readonly month: string
  readonly checks: number
}

export interface CheckCountVerbs {
  /**
   * Leases up to `block` checks, and at most one of `portions` parts of the remaining checks, but at least one if any
   * remain.
   */
  leaseChecks(request: LeaseRequest): Promise<CheckLease>
  /** Not retried, so an error loses the checks. */
  returnChecks(rest: CheckCount): Promise<void>
  /** Checks without a lease. Not retried. Skips removed namespaces. */
  addChecks(counts: readonly CheckCount[]): Promise<void>
  /** Includes unused leased checks. */
  countChecks(namespaceId: string, month: string): Promise<number>
  /** Counts checks from a month on, without empty months. */
  checksByMonth(namespaceId: string, since: string): Promise<ReadonlyMap<string, number>>
}

export function checkCountVerbs({ prisma, repeatable, once }: Database): CheckCountVerbs {
  const lease = async ({ namespaceId, month, block, portions }: LeaseRequest): Promise<CheckLease | null> => {
    // Concurrent leases take turns on the locked row. `least` ignores null.
    const [granted] = await prisma.$queryRaw<CheckLease[]>`
      UPDATE namespace_usage AS usage
      SET checks = usage.checks + lease.granted
      FROM (
        SELECT allowance,
               greatest(0, least(${block}::int, rest, CASE WHEN rest > 0 THEN greatest(1, rest / ${portions}::int) END))::int
                 AS granted
        FROM (
          SELECT namespace.checks_per_month AS allowance, namespace.checks_per_month - counted.checks AS rest
          FROM namespace_usage AS counted
          JOIN namespace ON namespace.id = counted.namespace_id
          WHERE counted.namespace_id = ${namespaceId}::uuid AND counted.month = ${month}::date
          FOR UPDATE OF counted
        ) AS locked
      ) AS lease
      WHERE usage.namespace_id = ${namespaceId}::uuid AND usage.month = ${month}::date
      RETURNING lease.granted, lease.allowance, usage.checks::float8 AS leased`
    return granted ?? null
  }

  return {
    // A lost answer costs one block and exceeds no allowance.
    leaseChecks: (request) =>
      repeatable(async () => {
        const { namespaceId, month } = request
        const leased = await lease(request)
        if (leased !== null) return leased
        await prisma.$executeRaw`
          INSERT INTO namespace_usage (namespace_id, month) VALUES (${namespaceId}::uuid, ${month}::date)
          ON CONFLICT DO NOTHING`
        return (await lease(request))!
      }),

    returnChecks: ({ namespaceId, month, checks }) =>
      once(async () => {
        await prisma.$executeRaw`
          UPDATE namespace_usage SET checks = greatest(0, checks - ${checks}::int)
          WHERE namespace_id = ${namespaceId}::uuid AND month = ${month}::date`
      }),

    addChecks: (counts) =>
      once(async () => {
        const namespaceIds = counts.map(({ namespaceId }) => namespaceId)
        const months = counts.map(({ month }) => month)
        const checks = counts.map((each) => each.checks)
        // Sorted to prevent deadlocks.
        await prisma.$executeRaw`
          INSERT INTO namespace_usage AS usage (namespace_id, month, checks)
          SELECT added.namespace_id, added.month, added.checks
          FROM unnest(${namespaceIds}::uuid[], ${months}::date[], ${checks}::bigint[])
            AS added (namespace_id, month, checks)
          JOIN namespace ON namespace.id = added.namespace_id
          ORDER BY added.namespace_id, added.month
          ON CONFLICT (namespace_id, month) DO UPDATE SET checks = usage.checks + excluded.checks`
      }),

    countChecks: (namespaceId, month) =>
      repeatable(async () => {
        const [counted] = await prisma.$queryRaw<{ checks: number }[]>`
          SELECT checks::float8 AS checks FROM namespace_usage
          WHERE namespace_id = ${namespaceId}::uuid AND month = ${month}::date`
        return counted?.checks ?? 0
      }),

    checksByMonth: (namespaceId, since) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ month: string; checks: number }[]>`
          SELECT month::text AS month, checks::float8 AS checks FROM namespace_usage
          WHERE namespace_id = ${namespaceId}::uuid AND month >= ${since}::date AND checks > 0`
        return new Map(rows.map(({ month, checks }) => [month, checks]))
      }),
  }
}

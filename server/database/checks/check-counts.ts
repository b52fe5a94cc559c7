/**
 * Checks counted for a namespace, by the UTC month.
 *
 * Where the operator set an allowance, a process leases checks in blocks and counts them in memory, as it does with the
 * calls of a credential. Promises: the checks leased for a month never pass the allowance, however many processes lease
 * at once and whenever it is changed. Trusts the caller to make no more checks than it was granted.
 */
import type { Database } from '../client/database'

export interface CheckLease {
  /** At most the block asked for, fewer near the end of the allowance, 0 when it is used up. */
  readonly granted: number
  /** The allowance that this was decided by; null is none, and the whole block was granted. */
  readonly allowance: number | null
  /** Checks leased for the month, these included. */
  readonly leased: number
}

interface LeaseRequest {
  readonly namespaceId: string
  readonly month: string
  readonly block: number
  readonly portions: number
}

/** Of one namespace in one month, which is named by its first day (`2026-11-01`). */
export interface CheckCount {
  readonly namespaceId: string
  readonly month: string
  readonly checks: number
}

export interface CheckCountVerbs {
  /**
   * Leases up to `block` checks. The namespace exists. What is left is divided into `portions`: no lease gets more than one of
   * them, nor less than one check while any is left.
   */
  leaseChecks(request: LeaseRequest): Promise<CheckLease>
  /** Gives back the unused rest of a lease. Never repeated when the connection breaks: the checks are then lost. */
  returnChecks(rest: CheckCount): Promise<void>
  /**
   * Counts checks that needed no lease. Never repeated when the connection breaks: they may then be uncounted. A
   * namespace that is gone is passed over.
   */
  addChecks(counts: readonly CheckCount[]): Promise<void>
  /** Checks of the month so far: those that wait in a process to be made are among them. */
  countChecks(namespaceId: string, month: string): Promise<number>
  /** The same of every month from the given one on in which there were any. */
  checksByMonth(namespaceId: string, since: string): Promise<ReadonlyMap<string, number>>
}

export function checkCountVerbs({ prisma, repeatable, once }: Database): CheckCountVerbs {
  /** Null where nothing was counted in this month yet. */
  const lease = async ({ namespaceId, month, block, portions }: LeaseRequest): Promise<CheckLease | null> => {
    // The inner query locks the row and then reads its newest version, so concurrent leases take turns. `least` passes
    // over the null of a namespace without an allowance.
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
    // Repeatable: an attempt whose answer was lost costs the caller a block and passes no allowance.
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
        // In one order, so that processes which count for the same namespaces take turns.
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

/** Processes lease blocks of calls and count them in memory, so usage is exact without a commit per call. */
import type { Database } from '../client/database'

export interface CallLease {
  /** Fewer than the block near a cap. */
  readonly granted: number
  /** The cap that limited the grant; `total` if both did. */
  readonly spent: 'day' | 'total' | null
  /** The charged UTC day (`2026-11-21`): later than requested if a faster clock has leased for it. */
  readonly day: string
  readonly leasedToday: number
  readonly leasedTotal: number
}

export interface CallLeaseVerbs {
  /**
   * Leases up to `block` calls for a UTC day, and at most one of `portions` parts of the remaining calls, but at least
   * one if any remain. Drop the unused rest after that day.
   * @param request `at` becomes the credential's last use
   */
  leaseCalls(request: {
    readonly credentialId: string
    readonly day: string
    readonly block: number
    readonly portions: number
    readonly at: Date
  }): Promise<CallLease>
  /** Includes unused leased calls. */
  countCalls(credentialId: string, day: string): Promise<{ readonly today: number; readonly total: number }>
  /** Not retried, so an error loses the calls. */
  returnCalls(rest: { readonly credentialId: string; readonly day: string; readonly calls: number }): Promise<void>
}

interface LeaseRow {
  readonly granted: number
  readonly day: string
  readonly leased_today: number
  readonly leased_total: number
  readonly spent: 'day' | 'total'
}

export function callLeaseVerbs({ prisma, repeatable, once }: Database): CallLeaseVerbs {
  return {
    // A lost answer costs one block and exceeds no cap.
    leaseCalls: ({ credentialId, day, block, portions, at }) =>
      repeatable(async () => {
        // Concurrent leases take turns on the locked row. A day never goes back.
        const [lease] = await prisma.$queryRaw<LeaseRow[]>`
          UPDATE credential_usage AS usage
          SET day = lease.day,
              leased_today = lease.today + lease.granted,
              leased_total = lease.total + lease.granted,
              last_used_at = greatest(usage.last_used_at, ${at}::timestamp)
          FROM (
            SELECT *,
                   greatest(0, least(${block}::int, rest, CASE WHEN rest > 0 THEN greatest(1, rest / ${portions}::int) END))::int
                     AS granted
            FROM (
              SELECT *, least(calls_per_day - today, calls_total - total) AS rest,
                     CASE WHEN calls_total - total <= calls_per_day - today OR calls_per_day IS NULL THEN 'total' ELSE 'day' END
                       AS spent
              FROM (
                SELECT credential.calls_per_day, credential.calls_total,
                       greatest(counted.day, ${day}::date) AS day,
                       CASE WHEN counted.day >= ${day}::date THEN counted.leased_today ELSE 0 END AS today,
                       counted.leased_total AS total
                FROM credential_usage AS counted
                JOIN credential ON credential.id = counted.credential_id
                WHERE counted.credential_id = ${credentialId}::uuid
                FOR UPDATE OF counted
              ) AS locked
            ) AS measured
          ) AS lease
          WHERE usage.credential_id = ${credentialId}::uuid
          RETURNING lease.granted, lease.day::text AS day, lease.spent,
                    usage.leased_today, usage.leased_total::float8 AS leased_total`
        if (!lease) throw new Error(`there is no credential ${credentialId} to lease calls for`)
        return {
          granted: lease.granted,
          spent: lease.granted === block ? null : lease.spent,
          day: lease.day,
          leasedToday: lease.leased_today,
          leasedTotal: lease.leased_total,
        }
      }),

    countCalls: (credentialId, day) =>
      repeatable(async () => {
        const [counted] = await prisma.$queryRaw<{ today: number; total: number }[]>`
          SELECT CASE WHEN day = ${day}::date THEN leased_today ELSE 0 END AS today, leased_total::float8 AS total
          FROM credential_usage WHERE credential_id = ${credentialId}::uuid`
        return counted ?? { today: 0, total: 0 }
      }),

    returnCalls: ({ credentialId, day, calls }) =>
      once(async () => {
        await prisma.$executeRaw`
          UPDATE credential_usage
          SET leased_today = leased_today - CASE WHEN day = ${day}::date THEN ${calls}::int ELSE 0 END,
              leased_total = leased_total - ${calls}::int
          WHERE credential_id = ${credentialId}::uuid`
      }),
  }
}

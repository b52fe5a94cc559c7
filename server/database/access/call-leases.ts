/**
 * Calls leased to server processes in blocks.
 *
 * A process leases a block durably and counts the calls of it in memory. So usage is exact across processes and
 * restarts without a commit per call. Promises: the calls leased for a credential never pass its caps, for one UTC day
 * nor in all, however many processes lease at once. Trusts the caller to make no more calls than it was granted.
 */
import type { Database } from '../client/database'

export interface CallLease {
  /** Calls granted: at most the block asked for, fewer near a cap, 0 when one is used up. */
  readonly granted: number
  /** Where fewer than the block were granted, the cap that left fewer calls; the total when both left as many. */
  readonly spent: 'day' | 'total' | null
  /**
   * UTC day (`2026-11-21`) that the calls were counted for. It is later than the day asked for when a process whose
   * clock is ahead has leased for that later day already.
   */
  readonly day: string
  /** Calls leased for that day, and in all, these included. */
  readonly leasedToday: number
  readonly leasedTotal: number
}

export interface CallLeaseVerbs {
  /**
   * Leases up to `block` calls of the UTC day `day` (`2026-11-21`), after which an unused rest must be dropped. `at` is
   * noted as the credential's last use.
   *
   * What is left is divided into `portions`: no lease gets more than one of them, nor less than one call while any is left.
   */
  leaseCalls(request: {
    readonly credentialId: string
    readonly day: string
    readonly block: number
    readonly portions: number
    readonly at: Date
  }): Promise<CallLease>
  /** Calls leased in all, and on the UTC day `day`: those that wait in a process to be made are among them. */
  countCalls(credentialId: string, day: string): Promise<{ readonly today: number; readonly total: number }>
  /** Gives back the unused rest of a lease. Never repeated when the connection breaks: the calls are then lost. */
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
    // Repeatable: an attempt whose answer was lost costs the caller a block and passes no cap.
    leaseCalls: ({ credentialId, day, block, portions, at }) =>
      repeatable(async () => {
        // The inner query locks the row and then reads its newest version, so concurrent leases take turns. A day that
        // has begun never ends again: one row then serves all processes, whatever their clocks say around midnight.
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

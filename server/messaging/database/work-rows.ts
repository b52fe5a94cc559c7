/** The queue in `bus_work`. A database crash may undo claims and removals, so messages come again. */
import type pg from 'pg'
import type { Lane, LaneMessage, WorkDelivery, WorkMessage } from '../bus/bus'

/** Constant within a statement, so that an index serves it. */
const NOW = `(statement_timestamp() AT TIME ZONE 'UTC')`
/** Stored times are rounded to milliseconds. */
const DUE = `available_at <= ${NOW} + interval '1 millisecond'`
/** Commits without waiting for the disk. */
const SKIP_DISK_FLUSH = `hasty AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`

/** First key of the advisory locks that show live holders. */
export const HOLDER_LOCK = 1_413_829_460

export interface ClaimedRow {
  readonly seq: string
  readonly delivery: WorkDelivery
  readonly failures: number
}

export interface FailedRow {
  readonly seq: string
  readonly pauseMs: number
  readonly counts: boolean
}

/** Times are in milliseconds. Everything throws the driver's errors. */
export interface WorkRows {
  /** Idempotent. */
  add(messages: readonly (WorkMessage & Partial<Pick<LaneMessage, 'lane' | 'share'>>)[]): Promise<void>
  claim(max: number): Promise<readonly ClaimedRow[]>
  findShares(lane: Lane): Promise<readonly string[]>
  /** Claims up to a number for each share. */
  claimOf(lane: Lane, counts: ReadonlyMap<string, number>): Promise<readonly ClaimedRow[]>
  /** Returns those that are still held. */
  extend(seqs: readonly string[]): Promise<readonly string[]>
  remove(seqs: readonly string[]): Promise<void>
  refund(rows: readonly FailedRow[]): Promise<void>
  /** Moves a message to the dead letters. Idempotent. Returns the ISO 8601 time. */
  bury(seq: string, reason: string): Promise<string>
  /** Returns holders without a lock, which died or lost their connection. */
  findMissingHolders(): Promise<readonly number[]>
  /** Returns the number of released rows. */
  release(holders: readonly number[]): Promise<number>
}

interface ClaimRow {
  readonly seq: string
  readonly id: string
  readonly subject: string
  readonly payload: string
  readonly attempts: number
  readonly failures: number
  readonly share: string
}

/** $2 is the lease, $3 the holder. */
const TAKE = `UPDATE bus_work SET available_at = ${NOW} + $2::interval, attempts = attempts + 1, holder = $3
               FROM due, hasty WHERE bus_work.seq = due.seq
               RETURNING bus_work.seq::text, id, subject, payload, attempts, failures, share`

function claimedRow({ seq, id, subject, payload, attempts, failures, share }: ClaimRow): ClaimedRow {
  const delivery = { id, subject, payload, attempt: attempts }
  return { seq, failures, delivery: share === '' ? delivery : { ...delivery, share } }
}

export function workRows(pool: pg.Pool, holder: number, leaseMs: number): WorkRows {
  const lease = `${leaseMs} milliseconds`
  return {
    add: async (messages) => {
      // Sorted to prevent deadlocks.
      await pool.query({
        name: 'bus-add',
        text: `INSERT INTO bus_work (id, subject, payload, lane, share, available_at)
               SELECT id, subject, payload, lane, share, ${NOW}
               FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS given (id, subject, payload, lane, share)
               ORDER BY id ON CONFLICT (id) DO NOTHING`,
        values: [
          messages.map(({ id }) => id),
          messages.map(({ subject }) => subject),
          messages.map(({ payload }) => payload),
          messages.map(({ lane = 'exact' }) => lane),
          messages.map(({ share = '' }) => share),
        ],
      })
    },

    claim: async (max) => {
      const { rows } = await pool.query<ClaimRow>({
        name: 'bus-claim',
        text: `WITH ${SKIP_DISK_FLUSH}, due AS MATERIALIZED (
                 SELECT seq FROM bus_work WHERE lane = 'exact' AND share = '' AND ${DUE}
                 ORDER BY available_at, seq LIMIT $1 FOR UPDATE SKIP LOCKED
               )
               ${TAKE}`,
        values: [max, lease, holder],
      })
      return rows.map(claimedRow)
    },

    findShares: async (lane) => {
      const { rows } = await pool.query<{ share: string }>({
        name: 'bus-shares',
        // Skips from share to share along the index.
        text: `WITH RECURSIVE found AS (
                 (SELECT share FROM bus_work WHERE lane = $1 AND ${DUE} ORDER BY share LIMIT 1)
                 UNION ALL
                 SELECT (SELECT share FROM bus_work WHERE lane = $1 AND share > found.share AND ${DUE} ORDER BY share LIMIT 1)
                 FROM found WHERE found.share IS NOT NULL
               )
               SELECT share FROM found WHERE share IS NOT NULL`,
        values: [lane],
      })
      return rows.map(({ share }) => share)
    },

    claimOf: async (lane, counts) => {
      const { rows } = await pool.query<ClaimRow>({
        name: 'bus-claim-of',
        text: `WITH ${SKIP_DISK_FLUSH}, due AS MATERIALIZED (
                 SELECT row.seq FROM unnest($4::text[], $5::int[]) AS wanted (share, count), LATERAL (
                   SELECT seq FROM bus_work WHERE lane = $1 AND bus_work.share = wanted.share AND ${DUE}
                   ORDER BY available_at, seq LIMIT wanted.count FOR UPDATE SKIP LOCKED
                 ) AS row
               )
               ${TAKE}`,
        values: [lane, lease, holder, [...counts.keys()], [...counts.values()]],
      })
      return rows.map(claimedRow)
    },

    extend: async (seqs) => {
      const { rows } = await pool.query<{ seq: string }>(
        `WITH ${SKIP_DISK_FLUSH} UPDATE bus_work SET available_at = ${NOW} + $2::interval FROM hasty
         WHERE seq = ANY($1::bigint[]) AND holder = $3 RETURNING seq::text`,
        [seqs, lease, holder],
      )
      return rows.map(({ seq }) => seq)
    },

    remove: async (seqs) => {
      await pool.query({
        name: 'bus-remove',
        text: `WITH ${SKIP_DISK_FLUSH} DELETE FROM bus_work USING hasty WHERE seq = ANY($1::bigint[])`,
        values: [seqs],
      })
    },

    refund: async (failed) => {
      await pool.query(
        `WITH ${SKIP_DISK_FLUSH}
         UPDATE bus_work
         SET failures = failures + counts::int, holder = NULL, available_at = ${NOW} + pause * interval '1 millisecond'
         FROM hasty, unnest($1::bigint[], $2::int[], $3::bool[]) AS given (seq, pause, counts)
         WHERE bus_work.seq = given.seq AND holder = $4`,
        [
          failed.map(({ seq }) => seq),
          failed.map(({ pauseMs }) => pauseMs),
          failed.map(({ counts }) => counts),
          holder,
        ],
      )
    },

    bury: async (seq, reason) => {
      const { rows } = await pool.query<{ at: string }>(
        `WITH gone AS (DELETE FROM bus_work WHERE seq = $1 RETURNING *), dead_letter AS (
           INSERT INTO bus_dead_letter (id, subject, payload, attempts, reason, at)
           SELECT id, subject, payload, attempts, $2, ${NOW} FROM gone
         )
         SELECT to_char(${NOW}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`,
        [seq, reason],
      )
      return rows[0]?.at ?? ''
    },

    findMissingHolders: async () => {
      const { rows } = await pool.query<{ holder: number }>(
        `SELECT DISTINCT holder FROM bus_work
         WHERE available_at > ${NOW} AND holder <> $1 AND NOT EXISTS (
           SELECT FROM pg_locks
           WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = ${HOLDER_LOCK} AND objid = holder::oid
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         )`,
        [holder],
      )
      return rows.map((row) => row.holder)
    },

    release: async (holders) => {
      const { rowCount } = await pool.query(
        `UPDATE bus_work SET available_at = ${NOW}, holder = NULL
         WHERE available_at > ${NOW} AND holder = ANY($1::int[])`,
        [holders],
      )
      return rowCount ?? 0
    },
  }
}

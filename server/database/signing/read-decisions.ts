/** Reads and erases logged checks. Erasing never touches statements. */
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { DecisionForms } from './decision-forms'

export interface StoredDecision {
  readonly index: bigint
  readonly id: string
  readonly rulesetHash: string
  /** The whole statement, the bytes of the leaf. */
  readonly body: Uint8Array
  readonly at: Date
  /** Null, like `sealed`, after an erasure. */
  readonly key: Uint8Array | null
  readonly sealed: Uint8Array | null
}

export interface DecisionFilter {
  readonly rulesetHash: string | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
  /** Keyed hashes of a claim's value, of which an entry has one. */
  readonly marks: readonly string[] | null
  readonly isErased: boolean | null
}

export interface DecisionReadVerbs {
  findDecision(namespaceId: string, id: string): Promise<StoredDecision | null>
  /** Newest first, with indexes below `before`. */
  listDecisions(
    namespaceId: string,
    filter: DecisionFilter,
    before: bigint | null,
    limit: number,
  ): Promise<StoredDecision[]>
  /** In log order, starting at `from`. */
  readDecisions(namespaceId: string, from: bigint, limit: number): Promise<StoredDecision[]>
  /** Null if the namespace never recorded a check. */
  findClaimKey(namespaceId: string): Promise<Uint8Array | null>
  /** Erases the values and appends the event in one transaction. @returns how many entries had values */
  eraseDecisions(
    namespaceId: string,
    ids: readonly string[],
    at: Date,
    event: (erased: number) => LogEvent,
  ): Promise<number>
  /** Removes the values whose retention is over. @returns how many */
  sweepDecisions(now: Date): Promise<number>
}

/** Per statement, so that locks stay short. */
const SWEEP_BATCH_ENTRIES = 1_000
const COLUMNS = { index: true, id: true, rulesetHash: true, body: true, at: true, key: true, sealed: true } as const

/** @param forms those that the process has read, which other verbs may share */
export function decisionReadVerbs(
  { prisma, repeatable }: Database,
  forms: DecisionForms = new DecisionForms(prisma),
): DecisionReadVerbs {
  return {
    findDecision: (namespaceId, id) =>
      repeatable(async () => {
        const where = { namespaceId_id: { namespaceId, id } }
        const row = await prisma.decisionEntry.findUnique({ where, select: COLUMNS })
        const [entry = null] = row === null ? [] : await forms.whole(namespaceId, [row])
        return entry
      }),

    listDecisions: (namespaceId, { rulesetHash, from, to, marks, isErased }, before, limit) =>
      repeatable(async () => {
        const rows = await prisma.decisionEntry.findMany({
          where: {
            namespaceId,
            ...(rulesetHash !== null && { rulesetHash }),
            ...(before !== null && { index: { lt: before } }),
            at: { ...(from !== null && { gte: from }), ...(to !== null && { lt: to }) },
            ...(marks !== null && { marks: { hasSome: [...marks] } }),
            ...(isErased !== null && { key: isErased ? null : { not: null } }),
          },
          select: COLUMNS,
          orderBy: { index: 'desc' },
          take: limit,
        })
        return forms.whole(namespaceId, rows)
      }),

    readDecisions: (namespaceId, from, limit) =>
      repeatable(async () => {
        const rows = await prisma.decisionEntry.findMany({
          where: { namespaceId, index: { gte: from } },
          select: COLUMNS,
          orderBy: { index: 'asc' },
          take: limit,
        })
        return forms.whole(namespaceId, rows)
      }),

    findClaimKey: (namespaceId) =>
      repeatable(async () => {
        const head = await prisma.decisionHead.findUnique({ where: { namespaceId }, select: { claimKey: true } })
        return head?.claimKey ?? null
      }),

    eraseDecisions: (namespaceId, ids, at, event) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const erased = await tx.$executeRaw`
            UPDATE decision_entry SET key = NULL, sealed = NULL, marks = '{}'
            WHERE namespace_id = ${namespaceId}::uuid AND key IS NOT NULL
              AND id = ANY(${[...ids]}::uuid[])`
          if (erased > 0) await appendLog(tx, namespaceId, at, [event(erased)])
          return erased
        }),
      ),

    sweepDecisions: async (now) => {
      let swept = 0
      for (let moved = 1; moved > 0; ) {
        const batch = await repeatable(() => sweepBatch(prisma, now))
        moved = batch.length
        for (const { erased } of batch) swept += erased
      }
      return swept
    },
  }
}

/**
 * Moves the cursor of each decision log over its next expired entries, which are in the order of time except for a few
 * seconds. @returns a row for each log that moved
 */
function sweepBatch(prisma: Database['prisma'], now: Date): Promise<{ readonly erased: number }[]> {
  return prisma.$queryRaw`
    WITH expired AS (
      SELECT head.namespace_id, swept, (
        SELECT count(*) FROM (
          SELECT at FROM decision_entry AS entry
          WHERE entry.namespace_id = head.namespace_id AND entry.index >= swept
          ORDER BY entry.index LIMIT ${SWEEP_BATCH_ENTRIES}
        ) AS next
        WHERE at < ${now}::timestamp - (decision_log ->> 'retentionDays')::int * interval '1 day'
      ) AS count
      FROM decision_head AS head JOIN namespace ON namespace.id = head.namespace_id
      WHERE decision_log IS NOT NULL
    ), moved AS (
      UPDATE decision_head AS head SET swept = head.swept + expired.count FROM expired
      WHERE head.namespace_id = expired.namespace_id AND head.swept = expired.swept AND expired.count > 0
      RETURNING head.namespace_id, expired.swept AS first, head.swept AS past
    ), erased AS (
      UPDATE decision_entry AS entry SET key = NULL, sealed = NULL, marks = '{}' FROM moved
      WHERE entry.namespace_id = moved.namespace_id AND entry.index >= moved.first AND entry.index < moved.past
        AND entry.key IS NOT NULL
      RETURNING entry.namespace_id
    )
    SELECT (SELECT count(*)::int FROM erased WHERE erased.namespace_id = moved.namespace_id) AS erased FROM moved`
}

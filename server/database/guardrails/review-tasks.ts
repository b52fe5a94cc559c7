/**
 * A task is answered once, together with its outcome, further work and log entry. The log contains neither frame nor
 * note.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutBySize, type PageOfRows, type RowPage, type SizedStart } from '../client/row-page'
import { appendLog } from '../log/append-log'
import type { NotFound, Saved } from './versioned-rows'

export interface StoredReviewTask {
  readonly id: string
  readonly frameId: string
  readonly traceId: string
  readonly targetId: string
  readonly guardrailId: string
  /** Null if it was removed. */
  readonly guardrailName: string | null
  /** Empty for a frame that was sent to the guardrail itself. */
  readonly nodeId: string
  readonly instructions: string
  /** JSON of C, Q and A. */
  readonly content: string
  readonly createdAt: Date
  readonly answeredAt: Date | null
  readonly answeredBy: string | null
  readonly conclusion: 'YES' | 'NO' | 'UNKNOWN' | null
  readonly note: string | null
}

export interface ReviewAnswer {
  readonly id: string
  readonly conclusion: 'YES' | 'NO' | 'UNKNOWN'
  readonly note: string | null
  readonly by: string
  readonly at: Date
  readonly outcome: Prisma.InputJsonObject
  /** Null if the bus is not in this database. */
  readonly work: { readonly id: string; readonly subject: string; readonly payload: string } | null
}

export interface ReviewTaskVerbs {
  /** Waiting tasks, oldest first, or answered ones, latest first. */
  listReviewTasks(
    namespaceId: string,
    state: 'waiting' | 'answered',
    page: PageOfRows,
  ): Promise<RowPage<StoredReviewTask>>
  findReviewTask(namespaceId: string, id: string): Promise<StoredReviewTask | null>
  /** `answered`: already, by the given row. */
  answerReviewTask(
    namespaceId: string,
    answer: ReviewAnswer,
  ): Promise<Saved<StoredReviewTask> | { readonly kind: 'answered'; readonly row: StoredReviewTask } | NotFound>
}

export function reviewTaskVerbs({ prisma, repeatable }: Database): ReviewTaskVerbs {
  return {
    listReviewTasks: (namespaceId, state, { after, limit }) =>
      repeatable(async () => {
        // Frames are large, so this first reads which rows fit.
        const starts = await prisma.$queryRaw<SizedStart[]>`
          SELECT review_task.id, ${state === 'waiting' ? CREATED : ANSWERED} AS at, octet_length(content) AS bytes
          FROM review_task JOIN frame ON frame.id = frame_id
          WHERE review_task.namespace_id = ${namespaceId}::uuid
            AND ${state === 'waiting' ? IS_WAITING : IS_ANSWERED}
            AND ${after === null ? Prisma.sql`true` : pastStart(state, after)}
          ORDER BY ${state === 'waiting' ? OLDEST : LAST_ANSWERED} LIMIT ${limit + 1}`
        const { rows: fitting, next } = cutBySize(starts, limit)
        const ids = fitting.map(({ id }) => id)
        const byId = await readTasks(prisma, namespaceId, ids)
        return { rows: ids.flatMap((id) => byId.get(id) ?? []), next }
      }),

    findReviewTask: (namespaceId, id) =>
      repeatable(async () => (await readTasks(prisma, namespaceId, [id])).get(id) ?? null),

    answerReviewTask: (namespaceId, answer) =>
      repeatable((again) => prisma.$transaction((tx) => storeAnswer(tx, namespaceId, answer, again))),
  }
}

const CREATED = Prisma.sql`review_task.created_at`
const ANSWERED = Prisma.sql`review_task.answered_at`
const IS_WAITING = Prisma.sql`review_task.answered_at IS NULL`
const IS_ANSWERED = Prisma.sql`review_task.answered_at IS NOT NULL`
const OLDEST = Prisma.sql`review_task.created_at, review_task.id`
const LAST_ANSWERED = Prisma.sql`review_task.answered_at DESC, review_task.id DESC`

function pastStart(state: 'waiting' | 'answered', { at, id }: { readonly at: Date; readonly id: string }): Prisma.Sql {
  return state === 'waiting'
    ? Prisma.sql`(review_task.created_at, review_task.id) > (${at}::timestamp, ${id}::uuid)`
    : Prisma.sql`(review_task.answered_at, review_task.id) < (${at}::timestamp, ${id}::uuid)`
}

async function storeAnswer(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, conclusion, note, by, at, outcome, work }: ReviewAnswer,
  again: boolean,
): ReturnType<ReviewTaskVerbs['answerReviewTask']> {
  await tx.$queryRaw`SELECT 1 FROM review_task WHERE id = ${id}::uuid FOR UPDATE`
  const row = (await readTasks(tx, namespaceId, [id])).get(id)
  if (row === undefined) return { kind: 'not_found' }
  if (row.answeredAt !== null) {
    const isOwn = again && row.answeredBy === by && row.answeredAt.getTime() === at.getTime()
    return { kind: isOwn ? 'saved' : 'answered', row }
  }
  const data = { conclusion, note, answeredAt: at, answeredBy: by }
  await tx.reviewTask.update({ where: { id }, data })
  const key = { frameId: row.frameId, nodeId: row.nodeId }
  await tx.nodeOutcome.upsert({ where: { frameId_nodeId: key }, create: { ...key, outcome }, update: { outcome } })
  if (work !== null)
    await tx.$executeRaw`
      INSERT INTO bus_work (id, subject, payload, available_at)
      VALUES (${work.id}, ${work.subject}, ${work.payload}, clock_timestamp() AT TIME ZONE 'UTC')
      ON CONFLICT (id) DO NOTHING`
  const details = { frame_id: row.frameId, task_id: id, conclusion }
  await appendLog(tx, namespaceId, at, [{ kind: 'frame_reviewed', actor: by, details }])
  return { kind: 'saved', row: { ...row, ...data } }
}

/** By id. */
async function readTasks(
  client: Prisma.TransactionClient,
  namespaceId: string,
  ids: readonly string[],
): Promise<Map<string, StoredReviewTask>> {
  const rows = await client.$queryRaw<StoredReviewTask[]>`
    SELECT review_task.id, frame_id AS "frameId", trace_id AS "traceId", target_id AS "targetId",
      guardrail_id AS "guardrailId", guardrail.name AS "guardrailName", node_id AS "nodeId", instructions, content,
      review_task.created_at AS "createdAt", answered_at AS "answeredAt", answered_by AS "answeredBy", conclusion, note
    FROM review_task
    JOIN frame ON frame.id = frame_id
    LEFT JOIN guardrail ON guardrail.id = guardrail_id AND guardrail.namespace_id = review_task.namespace_id
    WHERE review_task.namespace_id = ${namespaceId}::uuid AND review_task.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

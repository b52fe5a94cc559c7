/** Frames of one guardrail or application, the newest first, as long as they are stored. */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutBySize, cutPage, type PageOfRows, type PageStart, type RowPage, type SizedStart } from '../client/row-page'

/** `ERROR`: without a conclusion; `OPEN`: not answered yet. */
export type FrameAnswer = 'YES' | 'NO' | 'UNKNOWN' | 'ERROR' | 'OPEN'

export interface ListedFrame {
  readonly id: string
  readonly traceId: string
  readonly sentAt: Date
  readonly sentBy: string
  readonly answer: FrameAnswer
  readonly answeredAt: Date | null
  readonly isInReview: boolean
  /** Null without an Error. */
  readonly errorCode: string | null
}

export interface AnsweredFrame {
  readonly id: string
  readonly traceId: string
  readonly sentAt: Date
  /** JSON of C, Q and A. */
  readonly content: string
  /** JSON of the evaluated frame. */
  readonly body: string
}

export interface CountedFrames {
  readonly at: Date
  readonly answer: FrameAnswer
  readonly frames: number
}

export interface FrameCounts {
  readonly counted: readonly CountedFrames[]
  /** Milliseconds from the frame to its answer; null without an answer. */
  readonly median: number | null
  readonly p95: number | null
}

export interface TargetFrameVerbs {
  /** A page may have fewer rows than its limit, because at most {@link MAX_SCANNED} frames are searched for it. */
  listTargetFrames(
    namespaceId: string,
    wanted: { readonly targetId: string; readonly answer: FrameAnswer | null; readonly since: Date | null },
    page: PageOfRows,
  ): Promise<RowPage<ListedFrame>>
  /** Counts at most `limit` frames, the newest, by the start of their period. */
  countTargetFrames(
    namespaceId: string,
    wanted: { readonly targetId: string; readonly since: Date; readonly periodMs: number },
    limit: number,
  ): Promise<FrameCounts>
  /** Answered ones, whole. A page of large frames has fewer rows than its limit. */
  readAnsweredFrames(namespaceId: string, targetId: string, page: PageOfRows): Promise<RowPage<AnsweredFrame>>
}

const MAX_SCANNED = 10_000

export function targetFrameVerbs({ prisma, repeatable }: Database): TargetFrameVerbs {
  return {
    listTargetFrames: (namespaceId, { targetId, answer, since }, { after, limit }) =>
      repeatable(async () => {
        const from = framesFrom(namespaceId, targetId, { after, since })
        const scanned = answer === null ? limit + 1 : MAX_SCANNED
        const found = await prisma.$queryRaw<ListedRow[]>`
          SELECT id, trace_id AS "traceId", sent_at AS "createdAt", sent_by AS "sentBy", ${ANSWER} AS answer,
                 answered_at AS "answeredAt",
                 EXISTS (SELECT FROM review_task WHERE frame_id = scanned.id AND review_task.answered_at IS NULL)
                   AS "isInReview"
          FROM (SELECT * FROM frame WHERE ${from} ORDER BY sent_at DESC, id DESC LIMIT ${scanned}) AS scanned
          LEFT JOIN frame_response ON frame_id = scanned.id
          WHERE ${answer === null ? Prisma.sql`true` : Prisma.sql`${ANSWER} = ${answer}`}
          ORDER BY sent_at DESC, id DESC LIMIT ${limit + 1}`
        const { rows, next } = cutPage(found, limit)
        const codes = await errorCodes(prisma, rows)
        const listed = rows.map(({ createdAt, ...row }) => ({
          ...row,
          sentAt: createdAt,
          errorCode: codes.get(row.id) ?? null,
        }))
        return { rows: listed, next: next ?? (answer === null ? null : await lastScanned(prisma, from)) }
      }),

    countTargetFrames: (namespaceId, { targetId, since, periodMs }, limit) =>
      repeatable(async () => {
        const newest = Prisma.sql`
          SELECT sent_at, answered_at, ${ANSWER} AS answer FROM (
            SELECT id, sent_at FROM frame WHERE ${framesFrom(namespaceId, targetId, { after: null, since })}
            ORDER BY sent_at DESC, id DESC LIMIT ${limit}
          ) AS scanned LEFT JOIN frame_response ON frame_id = scanned.id`
        const periods = await prisma.$queryRaw<{ start: number; answer: FrameAnswer; frames: number }[]>`
          SELECT (floor(extract(epoch FROM sent_at) * 1000 / ${periodMs}) * ${periodMs})::float8 AS start, answer,
                 count(*)::int AS frames
          FROM (${newest}) AS newest GROUP BY 1, 2 ORDER BY 1, 2`
        const [times] = await prisma.$queryRaw<{ median: number | null; p95: number | null }[]>`
          SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS median,
                 percentile_cont(0.95) WITHIN GROUP (ORDER BY took) AS p95
          FROM (SELECT (extract(epoch FROM answered_at - sent_at) * 1000)::float8 AS took FROM (${newest}) AS newest) AS times`
        const counted = periods.map(({ start, ...period }) => ({ ...period, at: new Date(start) }))
        return { counted, median: times?.median ?? null, p95: times?.p95 ?? null }
      }),

    readAnsweredFrames: (namespaceId, targetId, { after, limit }) =>
      repeatable(async () => {
        // Frames are large, so this first reads which rows fit.
        const starts = await prisma.$queryRaw<SizedStart[]>`
          SELECT id, sent_at AS at, octet_length(content) + octet_length(body) AS bytes
          FROM frame JOIN frame_response ON frame_id = frame.id
          WHERE ${framesFrom(namespaceId, targetId, { after, since: null })}
          ORDER BY sent_at DESC, id DESC LIMIT ${limit + 1}`
        const { rows: fitting, next } = cutBySize(starts, limit)
        const rows = await prisma.$queryRaw<AnsweredFrame[]>`
          SELECT id, trace_id AS "traceId", sent_at AS "sentAt", content, body
          FROM frame JOIN frame_response ON frame_id = frame.id
          WHERE id = ANY(${fitting.map(({ id }) => id)}::uuid[]) ORDER BY sent_at DESC, id DESC`
        return { rows, next }
      }),
  }
}

type ListedRow = Omit<ListedFrame, 'errorCode' | 'sentAt'> & { readonly createdAt: Date }

const ANSWER = Prisma.sql`CASE WHEN frame_id IS NULL THEN 'OPEN' ELSE coalesce(conclusion, 'ERROR') END`

function framesFrom(
  namespaceId: string,
  targetId: string,
  { after, since }: { readonly after: PageStart | null; readonly since: Date | null },
): Prisma.Sql {
  const past =
    after === null ? Prisma.sql`true` : Prisma.sql`(sent_at, id) < (${after.at}::timestamp, ${after.id}::uuid)`
  const recent = since === null ? Prisma.sql`true` : Prisma.sql`sent_at >= ${since}::timestamp`
  return Prisma.sql`namespace_id = ${namespaceId}::uuid AND target_id = ${targetId}::uuid AND ${past} AND ${recent}`
}

/** Null if every frame was searched. */
async function lastScanned(prisma: Database['prisma'], from: Prisma.Sql): Promise<PageStart | null> {
  const [last] = await prisma.$queryRaw<PageStart[]>`
    SELECT id, sent_at AS at FROM frame WHERE ${from} ORDER BY sent_at DESC, id DESC OFFSET ${MAX_SCANNED - 1} LIMIT 1`
  return last ?? null
}

async function errorCodes(
  prisma: Database['prisma'],
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, string>> {
  const failed = rows.flatMap(({ id, answer }) => (answer === 'ERROR' ? [id] : []))
  if (failed.length === 0) return new Map()
  const codes = await prisma.$queryRaw<{ id: string; code: string | null }[]>`
    SELECT frame_id AS id, body::jsonb #>> '{Error,code}' AS code FROM frame_response
    WHERE frame_id = ANY(${failed}::uuid[])`
  return new Map(codes.flatMap(({ id, code }) => (code === null ? [] : [[id, code] as const])))
}

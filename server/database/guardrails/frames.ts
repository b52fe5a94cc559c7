/** The first frame of a key counts. It is committed together with its queued work or its answer. */
import { FRAMES_SUBJECT } from '../../api/terms/bus-subjects'
import type { Database } from '../client/database'
import {
  joinedJson,
  jsonTexts,
  type NewResponse,
  responseColumns,
  responseRows,
  type StoredAudience,
  wordArray,
} from './frame-responses'

export interface NewFrame {
  readonly id: string
  readonly namespaceId: string
  readonly targetId: string
  readonly audience: StoredAudience
  readonly traceId: string
  /** In order, without duplicates, at least one. */
  readonly topics: readonly string[]
  /** 64 hexadecimal digits, sha256. */
  readonly key: string
  /** 64 hexadecimal digits, sha256. */
  readonly digest: string
  /** JSON. */
  readonly content: string
  readonly sentAt: Date
  readonly sentBy: string
  /** W3C traceparent of the sender, for the message. */
  readonly traceparent?: string | null
}

/** For the bus in this database. */
export interface QueueInput {
  /** Their frames need no message. */
  readonly answers: readonly NewResponse[]
  /** The first `room` messages are added as taken. */
  readonly taken: { readonly room: number; readonly holder: number; readonly leaseMs: number } | null
}

export type FrameInsertion =
  /** `seq`: of a message added as taken. */
  | { readonly kind: 'inserted'; readonly seq: string | null }
  /** Existed with the same digest. */
  | { readonly kind: 'same'; readonly id: string; readonly isAnswered: boolean }
  /** Existed with another digest. */
  | { readonly kind: 'other'; readonly id: string }
  | { readonly kind: 'namespace_deleted' }

/** For evaluators. */
export interface StoredFrame {
  readonly id: string
  readonly namespaceId: string
  readonly targetId: string
  readonly audience: StoredAudience
  readonly traceId: string
  readonly topics: readonly string[]
  readonly content: string
  readonly isAnswered: boolean
  /** Stored by earlier runs, by node. */
  readonly outcomes: Readonly<Record<string, unknown>> | null
}

/** For senders. */
export interface StoredFrameState {
  readonly traceId: string
  readonly targetId: string
  readonly topics: readonly string[]
  readonly content: string
  readonly sentAt: Date
  readonly sentBy: string
  readonly isInReview: boolean
  readonly answer: { readonly messageId: string; readonly body: string; readonly answeredAt: Date } | null
}

export interface UnansweredFrame {
  readonly id: string
  readonly targetId: string
  readonly sentAt: Date
}

export interface SentWithin {
  /** Inclusive; null for no lower bound. */
  readonly after: Date | null
  readonly before: Date
}

export interface FrameVerbs {
  /**
   * Inserts all in one statement; the results are in the given order.
   * @param queue null if the bus is not in this database
   */
  insertFrames(frames: readonly NewFrame[], queue: QueueInput | null): Promise<FrameInsertion[]>
  /** In the given order. */
  findFrames(ids: readonly string[]): Promise<(StoredFrame | null)[]>
  /** Newest first. */
  findFramesOfTrace(namespaceId: string, traceId: string, limit: number): Promise<StoredFrameState[]>
  /** @param key as 64 hexadecimal characters */
  hasFrame(key: string): Promise<boolean>
  /** Counts frames without an answer. Reads all frames of the namespace. */
  countWaitingFrames(namespaceId: string): Promise<number>
  /** Counts waiting frames, except those that wait for a person. Reads all frames. */
  countQueuedFrames(): Promise<number>
  /** Finds frames without an answer, a message or a waiting task, oldest first. Reads all frames in the time range. */
  findStrandedFrames(sent: SentWithin, limit: number): Promise<UnansweredFrame[]>
  /** Whatever they wait for, oldest first. */
  findUnansweredFrames(sent: SentWithin, limit: number): Promise<UnansweredFrame[]>
  /** Removes answered frames with their answers. @returns the number of frames */
  sweepFrames(answeredBefore: Date): Promise<number>
}

interface KnownRow {
  readonly key: string
  readonly digest: string
  readonly id: string
  readonly isAnswered: boolean
}

/** Per statement, so that locks stay short. */
const SWEEP_BATCH_FRAMES = 1_000

export function frameVerbs({ query, repeatable }: Database): FrameVerbs {
  return {
    insertFrames: (frames, queue) =>
      repeatable(async () => {
        // Sorted to prevent deadlocks.
        const ordered = [...frames].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        const added =
          queue === null
            ? await query<AddedRow>(INSERT, columnsOf(ordered), { prepareAs: 'insert-frames' })
            : await query<AddedRow>(
                INSERT_AND_QUEUE,
                [
                  ...columnsOf(ordered),
                  ...takenColumns(queue),
                  ...responseColumns(queue.answers),
                  ...tracedColumns(ordered),
                ],
                {
                  prepareAs: 'insert-and-queue-frames',
                },
              )
        const fresh = new Map<string, string | null>()
        for (const { id, seq } of added) fresh.set(id, seq ?? fresh.get(id) ?? null)
        const missed = frames.filter(({ id }) => !fresh.has(id))
        const known = missed.length === 0 ? NONE : await readKnown(query, missed)
        return frames.map((frame) => {
          const seq = fresh.get(frame.id)
          return seq === undefined ? insertionOf(frame, known.get(frame.key)) : { kind: 'inserted', seq }
        })
      }),

    findFrames: (ids) =>
      repeatable(async () => {
        const rows = await query<{ [K in keyof StoredFrame]: StoredFrame[K] }>(FIND, [wordArray(ids)])
        const byId = new Map(rows.map((row) => [row.id, row]))
        return ids.map((id) => byId.get(id) ?? null)
      }),

    findFramesOfTrace: (namespaceId, traceId, limit) =>
      repeatable(async () => (await query<StateRow>(OF_TRACE, [namespaceId, traceId, limit])).map(stateOf)),

    hasFrame: (key) =>
      repeatable(async () => {
        const rows = await query('SELECT FROM frame WHERE key = $1::bytea', [`\\x${key}`])
        return rows.length > 0
      }),

    countWaitingFrames: (namespaceId) =>
      repeatable(async () => {
        const [row] = await query<{ waiting: number }>(
          `SELECT count(*)::float8 AS waiting FROM frame
           WHERE namespace_id = $1 AND NOT EXISTS (SELECT FROM frame_response WHERE frame_id = frame.id)`,
          [namespaceId],
        )
        return row?.waiting ?? 0
      }),

    countQueuedFrames: () =>
      repeatable(async () => {
        const [row] = await query<{ waiting: number }>(
          `SELECT count(*)::float8 AS waiting FROM frame
           WHERE NOT EXISTS (SELECT FROM frame_response WHERE frame_id = frame.id)
             AND NOT EXISTS (SELECT FROM review_task WHERE frame_id = frame.id AND answered_at IS NULL)`,
          [],
        )
        return row?.waiting ?? 0
      }),

    findStrandedFrames: (sent, limit) =>
      repeatable(() =>
        readUnanswered(
          query,
          `AND NOT EXISTS (SELECT FROM bus_work WHERE bus_work.id = frame.id::text)
           AND NOT EXISTS (SELECT FROM bus_work WHERE lane <> 'exact' AND left(bus_work.id, 36) = frame.id::text)
           AND NOT EXISTS (SELECT FROM review_task WHERE frame_id = frame.id AND answered_at IS NULL)`,
          sent,
          limit,
        ),
      ),

    findUnansweredFrames: (sent, limit) => repeatable(() => readUnanswered(query, '', sent, limit)),

    sweepFrames: async (answeredBefore) => {
      let swept = 0
      for (let removed = SWEEP_BATCH_FRAMES; removed >= SWEEP_BATCH_FRAMES; swept += removed) {
        const [row] = await repeatable(() =>
          query<{ removed: number }>(
            `SELECT touchstone_remove_frames($1::timestamp, ${SWEEP_BATCH_FRAMES}) AS removed`,
            [answeredBefore.toISOString()],
          ),
        )
        removed = row!.removed
      }
      return swept
    },
  }
}

const NONE: ReadonlyMap<string, KnownRow> = new Map()

interface AddedRow {
  readonly id: string
  readonly seq?: string | null
}

/** Skips frames of removed namespaces. */
const INSERT = `
  INSERT INTO frame
    (id, namespace_id, target_id, audience, trace_id, topics, key, digest, content, sent_at, sent_by)
  SELECT id, namespace_id, target_id, audience, trace_id, topics::text[], decode(key, 'hex'), decode(digest, 'hex'), content, sent_at,
         sent_by
  FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::frame_audience[], $5::text[], $6::text[], $7::text[], $8::text[],
    ${jsonTexts(9)}, $10::timestamp[], $11::text[]
  ) WITH ORDINALITY AS given (
    id, namespace_id, target_id, audience, trace_id, topics, key, digest, content, sent_at, sent_by, place
  )
  WHERE EXISTS (SELECT FROM namespace WHERE namespace.id = given.namespace_id)
  ORDER BY place
  ON CONFLICT (key) DO NOTHING
  RETURNING id, target_id`

/** Only new frames are queued. */
const INSERT_AND_QUEUE = `
  WITH added AS (${INSERT}), answer AS (
    SELECT * FROM ${responseRows(15)}
  ), answered AS (
    INSERT INTO frame_response (frame_id, message_id, rail_id, body, conclusion, answered_at)
    SELECT frame_id, message_id, rail_id, body, conclusion, answered_at FROM answer JOIN added ON added.id = frame_id
  ), numbered AS (
    SELECT *, row_number() OVER () <= $12::int AS taken FROM added
    WHERE NOT EXISTS (SELECT FROM answer WHERE frame_id = added.id)
  ), queued AS (
    INSERT INTO bus_work (id, subject, payload, attempts, holder, available_at)
    SELECT id, '${FRAMES_SUBJECT}.' || target_id, '{"frame_id":"' || id || '"' || coalesce(',"traceparent":"' || parent || '"', '') || '}', taken::int, CASE WHEN taken THEN $13::int END,
           clock_timestamp() AT TIME ZONE 'UTC' + CASE WHEN taken THEN $14::int ELSE 0 END * interval '1 millisecond'
    FROM numbered LEFT JOIN unnest($21::uuid[], $22::text[]) AS traced (id, parent) USING (id)
    ON CONFLICT (id) DO NOTHING
    RETURNING id::uuid, CASE WHEN holder IS NOT NULL THEN seq::text END AS seq
  )
  SELECT id, NULL AS seq FROM added UNION ALL SELECT id, seq FROM queued WHERE seq IS NOT NULL`

const FIND = `
  SELECT frame.id, namespace_id AS "namespaceId", target_id AS "targetId", audience, trace_id AS "traceId", topics,
         content, frame_response.frame_id IS NOT NULL AS "isAnswered",
         (SELECT jsonb_object_agg(node_id, outcome) FROM node_outcome WHERE node_outcome.frame_id = frame.id) AS outcomes
  FROM frame LEFT JOIN frame_response ON frame_response.frame_id = frame.id
  WHERE frame.id = ANY($1::uuid[])`

const OF_TRACE = `
  SELECT target_id AS "targetId", trace_id AS "traceId", topics, content, sent_by AS "sentBy",
         ${inMilliseconds('sent_at')} AS "sentAt",
         EXISTS (SELECT FROM review_task WHERE frame_id = frame.id AND review_task.answered_at IS NULL) AS "isInReview",
         message_id AS "messageId", body, ${inMilliseconds('answered_at')} AS "answeredAt"
  FROM frame LEFT JOIN frame_response ON frame_response.frame_id = frame.id
  WHERE namespace_id = $1 AND trace_id = $2
  ORDER BY sent_at DESC, frame.id
  LIMIT $3`

/** The driver would read a `timestamp` as local time. */
function inMilliseconds(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`
}

function columnsOf(frames: readonly NewFrame[]): unknown[] {
  return [
    wordArray(frames.map(({ id }) => id)),
    wordArray(frames.map(({ namespaceId }) => namespaceId)),
    wordArray(frames.map(({ targetId }) => targetId)),
    wordArray(frames.map(({ audience }) => audience)),
    frames.map(({ traceId }) => traceId),
    frames.map(({ topics }) => arrayText(topics)),
    wordArray(frames.map(({ key }) => key)),
    wordArray(frames.map(({ digest }) => digest)),
    joinedJson(frames.map(({ content }) => content)),
    wordArray(frames.map(({ sentAt }) => sentAt.toISOString())),
    frames.map(({ sentBy }) => sentBy),
  ]
}

function takenColumns({ taken }: QueueInput): unknown[] {
  return [taken?.room ?? 0, taken?.holder ?? null, taken?.leaseMs ?? 0]
}

function tracedColumns(frames: readonly NewFrame[]): unknown[] {
  const traced = frames.filter(({ traceparent = null }) => traceparent !== null)
  return [wordArray(traced.map(({ id }) => id)), wordArray(traced.map(({ traceparent }) => traceparent ?? ''))]
}

/** Arrays of arrays need equal lengths. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** The insert does not see what others committed meanwhile. */
async function readKnown(query: Database['query'], frames: readonly NewFrame[]): Promise<Map<string, KnownRow>> {
  const rows = await query<{ [K in keyof KnownRow]: KnownRow[K] }>(
    `SELECT encode(key, 'hex') AS key, encode(digest, 'hex') AS digest, id,
            EXISTS (SELECT FROM frame_response WHERE frame_id = frame.id) AS "isAnswered"
     FROM frame WHERE key = ANY($1::bytea[])`,
    [frames.map(({ key }) => `\\x${key}`)],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

function insertionOf(frame: NewFrame, known: KnownRow | undefined): FrameInsertion {
  if (known === undefined) return { kind: 'namespace_deleted' }
  // An earlier attempt inserted it. Its taken message comes again after the lease.
  if (known.id === frame.id) return { kind: 'inserted', seq: null }
  if (known.digest !== frame.digest) return { kind: 'other', id: known.id }
  return { kind: 'same', id: known.id, isAnswered: known.isAnswered }
}

interface StateRow {
  readonly traceId: string
  readonly targetId: string
  readonly topics: string[]
  readonly content: string
  readonly sentAt: number
  readonly sentBy: string
  readonly isInReview: boolean
  readonly messageId: string | null
  readonly body: string | null
  readonly answeredAt: number | null
}

function stateOf({ sentAt, messageId, body, answeredAt, ...row }: StateRow): StoredFrameState {
  const answer =
    messageId === null || body === null || answeredAt === null
      ? null
      : { messageId, body, answeredAt: new Date(answeredAt) }
  return { ...row, sentAt: new Date(sentAt), answer }
}

async function readUnanswered(
  query: Database['query'],
  condition: string,
  { after, before }: SentWithin,
  limit: number,
): Promise<UnansweredFrame[]> {
  const rows = await query<{ id: string; targetId: string; sentAt: number }>(
    `SELECT id, target_id AS "targetId", ${inMilliseconds('sent_at')} AS "sentAt" FROM frame
     WHERE sent_at >= $1::timestamp AND sent_at < $2::timestamp
       AND NOT EXISTS (SELECT FROM frame_response WHERE frame_id = frame.id) ${condition}
     ORDER BY sent_at LIMIT $3`,
    [after?.toISOString() ?? '-infinity', before.toISOString(), limit],
  )
  return rows.map(({ sentAt, ...row }) => ({ ...row, sentAt: new Date(sentAt) }))
}

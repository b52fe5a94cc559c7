/**
 * Frames of the guardrail platform, many at a time.
 *
 * Promises: of all frames with one key the first is kept, whoever inserts and how often; a frame and the work that is
 * queued for it are committed together or not at all. Trusts keys and digests to be sha256, ids to be UUIDs, texts to hold
 * no NUL.
 */
import { joinedJson, jsonTexts, wordArray } from './bulk-arrays'
import type { Database } from './database'

/** Who may read the answer: the group of the target, or whoever came without a token. */
export type StoredAudience = 'group' | 'open'

export interface NewFrame {
  readonly id: string
  readonly namespaceId: string
  readonly targetId: string
  readonly audience: StoredAudience
  readonly traceId: string
  /** In order, each once; one at least. */
  readonly topics: readonly string[]
  /** 64 hexadecimal digits. */
  readonly key: string
  /** 64 hexadecimal digits. */
  readonly digest: string
  /** JSON. */
  readonly content: string
  readonly sentAt: Date
  readonly sentBy: string
  /** Letters, digits, `.`, `_` and `-`: of the message that is queued with it. */
  readonly subject: string
}

export type FrameInsertion =
  | { readonly kind: 'inserted' }
  /** It was there, with the same digest. */
  | { readonly kind: 'same'; readonly id: string; readonly isAnswered: boolean }
  /** It was there, with another digest. */
  | { readonly kind: 'other'; readonly id: string }
  /** Its namespace was removed. */
  | { readonly kind: 'homeless' }

/** A frame as an evaluator needs it. */
export interface StoredFrame {
  readonly id: string
  readonly namespaceId: string
  readonly targetId: string
  readonly audience: StoredAudience
  readonly traceId: string
  readonly topics: readonly string[]
  readonly content: string
  readonly isAnswered: boolean
  /** Outcomes that earlier runs kept, by node; null for none. */
  readonly outcomes: Readonly<Record<string, unknown>> | null
}

/** A frame as its senders are told of it. */
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

export interface FrameVerbs {
  /**
   * Inserts frames, one statement for all of them; of two with one key the first counts. Answers in the order given.
   * @param queue whether a message of the frame's id is added to the bus inside this database, for those that are new
   */
  insertFrames(frames: readonly NewFrame[], options: { readonly queue: boolean }): Promise<FrameInsertion[]>
  /** In the order of the ids; null for one that is not there. */
  findFrames(ids: readonly string[]): Promise<(StoredFrame | null)[]>
  /** Those of a trace, the newest first, at most `limit`. */
  findFramesOfTrace(namespaceId: string, traceId: string, limit: number): Promise<StoredFrameState[]>
  /** Frames of a namespace without an answer. Reads them all: not for every call. */
  countWaitingFrames(namespaceId: string): Promise<number>
  /**
   * Frames sent before `before` that have no answer, no message on the bus inside this database and no task that waits
   * for a reviewer, the oldest first.
   */
  findStrandedFrames(before: Date, limit: number): Promise<UnansweredFrame[]>
  /** Frames sent before `before` that have no answer, whatever they wait for, the oldest first. */
  findUnansweredFrames(before: Date, limit: number): Promise<UnansweredFrame[]>
  /** Removes frames that were answered before `answeredBefore`, with their answers. Returns how many. */
  sweepFrames(answeredBefore: Date): Promise<number>
}

interface KnownRow {
  readonly key: string
  readonly digest: string
  readonly id: string
  readonly isAnswered: boolean
}

/** Frames removed by one statement: a sweep holds no lock for long. */
const BATCH = 1_000

export function frameVerbs({ query, repeatable }: Database): FrameVerbs {
  return {
    insertFrames: (frames, { queue }) =>
      repeatable(async () => {
        // In one order, so that processes which insert the same frames take turns.
        const ordered = [...frames].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        const added = await query<{ id: string }>(queue ? INSERT_AND_QUEUE : INSERT, columnsOf(ordered))
        const fresh = new Set(added.map(({ id }) => id))
        if (fresh.size === frames.length) return frames.map(() => INSERTED)
        const known = await readKnown(
          query,
          frames.filter(({ id }) => !fresh.has(id)),
        )
        return frames.map((frame) => (fresh.has(frame.id) ? INSERTED : insertionOf(frame, known.get(frame.key))))
      }),

    findFrames: (ids) =>
      repeatable(async () => {
        const rows = await query<{ [K in keyof StoredFrame]: StoredFrame[K] }>(FIND, [wordArray(ids)])
        const found = new Map(rows.map((row) => [row.id, row]))
        return ids.map((id) => found.get(id) ?? null)
      }),

    findFramesOfTrace: (namespaceId, traceId, limit) =>
      repeatable(async () => (await query<StateRow>(OF_TRACE, [namespaceId, traceId, limit])).map(stateOf)),

    countWaitingFrames: (namespaceId) =>
      repeatable(async () => {
        const [row] = await query<{ waiting: number }>(
          `SELECT count(*)::float8 AS waiting FROM frame
           WHERE namespace_id = $1 AND NOT EXISTS (SELECT FROM frame_response WHERE frame_id = frame.id)`,
          [namespaceId],
        )
        return row?.waiting ?? 0
      }),

    findStrandedFrames: (before, limit) =>
      repeatable(() =>
        readUnanswered(
          query,
          `AND NOT EXISTS (SELECT FROM bus_work WHERE bus_work.id = frame.id::text)
           AND NOT EXISTS (SELECT FROM review_task WHERE frame_id = frame.id AND answered_at IS NULL)`,
          before,
          limit,
        ),
      ),

    findUnansweredFrames: (before, limit) => repeatable(() => readUnanswered(query, '', before, limit)),

    sweepFrames: async (answeredBefore) => {
      let swept = 0
      for (let removed = BATCH; removed >= BATCH; swept += removed) {
        const rows = await repeatable(() =>
          query(
            `DELETE FROM frame WHERE id IN (
               SELECT frame_id FROM frame_response WHERE answered_at < $1::timestamp LIMIT ${BATCH}
             ) RETURNING id`,
            [answeredBefore.toISOString()],
          ),
        )
        removed = rows.length
      }
      return swept
    },
  }
}

const INSERTED: FrameInsertion = { kind: 'inserted' }

/** A namespace that is being removed takes its frames with it; one that is gone keeps no other frame from being kept. */
const INSERT = `
  INSERT INTO frame
    (id, namespace_id, target_id, audience, trace_id, topics, key, digest, content, sent_at, sent_by)
  SELECT id, namespace_id, target_id, audience, trace_id, topics::text[], decode(key, 'hex'), decode(digest, 'hex'), content, sent_at,
         sent_by
  FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::frame_audience[], $5::text[], $6::text[], $7::text[], $8::text[],
    ${jsonTexts(9)}, $10::timestamp[], $11::text[], $12::text[]
  ) WITH ORDINALITY AS given (
    id, namespace_id, target_id, audience, trace_id, topics, key, digest, content, sent_at, sent_by, subject, place
  )
  WHERE EXISTS (SELECT FROM namespace WHERE namespace.id = given.namespace_id)
  ORDER BY place
  ON CONFLICT (key) DO NOTHING
  RETURNING id`

const INSERT_AND_QUEUE = `
  WITH added AS (${INSERT}), queued AS (
    INSERT INTO bus_work (id, subject, payload, available_at)
    SELECT given.id, subject, '{"frame_id":"' || given.id || '"}', clock_timestamp() AT TIME ZONE 'UTC'
    FROM unnest($1::text[], $12::text[]) AS given (id, subject)
    JOIN added ON added.id = given.id::uuid
    ON CONFLICT (id) DO NOTHING
  )
  SELECT id FROM added`

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
    wordArray(frames.map(({ subject }) => subject)),
  ]
}

/** PostgreSQL's own notation: arrays of arrays cannot be of several lengths. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** A statement of its own: the one that inserted does not see what another process committed meanwhile. */
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
  if (known === undefined) return { kind: 'homeless' }
  // An attempt whose answer was lost has inserted it.
  if (known.id === frame.id) return INSERTED
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
  before: Date,
  limit: number,
): Promise<UnansweredFrame[]> {
  const rows = await query<{ id: string; targetId: string; sentAt: number }>(
    `SELECT id, target_id AS "targetId", ${inMilliseconds('sent_at')} AS "sentAt" FROM frame
     WHERE sent_at < $1::timestamp AND NOT EXISTS (SELECT FROM frame_response WHERE frame_id = frame.id) ${condition}
     ORDER BY sent_at LIMIT $2`,
    [before.toISOString(), limit],
  )
  return rows.map(({ sentAt, ...row }) => ({ ...row, sentAt: new Date(sentAt) }))
}

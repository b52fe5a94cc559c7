/**
 * The first committed answer of a frame counts.
 * Lists are passed as one text, because the driver's array notation escapes every quote of a JSON text.
 */
import type { Database } from '../client/database'

/**
 * Writes an array for `$n::uuid[]` and the like. Items are non-empty words of letters, digits, `_`, `-`, `:` and `.`.
 */
export function wordArray(words: readonly string[]): string {
  return `{${words.join(',')}}`
}

/** JSON texts always escape it. */
const SEPARATOR = '\x1e'

/** Texts are not empty. */
export function joinedJson(texts: readonly string[]): string {
  return texts.join(SEPARATOR)
}

/** SQL of type `text[]`, from a parameter of {@link joinedJson}. */
export function jsonTexts(number: number): string {
  return `string_to_array($${number}, E'\\x1e')`
}

export interface NewResponse {
  readonly frameId: string
  readonly messageId: string
  readonly railId: string
  /** JSON. */
  readonly body: string
  /** Null if the frame has an Error. */
  readonly conclusion: string | null
  readonly answeredAt: Date
}

export interface FrameResponse {
  readonly frameId: string
  readonly namespaceId: string
  readonly audience: StoredAudience
  readonly traceId: string
  readonly topics: readonly string[]
  readonly messageId: string
  readonly railId: string
  readonly body: string
}

/** `open`: answers for every client. */
type ResponseReaders = { readonly namespaceIds: readonly string[] } | 'open'

interface ResponseBounds {
  readonly limit: number
  /** Message ids to omit. */
  readonly known: readonly string[]
}

export interface FrameResponseVerbs {
  /** Returns the answers that count, in the given order; null for removed frames. */
  insertResponses(responses: readonly NewResponse[]): Promise<(FrameResponse | null)[]>
  /** In the given order. */
  findResponses(frameIds: readonly string[]): Promise<(FrameResponse | null)[]>
  /** Oldest first, each once. Without bounds returns all. */
  findResponsesFor(
    readers: ResponseReaders,
    wanted: readonly { readonly traceId: string; readonly topic: string }[],
    bounds?: ResponseBounds,
  ): Promise<FrameResponse[]>
}

type Row = { [K in keyof FrameResponse]: FrameResponse[K] }

export function frameResponseVerbs({ query, repeatable }: Database): FrameResponseVerbs {
  const find = async (frameIds: readonly string[]): Promise<Map<string, FrameResponse>> => {
    const rows = await query<Row>(`SELECT ${RESPONSES} WHERE frame_id = ANY($1::uuid[])`, [frameIds])
    return new Map(rows.map((row) => [row.frameId, row]))
  }

  return {
    insertResponses: (responses) =>
      repeatable(async () => {
        // Sorted to prevent deadlocks.
        const ordered = [...responses].sort((a, b) => (a.frameId < b.frameId ? -1 : a.frameId > b.frameId ? 1 : 0))
        const added = await query<AddedRow>(INSERT, responseColumns(ordered))
        const fresh = new Map(added.map((row) => [row.messageId, row]))
        const missed = responses.filter(({ messageId }) => !fresh.has(messageId))
        // The insert does not see what others committed meanwhile.
        const known = missed.length === 0 ? NONE : await find(missed.map(({ frameId }) => frameId))
        return responses.map((response) => {
          const { frameId, messageId, railId, body } = response
          const row = fresh.get(messageId)
          return row === undefined ? (known.get(frameId) ?? null) : { ...row, railId, body }
        })
      }),

    findResponses: (frameIds) =>
      repeatable(async () => {
        const byFrame = await find(frameIds)
        return frameIds.map((id) => byFrame.get(id) ?? null)
      }),

    findResponsesFor: (readers, wanted, bounds) =>
      repeatable(() => {
        const traces = wanted.map(({ traceId }) => traceId)
        const topics = wanted.map(({ topic }) => topic)
        const given = [traces, topics, bounds?.known ?? [], bounds?.limit ?? null]
        return readers === 'open'
          ? query<Row>(responsesFor('open', '(SELECT namespace_id FROM project)'), given)
          : query<Row>(responsesFor('group', '($5::uuid[])'), [...given, readers.namespaceIds])
      }),
  }
}

const NONE: ReadonlyMap<string, FrameResponse> = new Map()

type AddedRow = Omit<Row, 'railId' | 'body'>

const FRAME_COLUMNS = `
  namespace_id AS "namespaceId", audience, trace_id AS "traceId", topics`

/** A SQL table from {@link responseColumns}. */
export function responseRows(first: number): string {
  const at = (offset: number) => first + offset
  return `unnest($${at(0)}::uuid[], $${at(1)}::uuid[], $${at(2)}::uuid[], ${jsonTexts(at(3))}, $${at(4)}::text[], $${at(5)}::timestamp[])
    WITH ORDINALITY AS given (frame_id, message_id, rail_id, body, conclusion, answered_at, place)`
}

const INSERT = `
  WITH given AS (
    SELECT * FROM ${responseRows(1)}
  ), added AS (
    INSERT INTO frame_response (frame_id, message_id, rail_id, body, conclusion, answered_at)
    SELECT frame_id, message_id, rail_id, body, conclusion, answered_at
    FROM given JOIN frame ON frame.id = frame_id
    ORDER BY place
    ON CONFLICT (frame_id) DO NOTHING
    RETURNING frame_id, message_id
  )
  SELECT frame_id AS "frameId", message_id AS "messageId", ${FRAME_COLUMNS}
  FROM added JOIN frame ON frame.id = frame_id`

const RESPONSES = `
  frame_id AS "frameId", message_id AS "messageId", rail_id AS "railId", body, ${FRAME_COLUMNS}
  FROM frame_response JOIN frame ON frame.id = frame_id`

function responsesFor(audience: StoredAudience, namespaces: string): string {
  return `
    SELECT ${RESPONSES}
    WHERE audience = '${audience}' AND namespace_id = ANY${namespaces} AND trace_id = ANY($1::text[])
      AND EXISTS (
        SELECT FROM unnest($1::text[], $2::text[]) AS wanted (trace, topic)
        WHERE wanted.trace = trace_id AND wanted.topic = ANY(topics)
      )
      AND message_id <> ALL($3::uuid[])
    ORDER BY answered_at, message_id
    LIMIT $4::integer`
}

export function responseColumns(responses: readonly NewResponse[]): unknown[] {
  return [
    wordArray(responses.map(({ frameId }) => frameId)),
    wordArray(responses.map(({ messageId }) => messageId)),
    wordArray(responses.map(({ railId }) => railId)),
    joinedJson(responses.map(({ body }) => body)),
    responses.map(({ conclusion }) => conclusion),
    wordArray(responses.map(({ answeredAt }) => answeredAt.toISOString())),
  ]
}

/** The target's group, or clients without a token. */
export type StoredAudience = 'group' | 'open'

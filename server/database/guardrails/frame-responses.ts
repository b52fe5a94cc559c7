/**
 * Answers to frames, many at a time, and lists as parameters of the statements that carry many rows.
 *
 * Promises: a frame has one answer, the first that was committed, however many processes insert and how often; what is
 * read is what counts. Trusts message ids to be new UUIDs and bodies to be evaluated frames.
 * A list is one text and costs no work per character; the driver's own notation escapes every quote of a JSON text.
 */
import type { Database } from '../client/database'

/** For `$n::uuid[]` and the like. Trusts the items to be words: letters, digits, `_`, `-`, `:` and `.`, none empty, none NULL. */
export function wordArray(words: readonly string[]): string {
  return `{${words.join(',')}}`
}

/** A control character, which JSON texts hold in escaped form alone. */
const SEPARATOR = '\x1e'

/** JSON texts, none empty, for {@link jsonTexts} of the same number. */
export function joinedJson(texts: readonly string[]): string {
  return texts.join(SEPARATOR)
}

/** The expression of type `text[]` that reads the parameter `$<number>` made by {@link joinedJson}. */
export function jsonTexts(number: number): string {
  return `string_to_array($${number}, E'\\x1e')`
}

export interface NewResponse {
  readonly frameId: string
  readonly messageId: string
  readonly railId: string
  /** The evaluated frame as JSON. */
  readonly body: string
  /** Null where the frame has an Error. */
  readonly conclusion: string | null
  readonly answeredAt: Date
}

/** An answer, with what its message says of its frame. */
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

/** Whose answers: those of groups by their namespaces, or those that are open to every client. */
type ResponseReaders = { readonly namespaceIds: readonly string[] } | 'open'

interface ResponseBounds {
  readonly limit: number
  /** Message ids that are left out. */
  readonly known: readonly string[]
}

export interface FrameResponseVerbs {
  /** Answers frames, and returns what counts for each, in the order given; null where the frame was removed. */
  insertResponses(responses: readonly NewResponse[]): Promise<(FrameResponse | null)[]>
  /** In the order of the ids; null where there is no answer. */
  findResponses(frameIds: readonly string[]): Promise<(FrameResponse | null)[]>
  /** Answers to frames of these traces and topics, the oldest first, each once; all of them where no bounds are given. */
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
        // In one order, so that processes which answer the same frames take turns.
        const ordered = [...responses].sort((a, b) => (a.frameId < b.frameId ? -1 : a.frameId > b.frameId ? 1 : 0))
        const added = await query<AddedRow>(INSERT, responseColumns(ordered))
        const fresh = new Map(added.map((row) => [row.messageId, row]))
        const missed = responses.filter(({ messageId }) => !fresh.has(messageId))
        // A separate statement: the one that inserted does not see what another process committed meanwhile.
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

/** The table of the answers in six parameters, `$<first>` and the next ones: those of {@link responseColumns}. */
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

/** Six parameters for {@link responseRows}. */
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

/** Who may read the answer: the group of the target, or clients without a token. */
export type StoredAudience = 'group' | 'open'

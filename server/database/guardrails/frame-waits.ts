/**
 * Frames that wait for a person: what was settled before, and the task that the person sees.
 *
 * Promises: outcomes and tasks of a frame are stored together or not at all; what is stored already stays as it is, also the
 * answer of a person. Trusts outcomes to be what evaluators made.
 */
import pg from 'pg'
import type { Database } from '../client/database'

export interface FrameWait {
  readonly frameId: string
  /** By node; empty for a guardrail itself. */
  readonly outcomes: Readonly<Record<string, unknown>>
  readonly tasks: readonly {
    /** UUID. */
    readonly id: string
    readonly nodeId: string
    readonly guardrailId: string
    readonly instructions: string
  }[]
  readonly at: Date
}

export interface FrameWaitVerbs {
  /** Returns how many tasks of the frame wait for an answer now. */
  storeWait(wait: FrameWait): Promise<number>
}

export function frameWaitVerbs({ query, repeatable }: Database): FrameWaitVerbs {
  return {
    storeWait: ({ frameId, outcomes, tasks, at }) =>
      repeatable(async () => {
        // One statement is one transaction. A frame that is removed meanwhile stores nothing.
        const storing = query(STORE_WAIT, [
          frameId,
          JSON.stringify(outcomes),
          tasks.map(({ id }) => id),
          tasks.map(({ nodeId }) => nodeId),
          tasks.map(({ guardrailId }) => guardrailId),
          tasks.map(({ instructions }) => instructions),
          at.toISOString(),
        ])
        await storing.catch((error: unknown) => {
          if (!refersToNothing(error)) throw error
        })
        // A separate statement: the first does not see what was answered meanwhile.
        const [row] = await query<{ waiting: number }>(
          'SELECT count(*)::int AS waiting FROM review_task WHERE frame_id = $1 AND answered_at IS NULL',
          [frameId],
        )
        return row?.waiting ?? 0
      }),
  }
}

/** A foreign key: the frame was removed while the statement ran. */
function refersToNothing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503'
}

const STORE_WAIT = `
  WITH waiting AS (
    SELECT id, namespace_id FROM frame WHERE id = $1
  ), stored AS (
    INSERT INTO node_outcome (frame_id, node_id, outcome)
    SELECT waiting.id, key, value FROM waiting, jsonb_each($2::jsonb)
    ORDER BY key
    ON CONFLICT DO NOTHING
  )
  INSERT INTO review_task (id, namespace_id, frame_id, node_id, guardrail_id, instructions, created_at)
  SELECT task.id, namespace_id, waiting.id, node_id, guardrail_id, instructions, $7::timestamp
  FROM waiting, unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[]) AS task (id, node_id, guardrail_id, instructions)
  ORDER BY node_id
  ON CONFLICT (frame_id, node_id) DO NOTHING`

/** Outcomes and tasks of a frame are stored together and never overwritten. */
import pg from 'pg'
import type { Database } from '../client/database'

export interface FrameWait {
  readonly frameId: string
  /** By node; empty for a guardrail itself. */
  readonly outcomes: Readonly<Record<string, unknown>>
  readonly tasks: readonly {
    readonly id: string
    readonly nodeId: string
    readonly guardrailId: string
    readonly instructions: string
  }[]
  readonly at: Date
}

export interface FrameWaitVerbs {
  /** @returns the number of waiting tasks */
  storeWait(wait: FrameWait): Promise<number>
}

export function frameWaitVerbs({ query, repeatable }: Database): FrameWaitVerbs {
  return {
    storeWait: ({ frameId, outcomes, tasks, at }) =>
      repeatable(async () => {
        // Stores nothing if the frame is gone.
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
        // The first statement does not see answers from meanwhile.
        const [row] = await query<{ waiting: number }>(
          'SELECT count(*)::int AS waiting FROM review_task WHERE frame_id = $1 AND answered_at IS NULL',
          [frameId],
        )
        return row?.waiting ?? 0
      }),
  }
}

/** The frame was removed meanwhile. */
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

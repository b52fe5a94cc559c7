/**
 * What a frame is sent to, as evaluators need it.
 *
 * Promises: a target is read as it was at one moment: every guardrail that an application's graph names is there. No
 * permission is checked: callers compare `namespaceId` with the groups of the client.
 */
import type { Database } from '../client/database'

export type StoredGuardrailType =
  | 'policy_rules'
  | 'llm_judge'
  | 'consensus'
  | 'consistency'
  | 'critique'
  | 'human_review'

export type StoredAggregation = 'all' | 'any' | 'majority'

export interface StoredRunnableGuardrail {
  readonly id: string
  readonly name: string
  readonly type: StoredGuardrailType
  /** As its type's schema let it through. */
  readonly configuration: unknown
}

export interface StoredRunnableApplication {
  readonly id: string
  /** Empty for none. */
  readonly contextDocument: string
  /** Nodes and edges, as their schema let them through. */
  readonly graph: unknown
  readonly aggregation: StoredAggregation
  /** Each guardrail of the graph once, in no order. */
  readonly guardrails: readonly StoredRunnableGuardrail[]
}

export interface StoredTarget {
  /** Of the group that the target belongs to. */
  readonly namespaceId: string
  readonly target:
    | { readonly kind: 'guardrail'; readonly guardrail: StoredRunnableGuardrail }
    | { readonly kind: 'application'; readonly application: StoredRunnableApplication }
}

export interface RunnableTargetVerbs {
  /** The guardrail or application of this id; null where there is none, and for an id that is no UUID. */
  findTarget(id: string): Promise<StoredTarget | null>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Row = {
  readonly id: string
  readonly namespaceId: string
  readonly application: Omit<StoredRunnableApplication, 'id' | 'guardrails'> | null
  readonly guardrails: readonly StoredRunnableGuardrail[]
}

export function runnableTargetVerbs({ query, repeatable }: Database): RunnableTargetVerbs {
  return {
    findTarget: async (id) => {
      if (!UUID.test(id)) return null
      // One statement and no more: two would see two moments, and a graph without its guardrails.
      const [row] = await repeatable(() => query<Row>(FIND, [id], { prepareAs: 'find-target' }))
      return row === undefined ? null : targetOf(row)
    },
  }
}

const FIND = `
  SELECT id, namespace_id AS "namespaceId", NULL::jsonb AS application,
    jsonb_build_array(
      jsonb_build_object('id', id, 'name', name, 'type', type, 'configuration', configuration)
    ) AS guardrails
  FROM guardrail WHERE id = $1::uuid
  UNION ALL
  SELECT application.id, application.namespace_id,
    jsonb_build_object(
      'contextDocument', context_document, 'graph', graph, 'aggregation', aggregation
    ),
    (
      SELECT coalesce(
        jsonb_agg(jsonb_build_object(
          'id', guardrail.id, 'name', guardrail.name, 'type', type, 'configuration', configuration
        )), '[]')
      FROM application_guardrail JOIN guardrail ON guardrail.id = guardrail_id
      WHERE application_id = application.id
    )
  FROM application WHERE application.id = $1::uuid`

function targetOf({ id, namespaceId, application, guardrails }: Row): StoredTarget {
  if (application !== null)
    return { namespaceId, target: { kind: 'application', application: { id, ...application, guardrails } } }
  const [guardrail] = guardrails
  if (guardrail === undefined) throw new Error(`the guardrail ${id} was read without itself`)
  return { namespaceId, target: { kind: 'guardrail', guardrail } }
}

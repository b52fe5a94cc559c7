/** A consistent snapshot. Callers compare `namespaceId` with the client's groups. */
import type { Database } from '../client/database'

export type StoredGuardrailType =
  | 'policy_rules'
  | 'llm_judge'
  | 'consensus'
  | 'consistency'
  | 'critique'
  | 'human_review'

export type StoredAggregation = 'all' | 'any' | 'majority' | 'deciding'

export interface StoredRunnableGuardrail {
  readonly id: string
  readonly name: string
  readonly type: StoredGuardrailType
  readonly configuration: unknown
}

export interface StoredRunnableApplication {
  readonly id: string
  /** Empty if there is no document. */
  readonly contextDocument: string
  readonly graph: unknown
  readonly aggregation: StoredAggregation
  /** Each guardrail of the graph once. */
  readonly guardrails: readonly StoredRunnableGuardrail[]
}

export interface StoredTarget {
  readonly namespaceId: string
  readonly target:
    | { readonly kind: 'guardrail'; readonly guardrail: StoredRunnableGuardrail }
    | { readonly kind: 'application'; readonly application: StoredRunnableApplication }
}

export interface RunnableTargetVerbs {
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
      // Two statements could see a graph without its guardrails.
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

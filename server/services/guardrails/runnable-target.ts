/**
 * A stored target as evaluators take it.
 *
 * Promises: its configurations and its graph are what this release's schemas let through. What they refuse was written
 * by another release or by hand: that is a bug and thrown.
 */
import { applicationGraph, guardrailRequest } from '../../api/schemas/guardrail'
import type { StoredRunnableGuardrail, StoredTarget } from '../../database/guardrails/runnable-targets'
import type { RunnableGuardrail, RunnableTarget } from '../evaluators/frame-evaluator'

export function runnableTarget({ target }: StoredTarget): RunnableTarget {
  if (target.kind === 'guardrail') return { kind: 'guardrail', guardrail: runnableGuardrail(target.guardrail) }
  const { id, contextDocument, graph, aggregation, guardrails } = target.application
  return {
    kind: 'application',
    application: {
      id,
      contextDocument,
      graph: applicationGraph.parse(graph),
      aggregation,
      guardrails: new Map(guardrails.map((guardrail) => [guardrail.id, runnableGuardrail(guardrail)])),
    },
  }
}

function runnableGuardrail({ id, name, type, configuration }: StoredRunnableGuardrail): RunnableGuardrail {
  return { id, ...guardrailRequest.parse({ name, type, configuration }) }
}

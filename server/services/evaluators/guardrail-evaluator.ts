/**
 * One guardrail against one frame, by its type.
 *
 * Promises: an outcome, or `'waits'` where a person has to answer; nothing is kept of the frame.
 */
import type { FrameContent } from '../../api/schemas/frame'
import type { Outcome, RunnableGuardrail } from './frame-evaluator'
import { evaluateWithModel } from './model-guardrails'
import { NamespaceCallers, type NamespaceCallersParts } from './namespace-callers'
import { failed, lasting } from './outcomes'
import { PolicyRules, type PolicyRulesParts } from './policy-rules'

export interface GuardrailInput {
  readonly namespaceId: string
  readonly guardrail: RunnableGuardrail
  readonly frame: FrameContent
}

/** @throws the reason of the signal once that is aborted, and what the database or a bug throws */
export type EvaluateGuardrail = (wish: GuardrailInput, signal: AbortSignal) => Promise<Outcome | 'waits'>

export function guardrailEvaluator(parts: PolicyRulesParts & NamespaceCallersParts): EvaluateGuardrail {
  const rules = new PolicyRules(parts)
  const callers = new NamespaceCallers(parts)
  return async ({ namespaceId, guardrail, frame }, signal) => {
    switch (guardrail.type) {
      case 'human_review':
        return 'waits'
      case 'policy_rules': {
        const caller = await callers.callerOf(namespaceId)
        if (caller === null) return failed(lasting('TARGET_GONE', 'The group of this guardrail was removed.'))
        return rules.evaluate(caller, guardrail.configuration, frame, signal)
      }
      default:
        return evaluateWithModel(parts.model, guardrail, frame, signal)
    }
  }
}

/**
 * The evaluation of frames by guardrails and applications.
 *
 * Promises: what {@link FrameEvaluator} promises. C, Q and A of the evaluated frame are those of the frame. What was settled
 * earlier is not evaluated again.
 */
import { evaluateApplication, waitAt } from './application'
import { evaluatedFrom } from './evaluated-from'
import type { FrameEvaluator, Outcome } from './frame-evaluator'
import { guardrailEvaluator } from './guardrail-evaluator'
import type { NamespaceCallersParts } from './namespace-callers'
import type { PolicyRulesParts } from './policy-rules'

/** `accountOf` is asked about once a second; `model` is null where none is configured. */
export type FrameEvaluatorParts = PolicyRulesParts & NamespaceCallersParts

/** Node of a guardrail that is a target itself. */
const ITSELF = ''

export function createFrameEvaluator(parts: FrameEvaluatorParts): FrameEvaluator {
  const evaluateGuardrail = guardrailEvaluator(parts)
  return {
    evaluate: async (job, signal) => {
      signal.throwIfAborted()
      const { namespaceId, target, frame, settled } = job
      const evaluated = (outcome: Outcome) => ({ kind: 'evaluated', frame: evaluatedFrom(frame, outcome) }) as const
      if (target.kind === 'application') {
        const result = await evaluateApplication(
          target.application,
          frame,
          settled,
          (guardrail, seen, within) => evaluateGuardrail({ namespaceId, guardrail, frame: seen }, within),
          signal,
        )
        return result.kind === 'waiting' ? result : evaluated(result.outcome)
      }
      const { guardrail } = target
      const outcome = settled.get(ITSELF) ?? (await evaluateGuardrail({ namespaceId, guardrail, frame }, signal))
      if (outcome === 'waits') return { kind: 'waiting', waits: [waitAt(ITSELF, guardrail)], settled }
      return evaluated(outcome)
    },
  }
}

import type { FrameContent } from '../../api/schemas/frame'
import type { Model } from '../models/model'
import { evaluateApplication, waitOfNode } from './application'
import { evaluateConsistency } from './consistency'
import { evaluateCritique } from './critique'
import {
  evaluatedFrom,
  type FrameEvaluator,
  failedOutcome,
  lastingError,
  type Move,
  missingModelError,
  type Outcome,
  type RunnableGuardrail,
} from './evaluation'
import { evaluateConsensus, evaluateJudge } from './judge'
import { NamespaceCallers, type NamespaceCallersDependencies } from './namespace-callers'
import { PolicyRules, type PolicyRulesDependencies, type Turn } from './policy-rules'

export type FrameEvaluatorDependencies = PolicyRulesDependencies & NamespaceCallersDependencies

/** The node id of a guardrail that is itself the target. */
const ITSELF = ''

export function createFrameEvaluator(dependencies: FrameEvaluatorDependencies): FrameEvaluator {
  const evaluateGuardrail = guardrailEvaluator(dependencies)
  return {
    evaluate: async (job, signal) => {
      signal.throwIfAborted()
      const { namespaceId, target, frame, settled } = job
      const turnOf = (nodeId: string) => ({ ...job, extracted: job.extracted?.get(nodeId) ?? null })
      const evaluated = (outcome: Outcome) => ({ kind: 'evaluated', frame: evaluatedFrom(frame, outcome) }) as const
      if (target.kind === 'application') {
        const result = await evaluateApplication(
          target.application,
          frame,
          settled,
          (guardrail, seen, within, nodeId) =>
            evaluateGuardrail({ namespaceId, guardrail, frame: seen, turn: turnOf(nodeId) }, within),
          signal,
        )
        return result.kind === 'concluded' ? evaluated(result.outcome) : result
      }
      const { guardrail } = target
      const input = { namespaceId, guardrail, frame, turn: turnOf(ITSELF) }
      const outcome = settled.get(ITSELF) ?? (await evaluateGuardrail(input, signal))
      if (outcome === 'waits') return { kind: 'waiting', waits: [waitOfNode(ITSELF, guardrail)], settled }
      if ('moves' in outcome) {
        const extracted = new Map(outcome.extracted === null ? [] : [[ITSELF, outcome.extracted]])
        return { kind: 'moves', lane: outcome.moves, settled, extracted }
      }
      return evaluated(outcome)
    },
  }
}

export interface GuardrailInput {
  readonly namespaceId: string
  readonly guardrail: RunnableGuardrail
  readonly frame: FrameContent
  readonly turn: Turn
}

/** @throws the reason of the signal once it is aborted; database errors */
export type EvaluateGuardrail = (input: GuardrailInput, signal: AbortSignal) => Promise<Outcome | 'waits' | Move>

/** Returns `'waits'` if a person has to answer, and a move if another lane is needed. Caches nothing of the frame. */
export function guardrailEvaluator(
  dependencies: PolicyRulesDependencies & NamespaceCallersDependencies,
): EvaluateGuardrail {
  const rules = new PolicyRules(dependencies)
  const callers = new NamespaceCallers(dependencies)
  return async ({ namespaceId, guardrail, frame, turn }, signal) => {
    switch (guardrail.type) {
      case 'human_review':
        return 'waits'
      case 'policy_rules': {
        const caller = await callers.callerOf(namespaceId)
        if (caller === null)
          return failedOutcome(lastingError('TARGET_GONE', 'The group of this guardrail was removed.'))
        return rules.evaluate({ caller, configuration: guardrail.configuration, frame, turn }, signal)
      }
      default:
        if (dependencies.model !== null && turn.lane !== undefined && turn.lane !== 'model')
          return { moves: 'model', extracted: null }
        return evaluateWithModel(dependencies.model, guardrail, frame, signal)
    }
  }
}

export type ModelGuardrail = Exclude<RunnableGuardrail, { readonly type: 'policy_rules' | 'human_review' }>

/** @param model null if the deployment has none @throws the reason of `signal` once it is aborted */
export async function evaluateWithModel(
  model: Model | null,
  guardrail: ModelGuardrail,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  if (model === null)
    return failedOutcome(missingModelError(`A guardrail of type ${guardrail.type} asks a language model.`))
  switch (guardrail.type) {
    case 'llm_judge':
      return evaluateJudge(model, guardrail.configuration, frame, signal)
    case 'consensus':
      return evaluateConsensus(model, guardrail.configuration, frame, signal)
    case 'consistency':
      return evaluateConsistency(model, guardrail.configuration, frame, signal)
    case 'critique':
      return evaluateCritique(model, guardrail.configuration, frame, signal)
  }
}

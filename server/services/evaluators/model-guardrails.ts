/** The guardrails that need a model and nothing else, by their type. */
import type { FrameContent } from '../../api/schemas/frame'
import type { Model } from '../models/model'
import { evaluateConsensus } from './consensus'
import { evaluateConsistency } from './consistency'
import { evaluateCritique } from './critique'
import type { Outcome, RunnableGuardrail } from './frame-evaluator'
import { evaluateJudge } from './llm-judge'
import { modelMissing } from './model-missing'
import { failed } from './outcomes'

export type ModelGuardrail = Exclude<RunnableGuardrail, { readonly type: 'policy_rules' | 'human_review' }>

/** @param model null where none is configured @throws the reason of `signal` once that is aborted */
export async function evaluateWithModel(
  model: Model | null,
  guardrail: ModelGuardrail,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  if (model === null) return failed(modelMissing(`A guardrail of type ${guardrail.type} asks a language model.`))
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

/** `llm_judge`: one judge, one call; its conclusion and confidence are the guardrail's. */
import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { Model } from '../models/model'
import { answerMissing } from './demanded-parts'
import type { Outcome } from './frame-evaluator'
import { askJudge } from './judge'
import { concluded, failed } from './outcomes'

type Configuration = Extract<GuardrailKind, { type: 'llm_judge' }>['configuration']

export async function evaluateJudge(
  model: Model,
  configuration: Configuration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = answerMissing(frame)
  if (missing !== null) return failed(missing)
  const verdict = await askJudge(model, frame, { ...configuration, temperature: 0, seed: null }, signal)
  if (!verdict.ok) return failed(verdict.error)
  return concluded([{ judge: 1, ...verdict.value }], verdict.value.conclusion, verdict.value.confidence)
}

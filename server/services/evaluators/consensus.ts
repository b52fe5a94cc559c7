/**
 * `consensus`: several judges in parallel, one call each.
 *
 * Promises: the conclusion is that of more than half of all judges, else UNKNOWN; the confidence is the share of all judges
 * that concluded the same. A judge that failed agrees with none; where it could have decided, its error is the answer.
 */
import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { Model, ModelAnswer } from '../models/model'
import { answerMissing } from './demanded-parts'
import type { Outcome, ProofStep } from './frame-evaluator'
import { inParallel } from './in-parallel'
import { askJudge } from './judge'
import { majorityConclusion } from './majority'
import { concluded, failed } from './outcomes'
import type { Verdict } from './verdict'

type Configuration = Extract<GuardrailKind, { type: 'consensus' }>['configuration']

/** Judges are to differ; at 0 they would all say the same. */
const TEMPERATURE = 0.7

export async function evaluateConsensus(
  model: Model,
  { judges, ...wish }: Configuration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = answerMissing(frame)
  if (missing !== null) return failed(missing)
  const verdicts = await inParallel(judges, signal, (judge, within) =>
    askJudge(model, frame, { ...wish, temperature: TEMPERATURE, seed: judge }, within),
  )
  const majority = majorityConclusion(
    verdicts.map((verdict) => (verdict.ok ? { ok: true, value: verdict.value.conclusion } : verdict)),
  )
  if (!majority.ok) return failed(majority.error)
  return concluded(verdicts.map(stepOf), majority.E.conclusion, majority.E.confidence)
}

function stepOf(verdict: ModelAnswer<Verdict>, place: number): ProofStep {
  return { judge: place + 1, ...(verdict.ok ? verdict.value : { error: verdict.error }) }
}

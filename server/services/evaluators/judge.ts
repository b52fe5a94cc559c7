/**
 * A judge: one call of the model that concludes whether the answer of a frame follows.
 *
 * Promises: judges of one frame differ in nothing but their seed and, where there are several, their temperature.
 */
import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { Model, ModelAnswer } from '../models/model'
import { answerMissing, concluded, failed, type Outcome, type ProofStep } from './evaluation'
import { inputOf, instructionsOf, readVerdict, VERDICT_SCHEMA, type Verdict } from './model-task'
import { inParallel, majorityConclusion } from './votes'

const TASK =
  'You judge answers. Decide whether the answer follows from the context documents, for the question where there is one. Use the context documents alone: no other knowledge, no usual values, no guesses. Conclude YES where everything that the answer states follows from them, NO where something that it states contradicts them or has no ground in them, UNKNOWN where the documents do not let you decide. Give your reason in a few sentences, then the conclusion, then how sure you are of it from 0 to 1.'

export interface JudgeInput {
  /** Added to the task by the person who configured the guardrail. */
  readonly instructions: string
  readonly model: string | null
  readonly temperature: number
  readonly seed: number | null
}

export function askJudge(
  model: Model,
  frame: FrameContent,
  { instructions, ...settings }: JudgeInput,
  signal: AbortSignal,
): Promise<ModelAnswer<Verdict>> {
  return model.generateObject(
    {
      ...settings,
      instructions: instructionsOf(TASK, instructions),
      input: inputOf(frame),
      name: 'verdict',
      schema: VERDICT_SCHEMA,
      read: readVerdict,
    },
    signal,
  )
}

type Configuration = Extract<GuardrailKind, { type: 'llm_judge' }>['configuration']

/** `llm_judge`: one judge, one call; its conclusion and confidence are the guardrail's. */
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

type ConsensusConfiguration = Extract<GuardrailKind, { type: 'consensus' }>['configuration']

/** Judges are to differ; at 0 they would all say the same. */
const TEMPERATURE = 0.7

/**
 * `consensus`: several judges in parallel, one call each.
 *
 * Promises: the conclusion is that of more than half of all judges, else UNKNOWN; the confidence is the share of all judges
 * that concluded the same. A judge that failed agrees with none; where it could have decided, its error is the answer.
 */
export async function evaluateConsensus(
  model: Model,
  { judges, ...settings }: ConsensusConfiguration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = answerMissing(frame)
  if (missing !== null) return failed(missing)
  const verdicts = await inParallel(judges, signal, (judge, within) =>
    askJudge(model, frame, { ...settings, temperature: TEMPERATURE, seed: judge }, within),
  )
  const majority = majorityConclusion(
    verdicts.map((verdict) => (verdict.ok ? { ok: true, value: verdict.value.conclusion } : verdict)),
  )
  if (!majority.ok) return failed(majority.error)
  return concluded(verdicts.map(stepOf), majority.E.conclusion, majority.E.confidence)
}

function stepOf(verdict: ModelAnswer<Verdict>, index: number): ProofStep {
  return { judge: index + 1, ...(verdict.ok ? verdict.value : { error: verdict.error }) }
}

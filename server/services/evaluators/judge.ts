import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { Model, ModelAnswer } from '../models/model'
import { concludedOutcome, failedOutcome, missingAnswerError, type Outcome, type ProofStep } from './evaluation'
import { inputOf, instructionsOf, readVerdict, VERDICT_SCHEMA, type Verdict } from './model-task'
import { askInParallel, majorityConclusion } from './votes'

const TASK =
  'You judge answers. Decide whether the answer follows from the context documents, for the question where there is one. Use the context documents alone: no other knowledge, no usual values, no guesses. Conclude YES where everything that the answer states follows from them, NO where something that it states contradicts them or has no ground in them, UNKNOWN where the documents do not let you decide. Give your reason in a few sentences, then the conclusion, then how sure you are of it from 0 to 1.'

export interface JudgeInput {
  /** Written by the guardrail's author. */
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

export async function evaluateJudge(
  model: Model,
  configuration: Configuration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = missingAnswerError(frame)
  if (missing !== null) return failedOutcome(missing)
  const verdict = await askJudge(model, frame, { ...configuration, temperature: 0, seed: null }, signal)
  if (!verdict.ok) return failedOutcome(verdict.error)
  return concludedOutcome([{ judge: 1, ...verdict.value }], verdict.value.conclusion, verdict.value.confidence)
}

type ConsensusConfiguration = Extract<GuardrailKind, { type: 'consensus' }>['configuration']

/** At 0 all judges would agree. */
const TEMPERATURE = 0.7

/**
 * More than half of all judges decide, else UNKNOWN; the confidence is the share of all judges that concluded the same.
 * An error is the outcome only if the failed judges could have decided.
 */
export async function evaluateConsensus(
  model: Model,
  { judges, ...settings }: ConsensusConfiguration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = missingAnswerError(frame)
  if (missing !== null) return failedOutcome(missing)
  const verdicts = await askInParallel(judges, signal, (judge, within) =>
    askJudge(model, frame, { ...settings, temperature: TEMPERATURE, seed: judge }, within),
  )
  const majority = majorityConclusion(
    verdicts.map((verdict) => (verdict.ok ? { ok: true, value: verdict.value.conclusion } : verdict)),
  )
  if (!majority.ok) return failedOutcome(majority.error)
  return concludedOutcome(verdicts.map(stepOf), majority.E.conclusion, majority.E.confidence)
}

function stepOf(verdict: ModelAnswer<Verdict>, index: number): ProofStep {
  return { judge: index + 1, ...(verdict.ok ? verdict.value : { error: verdict.error }) }
}

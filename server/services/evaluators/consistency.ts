import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { LosslessJson } from '../../language/numeric/lossless-json'
import type { JsonSchema } from '../models/completion'
import { isObject } from '../models/find-object'
import type { Model, ModelAnswer, Reading } from '../models/model'
import {
  concludedOutcome,
  failedOutcome,
  missingAnswerError,
  missingQuestionError,
  type Outcome,
  type ProofStep,
} from './evaluation'
import { inputOf, instructionsOf, readVerdict, shortenReason, VERDICT_SCHEMA, type Verdict } from './model-task'
import { askInParallel, majorityConclusion } from './votes'

type Configuration = Extract<GuardrailKind, { type: 'consistency' }>['configuration']

interface Rephrased {
  readonly question: string
  readonly answer: string
}

const REPHRASE =
  'You put questions in other words and answer them. Word the question anew, so that it asks exactly the same with other words and another structure. Then answer your new question from the context documents alone: no other knowledge, no guesses. Where the documents do not answer it, say that they do not.'

const COMPARE =
  'You compare two answers to one question. Conclude YES where `answer` and `other_answer` agree: both state the same about what the question asks, whatever their words, length or detail. Conclude NO where they contradict each other, or where only one of them answers the question. Conclude UNKNOWN where that cannot be told. Do not judge which of them is right. Give your reason in a sentence or two, then the conclusion, then how sure you are of it from 0 to 1.'

const REPHRASED_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    question: { type: 'string', description: 'the question in other words' },
    answer: { type: 'string', description: 'the answer to it from the context documents' },
  },
  required: ['question', 'answer'],
  additionalProperties: false,
}

/** Lets rephrasings differ. */
const TEMPERATURE = 0.9

export async function evaluateConsistency(
  model: Model,
  { rephrasings, model: name }: Configuration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = missingAnswerError(frame) ?? missingQuestionError(frame)
  if (missing !== null) return failedOutcome(missing)
  const compared = await askInParallel(rephrasings, signal, async (seed, within) => {
    const rephrased = await askRephrasing(model, name, frame, seed, within)
    return rephrased.ok ? compareAnswers(model, name, frame, rephrased.value, within) : rephrased
  })
  const majority = majorityConclusion(compared.map((one) => (one.ok ? { ok: true, value: one.value.conclusion } : one)))
  if (!majority.ok) return failedOutcome(majority.error)
  return concludedOutcome(compared.map(stepOf), majority.E.conclusion, majority.E.confidence)
}

function askRephrasing(
  model: Model,
  name: string | null,
  { C, Q }: FrameContent,
  seed: number,
  signal: AbortSignal,
): Promise<ModelAnswer<Rephrased>> {
  return model.generateObject(
    {
      ...{ model: name, temperature: TEMPERATURE, seed },
      instructions: instructionsOf(REPHRASE),
      input: inputOf({ C, Q, A: null }),
      ...{ name: 'rephrased', schema: REPHRASED_SCHEMA, read: readRephrased },
    },
    signal,
  )
}

async function compareAnswers(
  model: Model,
  name: string | null,
  { Q, A }: FrameContent,
  rephrased: Rephrased,
  signal: AbortSignal,
): Promise<ModelAnswer<Verdict & Rephrased>> {
  const verdict = await model.generateObject(
    {
      ...{ model: name, temperature: 0, seed: null },
      instructions: instructionsOf(COMPARE),
      input: inputOf({ C: [], Q, A }, { other_question: rephrased.question, other_answer: rephrased.answer }),
      ...{ name: 'verdict', schema: VERDICT_SCHEMA, read: readVerdict },
    },
    signal,
  )
  return verdict.ok ? { ok: true, value: { ...rephrased, ...verdict.value } } : verdict
}

function readRephrased(value: LosslessJson): Reading<Rephrased> {
  const { question, answer } = isObject(value) ? value : {}
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''
  if (isText(question) && isText(answer))
    return { ok: true, value: { question: shortenReason(question), answer: shortenReason(answer) } }
  return { ok: false, problem: 'question and answer must be strings that are not blank' }
}

function stepOf(compared: ModelAnswer<Verdict & Rephrased>, index: number): ProofStep {
  return { rephrasing: index + 1, ...(compared.ok ? compared.value : { error: compared.error }) }
}

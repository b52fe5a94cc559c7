import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { LosslessJson } from '../../language/numeric/lossless-json'
import type { JsonSchema } from '../models/completion'
import { isObject } from '../models/find-object'
import type { Model, Reading } from '../models/model'
import { concludedOutcome, failedOutcome, missingAnswerError, type Outcome } from './evaluation'
import { inputOf, instructionsOf, readVerdict, shortenReason, VERDICT_SCHEMA } from './model-task'

type Configuration = Extract<GuardrailKind, { type: 'critique' }>['configuration']

const MAX_FLAWS = 50

const CRITICISE = `You look for the flaws of answers. List everything that is wrong with the answer: statements that the context documents contradict or do not support, errors of reasoning, dependencies of the question that it leaves out, and whatever misleads. Each flaw is one sentence that says what is wrong and where. Do not weigh them and do not praise. An answer without a flaw has an empty list. List at most ${MAX_FLAWS}, the worst first.`

const WEIGH =
  'You weigh the flaws that were found in an answer. Check each against the context documents first: one that is mistaken counts nothing. A flaw is fatal where somebody who relies on the answer would be misled about something that matters. Conclude YES where no flaw is fatal, NO where at least one is, UNKNOWN where the documents do not let you decide. Name the fatal flaws in your reason, then give the conclusion, then how sure you are of it from 0 to 1.'

const FLAWS_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { flaws: { type: 'array', items: { type: 'string' } } },
  required: ['flaws'],
  additionalProperties: false,
}

export async function evaluateCritique(
  model: Model,
  configuration: Configuration,
  frame: FrameContent,
  signal: AbortSignal,
): Promise<Outcome> {
  const missing = missingAnswerError(frame)
  if (missing !== null) return failedOutcome(missing)
  const settings = { model: configuration.model, temperature: 0, seed: null }
  const flaws = await model.generateObject(
    {
      ...settings,
      instructions: instructionsOf(CRITICISE, configuration.instructions),
      input: inputOf(frame),
      ...{ name: 'flaws', schema: FLAWS_SCHEMA, read: readFlaws },
    },
    signal,
  )
  if (!flaws.ok) return failedOutcome(flaws.error)
  const verdict = await model.generateObject(
    {
      ...settings,
      instructions: instructionsOf(WEIGH, configuration.instructions),
      input: inputOf(frame, { flaws: flaws.value }),
      ...{ name: 'verdict', schema: VERDICT_SCHEMA, read: readVerdict },
    },
    signal,
  )
  if (!verdict.ok) return failedOutcome(verdict.error)
  const steps = [...flaws.value.map((flaw) => ({ flaw })), { judge: 1, ...verdict.value }]
  return concludedOutcome(steps, verdict.value.conclusion, verdict.value.confidence)
}

function readFlaws(value: LosslessJson): Reading<readonly string[]> {
  const { flaws } = isObject(value) ? value : {}
  if (!Array.isArray(flaws) || !flaws.every((flaw) => typeof flaw === 'string'))
    return { ok: false, problem: 'flaws must be a list of strings' }
  const listed = flaws.filter((flaw) => flaw.trim() !== '').slice(0, MAX_FLAWS)
  return { ok: true, value: listed.map(shortenReason) }
}

/**
 * What a judge answers: a conclusion, how sure it is, and why.
 *
 * Promises: a reading names every member that is wrong; the reason is at most {@link MAX_REASON} characters long and can
 * be stored.
 */
import { CONCLUSIONS, type Conclusion } from '../../api/guardrail-terms'
import { JsonNumber, type LosslessJson } from '../../language/numeric/lossless-json'
import { isObject } from '../models/find-object'
import type { JsonSchema, Reading } from '../models/model'
import { storable } from './outcomes'

export interface Verdict {
  readonly conclusion: Conclusion
  /** From 0 to 1. */
  readonly confidence: number
  readonly reason: string
}

export const MAX_REASON = 4_000

/** The reason comes first, so that a model writes it before it concludes. */
export const VERDICT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'why, in a few sentences' },
    conclusion: { type: 'string', enum: [...CONCLUSIONS] },
    confidence: { type: 'number', minimum: 0, maximum: 1, description: 'how sure the conclusion is, from 0 to 1' },
  },
  required: ['reason', 'conclusion', 'confidence'],
  additionalProperties: false,
}

export function readVerdict(value: LosslessJson): Reading<Verdict> {
  const members = isObject(value) ? value : {}
  const conclusion = CONCLUSIONS.find((known) => known === members.conclusion)
  const confidence = members.confidence instanceof JsonNumber ? Number(members.confidence.text) : Number.NaN
  const { reason } = members
  const wrong = [
    ...(conclusion === undefined ? [`conclusion must be one of ${CONCLUSIONS.join(', ')}`] : []),
    ...(confidence >= 0 && confidence <= 1 ? [] : ['confidence must be a number from 0 to 1']),
    ...(typeof reason === 'string' ? [] : ['reason must be a string']),
  ]
  if (conclusion === undefined || typeof reason !== 'string' || wrong.length > 0)
    return { ok: false, problem: wrong.join('; ') }
  return { ok: true, value: { conclusion, confidence, reason: shortened(reason) } }
}

/** What a model wrote, short enough for a step of a proof. */
export function shortened(text: string): string {
  return storable(text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`)
}

/** The language model that guardrails ask. */
import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea, type WrongVariables } from './area'
import { wholeNumber } from './variable-forms'
import { webAddress } from './web-address'

/** An OpenAI-compatible endpoint. */
export interface ModelSettings {
  /** Without a final slash, such as https://models.example.org/v1. */
  readonly baseUrl: string
  readonly name: string
  readonly apiKey: string | null
  /** How long one call may take. */
  readonly timeoutMs: number
  /** How many calls of this process may run at one time; the others wait, and their time begins after the wait. */
  readonly concurrency: number
}

export const MODEL_VARIABLES = {
  MODEL_BASE_URL: webAddress,
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_TIMEOUT_MS: wholeNumber(1, 300_000, 60_000),
  MODEL_CONCURRENCY: wholeNumber(1, 1_000, 16),
}

/** Null where there is none: an endpoint without a model's name says too little, and a name without an endpoint too. */
export function readModel(given: GivenVariables): AreaReading<ModelSettings | null> {
  return readArea(MODEL_VARIABLES, given, ({ MODEL_BASE_URL: baseUrl, MODEL_NAME: name, ...read }) => {
    if (baseUrl === undefined && name === undefined) return { ok: true, settings: null }
    if (baseUrl === undefined) return missing('MODEL_BASE_URL', 'MODEL_NAME')
    if (name === undefined) return missing('MODEL_NAME', 'MODEL_BASE_URL')
    return {
      ok: true,
      settings: {
        ...{ baseUrl, name, apiKey: read.MODEL_API_KEY ?? null },
        ...{ timeoutMs: read.MODEL_TIMEOUT_MS, concurrency: read.MODEL_CONCURRENCY },
      },
    }
  })
}

function missing(variable: string, other: string): WrongVariables {
  return { ok: false, problems: [{ variable, problem: `must be set beside ${other}` }] }
}

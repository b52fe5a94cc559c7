import { z } from 'zod'
import {
  type AreaReading,
  type GivenVariables,
  oneOf,
  readArea,
  type WrongVariables,
  webAddress,
  wholeNumber,
} from './variables'

export interface PlatformSettings {
  /** Whether client endpoints require a token. */
  readonly clientAuth: 'required' | 'none'
  /** An external identity provider whose tokens open /api/v1; null for the embedded one. */
  readonly identityProvider: {
    readonly issuer: string
    /** Null for any. */
    readonly audience: string | null
    readonly groupsClaim: string
  } | null
  readonly retentionMs: number
  /** Frames that an evaluator decides at once, besides those that need a solver, a model or a person. */
  readonly evaluatorConcurrency: number
}

const HOUR_MS = 3_600_000

export const PLATFORM_VARIABLES = {
  CLIENT_AUTH: oneOf(['required', 'none'], 'required'),
  IDP_ISSUER: webAddress,
  IDP_AUDIENCE: z.string().optional(),
  IDP_GROUPS_CLAIM: z.string().default('groups'),
  FRAME_RETENTION_HOURS: wholeNumber(1, 87_600, 24),
  EVALUATOR_CONCURRENCY: wholeNumber(1, 10_000, 32),
}

export function readPlatform(given: GivenVariables): AreaReading<PlatformSettings> {
  return readArea(PLATFORM_VARIABLES, given, ({ IDP_ISSUER: issuer, ...read }) => ({
    ok: true,
    settings: {
      clientAuth: read.CLIENT_AUTH,
      identityProvider:
        issuer === undefined
          ? null
          : { issuer, audience: read.IDP_AUDIENCE ?? null, groupsClaim: read.IDP_GROUPS_CLAIM },
      retentionMs: read.FRAME_RETENTION_HOURS * HOUR_MS,
      evaluatorConcurrency: read.EVALUATOR_CONCURRENCY,
    },
  }))
}

/** An OpenAI-compatible endpoint. */
export interface ModelSettings {
  /** For example https://models.example.org/v1. */
  readonly baseUrl: string
  readonly name: string
  readonly apiKey: string | null
  readonly timeoutMs: number
  /** Concurrent calls of this process. Others wait, and their timeout starts afterwards. */
  readonly concurrency: number
}

export const MODEL_VARIABLES = {
  MODEL_BASE_URL: webAddress,
  MODEL_NAME: z.string().optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_TIMEOUT_MS: wholeNumber(1, 300_000, 60_000),
  MODEL_CONCURRENCY: wholeNumber(1, 1_000, 16),
}

/** The language model of the guardrails; null if neither name nor endpoint is set. */
export function readModel(given: GivenVariables): AreaReading<ModelSettings | null> {
  return readArea(MODEL_VARIABLES, given, ({ MODEL_BASE_URL: baseUrl, MODEL_NAME: name, ...read }) => {
    if (baseUrl === undefined && name === undefined) return { ok: true, settings: null }
    if (baseUrl === undefined) return reportMissing('MODEL_BASE_URL', 'MODEL_NAME')
    if (name === undefined) return reportMissing('MODEL_NAME', 'MODEL_BASE_URL')
    return {
      ok: true,
      settings: {
        ...{ baseUrl, name, apiKey: read.MODEL_API_KEY ?? null },
        ...{ timeoutMs: read.MODEL_TIMEOUT_MS, concurrency: read.MODEL_CONCURRENCY },
      },
    }
  })
}

function reportMissing(variable: string, other: string): WrongVariables {
  return { ok: false, problems: [{ variable, problem: `must be set beside ${other}` }] }
}

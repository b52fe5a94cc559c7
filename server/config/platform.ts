/** The guardrail platform: who may call it, how long it keeps answers, and how much it evaluates at a time. */
import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea } from './area'
import { oneOf, wholeNumber } from './variable-forms'
import { webAddress } from './web-address'

export interface PlatformSettings {
  /** Whether the client endpoints demand a token. */
  readonly clientAuth: 'required' | 'none'
  /** An outside identity provider whose tokens open /api/v1; null: the embedded one. */
  readonly identityProvider: {
    readonly issuer: string
    /** Null: any. */
    readonly audience: string | null
    readonly groupsClaim: string
  } | null
  /** How long answers are kept. */
  readonly retentionMs: number
  /** Frames that an evaluator has in hand at one time. */
  readonly evaluatorConcurrency: number
}

const HOUR_MS = 3_600_000

export const PLATFORM_VARIABLES = {
  CLIENT_AUTH: oneOf(['required', 'none'], 'required'),
  IDP_ISSUER: webAddress,
  IDP_AUDIENCE: z.string().optional(),
  IDP_GROUPS_CLAIM: z.string().default('groups'),
  FRAME_RETENTION_HOURS: wholeNumber(1, 87_600, 24),
  EVALUATOR_CONCURRENCY: wholeNumber(1, 10_000, 256),
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

import { z } from 'zod'
import { type AreaReading, type GivenVariables, oneOf, readArea, webAddress, wholeNumber } from './variables'

export interface CredentialSettings {
  readonly credentials: 'required' | 'none'
  readonly evaluation: {
    readonly callsPerDay: number
    readonly callsTotal: number
    readonly ttlDays: number
    readonly issuedPerHour: number
  }
}

export const CREDENTIAL_VARIABLES = {
  CREDENTIALS: oneOf(['required', 'none'], 'required'),
  EVALUATION_CALLS_PER_DAY: wholeNumber(0, 2_147_483_647, 100),
  EVALUATION_CALLS_TOTAL: wholeNumber(0, 2_147_483_647, 500),
  EVALUATION_TTL_DAYS: wholeNumber(1, 3_650, 14),
  EVALUATION_ISSUED_PER_HOUR: wholeNumber(0, 1_000_000, 10),
}

export function readCredentials(given: GivenVariables): AreaReading<CredentialSettings> {
  return readArea(CREDENTIAL_VARIABLES, given, (read) => ({
    ok: true,
    settings: {
      credentials: read.CREDENTIALS,
      evaluation: {
        callsPerDay: read.EVALUATION_CALLS_PER_DAY,
        callsTotal: read.EVALUATION_CALLS_TOTAL,
        ttlDays: read.EVALUATION_TTL_DAYS,
        issuedPerHour: read.EVALUATION_ISSUED_PER_HOUR,
      },
    },
  }))
}

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Shown on the button. */
  readonly name: string
  /** Who may join; see .env.example. */
  readonly joining: 'invited' | 'linked'
}

export const SIGN_IN_VARIABLES = {
  OIDC_ISSUER: webAddress,
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'may have at most 60 characters').optional(),
  OIDC_JOIN: oneOf(['invited', 'linked'], 'invited'),
}

/** Set all of them or leave all out. */
const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** The external OpenID Connect provider, besides passwords; null without one. */
export function readSignIn(given: GivenVariables): AreaReading<ProviderSettings | null> {
  return readArea(SIGN_IN_VARIABLES, given, (read) => {
    const missing = TOGETHER.filter((variable) => read[variable] === undefined)
    if (missing.length === TOGETHER.length) return { ok: true, settings: null }
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
    if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
      const problem = `must be set beside the others of ${TOGETHER.join(', ')}`
      return { ok: false, problems: missing.map((variable) => ({ variable, problem })) }
    }
    const name = read.OIDC_NAME ?? new URL(issuer).host
    return { ok: true, settings: { issuer, clientId, clientSecret, name, joining: read.OIDC_JOIN } }
  })
}

/** Whether programs need credentials, and how far an evaluation credential goes. */
import { type AreaReading, type GivenVariables, readArea } from './area'
import { oneOf, wholeNumber } from './variable-forms'

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

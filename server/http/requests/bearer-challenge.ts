import { Refusal } from '../../api/refusal'
import type { ErrorCode } from '../../api/terms/errors'

/**
 * The `WWW-Authenticate` header of a 401 (RFC 9110, 11.6.1; RFC 6750, 3).
 *
 * A request without a token gets no error code, as RFC 6750 (3.1) asks.
 */
export function bearerChallenge(realm: string, code: ErrorCode): string {
  const challenge = `Bearer realm="${realm}"`
  return code === 'CREDENTIAL_REQUIRED' ? challenge : `${challenge}, error="invalid_token"`
}

/** Longer than any token of this deployment, shorter than the header limit of Node.js. */
const MAX_TOKEN_CHARACTERS = 8_192

/**
 * @returns undefined if the header is absent
 * @throws Refusal CREDENTIAL_INVALID if it contains no bearer token
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const token = /^bearer +([\w\-.~+/]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined)
    throw new Refusal(
      'CREDENTIAL_INVALID',
      'The header Authorization must be "Bearer", a space and an access token, and nothing else.',
    )
  if (token.length > MAX_TOKEN_CHARACTERS)
    throw new Refusal('CREDENTIAL_INVALID', `The access token is longer than ${MAX_TOKEN_CHARACTERS} characters.`)
  return token
}

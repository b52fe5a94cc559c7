/**
 * The access token of a request, from its Authorization header (RFC 6750, 2.1).
 *
 * Promises: a header that is no bearer token is refused, and never taken for an absent one. Whether the token is valid is
 * decided by the gate.
 */
import { Refusal } from '../../api/refusal'

/** More than any token of this deployment has, and less than Node.js takes in a header. */
const MAX_TOKEN_CHARACTERS = 8_192

/**
 * @param authorization as `request.headers.authorization` gives it
 * @returns undefined where there is no such header
 * @throws Refusal CREDENTIAL_INVALID
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

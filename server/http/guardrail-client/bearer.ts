/**
 * The access token of a request, from its Authorization header (RFC 6750, 2.1).
 *
 * Promises: a header that is there is never taken for none: where it is no bearer token, that is refused. What the token is
 * worth is decided by the gate.
 */
import { Refusal } from '../../api/refusal'

/** Bytes: no token of ours comes near it, and those of outside providers stay below what Node.js takes as a header. */
const LONGEST = 8_192

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
  if (token.length > LONGEST)
    throw new Refusal('CREDENTIAL_INVALID', `The access token is longer than ${LONGEST} characters.`)
  return token
}

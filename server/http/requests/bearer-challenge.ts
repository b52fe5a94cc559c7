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

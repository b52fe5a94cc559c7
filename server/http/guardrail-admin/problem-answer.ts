/**
 * A refusal as problem details (RFC 9457).
 *
 * Promises: `type` is the address of a paragraph of the guide; a bug's own text never leaves the server.
 */

import type { ErrorCode } from '../../api/errors'
import { problemOf } from '../../api/problems'
import type { Refusal } from '../../api/refusal'

export interface ProblemAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function problemAnswer(refusal: Refusal, requestId: string, docsUrl: string): ProblemAnswer {
  const { status, code, message, details } = refusal
  const { title, anchor } = problemOf(status)
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...(status === 401 && { 'www-authenticate': challenge(code) }),
      ...refusal.headers,
    },
    body: JSON.stringify({
      type: `${docsUrl}/api-v1#${anchor}`,
      ...{ title, status, detail: message, request_id: requestId },
      ...(details.failures !== undefined && { errors: details.failures }),
      ...{ budget: details.budget, limit: details.limit, actual: details.actual },
    }),
  }
}

/** How to prove oneself (RFC 6750, 3). */
function challenge(code: ErrorCode): string {
  const realm = 'Bearer realm="api"'
  return code === 'CREDENTIAL_INVALID' ? `${realm}, error="invalid_token"` : realm
}

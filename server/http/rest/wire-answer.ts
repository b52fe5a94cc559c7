import type { Transform } from 'node:stream'
import type { CallLimit } from '../../services/access/call-limits'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole body, or its beginning if there is a `rest`. */
  readonly body: string
  readonly rest?: AsyncIterable<string> | undefined
  /** The entity tag without quotes, if it covers more than a digest of the body. */
  readonly tag?: string | undefined
  /** Sent instead of `body`. */
  readonly encoded?: Uint8Array
  /** Compresses `body` and `rest` while they are sent. */
  readonly compressor?: () => Transform
}

/**
 * `RateLimit-Policy` and `RateLimit` (the Internet draft on RateLimit header fields): quotas with their windows, and what
 * is left of them. A limit of which nothing is known yet is in the policy only.
 */
export function rateLimitHeaders(limits: readonly CallLimit[]): Readonly<Record<string, string>> {
  if (limits.length === 0) return {}
  const policy = limits.map(({ name, quota, windowSeconds }) =>
    windowSeconds === null ? `"${name}";q=${quota}` : `"${name}";q=${quota};w=${windowSeconds}`,
  )
  const left = limits.flatMap(({ name, remaining, resetSeconds }) => {
    if (remaining === null) return []
    return [resetSeconds === null ? `"${name}";r=${remaining}` : `"${name}";r=${remaining};t=${resetSeconds}`]
  })
  return {
    'ratelimit-policy': policy.join(', '),
    ...(left.length > 0 && { ratelimit: left.join(', ') }),
  }
}

import type { CallLimit } from '../../services/access/call-limits'

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

import { expect, it } from 'vitest'
import { rateLimitHeaders } from './wire-answer'

it('writes quotas, windows, what is left and when it resets', () => {
  expect(
    rateLimitHeaders([
      { name: 'day', quota: 100, windowSeconds: 86_400, remaining: 99, resetSeconds: 120 },
      { name: 'total', quota: 500, windowSeconds: null, remaining: 499, resetSeconds: null },
    ]),
  ).toEqual({
    'ratelimit-policy': '"day";q=100;w=86400, "total";q=500',
    ratelimit: '"day";r=99;t=120, "total";r=499',
  })
})

it('leaves out unknown values, and both headers if there is no limit', () => {
  const unknown = { name: 'month', quota: 10, windowSeconds: 2_592_000, remaining: null, resetSeconds: 5 } as const
  expect(rateLimitHeaders([unknown])).toEqual({ 'ratelimit-policy': '"month";q=10;w=2592000' })
  expect(rateLimitHeaders([])).toEqual({})
})

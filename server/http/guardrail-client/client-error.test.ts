import { expect, it } from 'vitest'
import { bugRefusal, Refusal } from '../../api/refusal'
import { bearerToken } from '../requests/bearer-challenge'
import { clientError } from './client-error'

const bodyOf = (refusal: Refusal) =>
  JSON.parse(clientError(refusal, 'an-id').body) as { error: { code: string; message: string } }

it('a refusal is one code and a complete message that names every field', () => {
  const failures = [
    { field: 'trace_id', expected: 'a text', received: 'nothing' },
    { field: 'response_topic', expected: 'a list', received: 'the number 7' },
  ]
  const refusal = new Refusal('BAD_REQUEST', 'The body is not as it must be.', { failures, failure_count: 5 })
  expect(bodyOf(refusal)).toEqual({
    error: {
      code: 'bad_request',
      message:
        'The body is not as it must be. trace_id: expected a text, received nothing. response_topic: expected a list, received the number 7. 3 more of the kind are not listed.',
      request_id: 'an-id',
    },
  })
})

it('of a thousand failures some are listed and the rest counted', () => {
  const failures = Array.from({ length: 1_000 }, (_, n) => ({ field: `f${n}`, expected: 'x', received: 'y' }))
  const { message } = bodyOf(new Refusal('BAD_REQUEST', 'No.', { failures })).error
  expect(message).toMatch(/^No\. f0: .* f19: expected x, received y\. 980 more of the kind are not listed\.$/)
})

it.each([
  [new Refusal('CREDENTIAL_INVALID', 'x'), 401, 'unauthorized'],
  [new Refusal('CREDENTIAL_SCOPE', 'x'), 403, 'forbidden'],
  [new Refusal('BAD_REQUEST', 'x', {}, { status: 404 }), 404, 'not_found'],
  [new Refusal('BAD_REQUEST', 'x', {}, { status: 409 }), 409, 'conflict'],
  [new Refusal('BUDGET_EXCEEDED', 'x'), 413, 'payload_too_large'],
  [new Refusal('BAD_REQUEST', 'x', {}, { status: 429 }), 429, 'too_many_requests'],
  [bugRefusal(), 500, 'internal_error'],
  [new Refusal('ENGINE_BUSY', 'x'), 503, 'unavailable'],
  [new Refusal('ENTITLEMENT_EXCEEDED', 'x'), 402, 'bad_request'],
] as const)('each status has its word (%#)', (refusal, status, code) => {
  expect([clientError(refusal, 'an-id').status, bodyOf(refusal).error.code]).toEqual([status, code])
  expect(clientError(refusal, 'an-id').headers).toMatchObject({ 'cache-control': 'no-store' })
})

it('a wait is given in seconds, and a 401 says how to authenticate', () => {
  const busy = clientError(new Refusal('ENGINE_BUSY', 'x', { retry_after_ms: 1_200 }), 'an-id')
  expect(busy.headers['retry-after']).toBe('2')
  expect(clientError(new Refusal('CREDENTIAL_REQUIRED', 'x'), 'an-id').headers['www-authenticate']).toBe(
    'Bearer realm="touchstone"',
  )
  expect(clientError(new Refusal('CREDENTIAL_INVALID', 'x'), 'an-id').headers['www-authenticate']).toContain(
    'invalid_token',
  )
})

it.each([
  [undefined, undefined],
  ['Bearer abc.def-_~+/==', 'abc.def-_~+/=='],
  ['bearer  abc  ', 'abc'],
])('a bearer token is read: %s', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})

it.each([
  '',
  'Bearer',
  'Bearer ',
  'Basic abc',
  'Bearer a b',
  'Bearer a,b',
  'abc',
  'Bearer "a"',
  `Bearer ${'a'.repeat(9_000)}`,
])('an Authorization header that is not a bearer token is refused instead of ignored: %j', (header) => {
  expect(() => bearerToken(header)).toThrow(expect.objectContaining({ code: 'CREDENTIAL_INVALID', status: 401 }))
})

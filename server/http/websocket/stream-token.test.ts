import { expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { streamToken } from './stream-token'

interface Places {
  readonly query?: string
  readonly authorization?: string
  readonly protocols?: string
}

function tokenOf({ query = '', authorization, protocols }: Places): string | undefined {
  try {
    return streamToken({
      url: `/client-api/bus/stream${query}`,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }),
      },
    })
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`
    throw error
  }
}

it('finds the token in each of its places, and the same one in several', () => {
  expect(tokenOf({})).toBeUndefined()
  expect(tokenOf({ query: '?token=' })).toBeUndefined()
  expect(tokenOf({ protocols: 'touchstone.v1' })).toBeUndefined()
  expect(tokenOf({ query: '?token=a.b.c' })).toBe('a.b.c')
  expect(tokenOf({ authorization: 'Bearer a.b.c' })).toBe('a.b.c')
  expect(tokenOf({ protocols: 'touchstone.v1, bearer.a.b.c' })).toBe('a.b.c')
  expect(tokenOf({ protocols: 'bearer.a.b.c,touchstone.v1' })).toBe('a.b.c')
  const everywhere = { query: '?token=a.b.c', authorization: 'bearer a.b.c', protocols: 'touchstone.v1, bearer.a.b.c' }
  expect(tokenOf(everywhere)).toBe('a.b.c')
})

it('refuses two different tokens', () => {
  for (const request of [
    { query: '?token=one', authorization: 'Bearer two' },
    { query: '?token=one', protocols: 'touchstone.v1, bearer.two' },
    { authorization: 'Bearer one', protocols: 'touchstone.v1, bearer.two' },
    { query: '?token=one&token=two' },
    { protocols: 'touchstone.v1, bearer.one, bearer.two' },
  ])
    expect(tokenOf(request)).toMatch(/^CREDENTIAL_INVALID: .*two different tokens/)
})

it('ignores an Authorization header that is not a bearer token if there is another token', () => {
  expect(tokenOf({ authorization: 'Basic abc' })).toMatch(/^CREDENTIAL_INVALID/)
  expect(tokenOf({ authorization: 'Basic abc', query: '?token=one' })).toBe('one')
  expect(tokenOf({ authorization: 'Bearer ', query: '?token=one' })).toMatch(/^CREDENTIAL_INVALID/)
})

it('refuses a subprotocol with an invalid token, or one whose answer the client could not accept', () => {
  expect(tokenOf({ protocols: 'bearer.one' })).toMatch(/^BAD_REQUEST: .*touchstone\.v1/)
  expect(tokenOf({ protocols: 'touchstone.v1, bearer.' })).toMatch(/^CREDENTIAL_INVALID/)
  expect(tokenOf({ protocols: `touchstone.v1, bearer.${'a'.repeat(9_000)}` })).toMatch(/^CREDENTIAL_INVALID/)
})

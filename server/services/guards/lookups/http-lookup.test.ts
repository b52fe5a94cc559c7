import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpConnection } from '../../../config/lookups'
import { writeJson } from '../../../language/numeric/lossless-json'
import { readArguments, readLookups } from './call-lookups'
import { createLookups } from './create-lookups'
import { lookUpHttp, MAX_RECORD_BYTES } from './http-lookup'

const paths: string[] = []
const sent: (string | undefined)[] = []
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/api/missing': (response) => void response.writeHead(404).end('{"paid":1}'),
  '/api/moved': (response) => void response.writeHead(302, { location: '/api/R1' }).end(),
  '/api/broken': (response) => void response.end('{'),
  '/api/large': (response) => void response.end(`"${'x'.repeat(MAX_RECORD_BYTES)}"`),
  '/api/silent': () => {},
  '/api/trickle': (response) => void response.write('{'),
}

const server = createServer((request, response) => {
  paths.push(request.url ?? '')
  sent.push(request.headers.authorization)
  const answer = ANSWERS[request.url ?? '']
  if (answer !== undefined) answer(response)
  else response.end('{"paid": 10.000000000000000000001}')
})
let connection: HttpConnection
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  connection = { kind: 'http', name: 'records', url, headers: { authorization: 'Bearer s' }, internal: true }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const look = (texts: readonly string[], path = '{1}', of: Partial<HttpConnection> = {}) =>
  lookUpHttp({ ...connection, ...of }, { path, wait_ms: 300 }, texts, resolve)

describe('a lookup', () => {
  it('reads one exact record, with the headers of the operator', async () => {
    expect(writeJson(await look(['R1']))).toBe('{"value":{"paid":10.000000000000000000001}}')
    expect(sent.at(-1)).toBe('Bearer s')
  })

  it('sends arguments as one segment, or a part of the query', async () => {
    await look(['a/../b?c=d#e', 'ü&x=1'], 'of/{1}?user={2}')
    expect(paths.at(-1)).toBe('/api/of/a%2F..%2Fb%3Fc%3Dd%23e?user=%C3%BC%26x%3D1')
  })

  it.each([
    ['an empty argument', [''], '{1}', 'an argument is empty or only dots'],
    ['dots', ['..'], 'x/{1}/y', 'an argument is empty or only dots'],
    ['a lone surrogate', ['\ud800'], '{1}', 'an argument is not text'],
    ['a place without an argument', ['R1'], '{2}', 'the path names {2}, and the lookup has 1 arguments'],
    ['a path that leaves the address', ['R1'], '../admin/{1}', 'the path leaves the address of the connection'],
    ['a missing record', ['missing'], '{1}', 'there is no such record'],
    ['a redirect', ['moved'], '{1}', 'the answer has the status 302'],
    ['no JSON', ['broken'], '{1}', 'the answer is not JSON'],
    ['a large answer', ['large'], '{1}', `the answer is longer than ${MAX_RECORD_BYTES} bytes`],
    ['no answer', ['silent'], '{1}', 'there was no answer in time'],
    ['an answer that does not end', ['trickle'], '{1}', 'there was no answer in time'],
  ])('is unknown for %s', async (_, texts, path, failed) => {
    expect(await look(texts, path)).toEqual({ failed })
  })

  it('reaches no private address, by number or by name', async () => {
    const before = paths.length
    const failed = 'its address is in a private network'
    expect(await look(['R1'], '{1}', { internal: false })).toEqual({ failed })
    const url = connection.url.replace('127.0.0.1', 'records.example.org')
    expect(await look(['R1'], '{1}', { internal: false, url })).toEqual({ failed })
    expect(paths.length).toBe(before)
  })

  it('tells nothing about a connection that fails', async () => {
    expect(await look(['R1'], '{1}', { url: 'http://127.0.0.1:1/secret' })).toEqual({ failed: 'the connection failed' })
  })
})

describe('lookups of a guard', () => {
  const namespace = '00000000-0000-4000-8000-00000000cafe'
  const source = { kind: 'http', connection: 'records', path: '{1}', wait_ms: 300, keep_seconds: 10 } as const

  it('keep an answer for the stated time, and no failure', async () => {
    let now = 0
    const lookUp = createLookups({ connections: [connection], now: () => now, resolve })
    const before = paths.length
    for (const at of [0, 9_999, 10_000]) {
      now = at
      await lookUp(namespace, source, ['R1'])
    }
    expect(paths.length - before).toBe(2)
    for (const _ of [1, 2]) await lookUp(namespace, source, ['missing'])
    expect(paths.length - before).toBe(4)
  })

  it('use connections of their namespace and kind only', async () => {
    const theirs = { ...connection, namespaces: ['00000000-0000-4000-8000-00000000beef'] }
    const failed = 'there is no http connection “records”'
    const own = createLookups({ connections: [theirs], now: () => 0, resolve })
    expect(await own(namespace, source, ['R1'])).toEqual({ failed })
    const sql = createLookups({ connections: [{ kind: 'sql', name: 'records', url: '' }], now: () => 0, resolve })
    expect(await sql(namespace, source, ['R1'])).toEqual({ failed })
  })

  it('are unknown without a connection or a single argument', async () => {
    const lookUp = createLookups({ connections: [connection], now: () => 0, resolve })
    const map = {
      claims: {},
      lookups: {
        none: { arguments: [] },
        many: { arguments: ['$.ids[*]'], source },
        one: { arguments: ['$.id'], source },
      },
    }
    const found = await readLookups(lookUp, namespace, { map }, { ids: ['a', 'b'], id: 'R1' })
    expect([...found].map(([name, each]) => [name, 'failed' in each ? each.failed : 'found'])).toEqual([
      ['none', 'the guard names no connection for it'],
      ['many', 'the call has several values at $.ids[*]'],
      ['one', 'found'],
    ])
    expect(readArguments(['$.id'], { id: {} })).toEqual({
      failed: 'the value at $.id is not a text, a number or a truth value',
    })
  })
})

/** Tests answers that are sent while they are read. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createNodeHandler } from './node-http'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(rest: AsyncIterable<string>): Promise<string> {
  const handle = () => Promise.resolve({ status: 200, headers: { 'x-own': 'a' }, body: '{"a":[1', rest })
  const handler = createNodeHandler({
    handle,
    bodyBytes: 1_000,
    addressKey: () => 'test',
    headers: {},
    newRequestId: () => 'an-id',
  })
  server = createServer(handler)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('have the bytes of body and rest, in UTF-8, and no length', async () => {
  const rest = (async function* () {
    yield ',"é"'
    yield ''
    yield ']}'
  })()
  const answer = await fetch(await serve(rest))
  expect([answer.headers.get('x-own'), answer.headers.get('content-length')]).toEqual(['a', null])
  expect(await answer.json()).toEqual({ a: [1, 'é'] })
})

it('end the connection when reading fails, so that no client takes a part for the whole', async () => {
  const rest = (async function* () {
    yield ',2'
    throw new Error('the database is gone')
  })()
  const answer = await fetch(await serve(rest))
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

it('are read no faster than the client reads them, and only while it is connected', async () => {
  const piece = 'x'.repeat(1_000_000)
  let read = 0
  let ended = false
  const rest = (async function* () {
    try {
      for (; read < 1_000; read++) yield piece
    } finally {
      ended = true
    }
  })()
  const leaving = new AbortController()
  const answer = await fetch(await serve(rest), { signal: leaving.signal })
  await answer.body?.getReader().read()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(read).toBeLessThan(100)
  leaving.abort()
  await expect.poll(() => ended).toBe(true)
})

it('read nothing and send no body for HEAD', async () => {
  let read = 0
  const rest = (async function* () {
    read++
    yield ']}'
  })()
  const answer = await fetch(await serve(rest), { method: 'HEAD' })
  expect([answer.status, await answer.text(), read]).toEqual([200, '', 0])
})

import { get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createMetrics } from './metrics'
import { openMetricsServer } from './metrics-server'

const TOKEN = 'a-token-of-some-length'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function opened(
  token: string | null,
  collect = async () => [await createMetrics({ processMetrics: false }).snapshot()],
) {
  const bugs: unknown[] = []
  const server = await openMetricsServer({ host: '127.0.0.1', port: 0, token }, collect, (error) => bugs.push(error))
  servers.push(server)
  const { port } = server.address() as AddressInfo
  const ask = (headers: Record<string, string> = {}, options: { path?: string; method?: string } = {}) =>
    new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/metrics', headers, ...options }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
        )
      }).on('error', reject)
    })
  return { ask, bugs, port }
}

it('without a token, answers callers that address this machine itself, but not a browser page under another name', async () => {
  const { ask } = await opened(null)
  const { status, type, body } = await ask()
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(body).toContain('http_server_active_requests 0')
  expect(await ask({ host: 'localhost:1' })).toMatchObject({ status: 200 })
  for (const host of ['elsewhere.example.org', '127.0.0.1.example.org', 'localhost.example.org:80'])
    expect(await ask({ host })).toMatchObject({ status: 403 })
})

it('answers only with the token if one is set', async () => {
  const { ask } = await opened(TOKEN)
  expect(await ask({ authorization: `Bearer ${TOKEN}`, host: 'metrics.example.org' })).toMatchObject({ status: 200 })
  for (const authorization of ['', TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`]) {
    const refused = await ask(authorization === '' ? {} : { authorization })
    expect(refused.status).toBe(401)
    expect(refused.body).not.toContain('http_server')
  }
})

it('answers nothing else, and hides the message of a bug', async () => {
  const { ask } = await opened(null)
  expect(await ask({}, { path: '/' })).toMatchObject({ status: 404 })
  expect(await ask({}, { method: 'POST' })).toMatchObject({ status: 405 })
  expect(await ask({}, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  const broken = await opened(null, () => Promise.reject(new Error('of the inside')))
  expect(await broken.ask()).toMatchObject({ status: 500, body: 'The metrics could not be collected.\n' })
  expect(broken.bugs).toHaveLength(1)
})

it('refuses the start if the port is taken, and names the setting', async () => {
  const { port } = await opened(null)
  const again = openMetricsServer(
    { host: '127.0.0.1', port, token: null },
    async () => [],
    () => {},
  )
  await expect(again).rejects.toThrow('METRICS_PORT')
})

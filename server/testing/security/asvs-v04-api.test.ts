import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { streamAddress } from '@/components/guardrails/frames/watch-answer'
import { deployment, get } from './testing/deployment'

/** Returns the answer to bytes that no client library would send. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(deployment.listensAt)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
    })
    socket.setTimeout(5_000, () => socket.end())
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('ASVS 5.0 V4 API and web service', () => {
  it('4.1.1 every answer with a body has a type and a character set', async () => {
    const paths = ['/', '/sign-in', '/docs', '/nowhere', '/health', '/openapi.json', '/v1/rulesets', '/v1/nowhere']
    const more = ['/api/trpc/account.describe', '/api/v1/projects', '/client-api/bus/send', '/mcp', '/oauth/jwks']
    const keys = ['/.well-known/touchstone-keys.json', '/.well-known/oauth-authorization-server', '/api/auth/csrf']
    for (const path of [...paths, ...more, ...keys]) {
      const answer = await get(path)
      const body = await answer.text()
      const type = answer.headers.get('content-type') ?? ''
      if (body === '') continue
      expect(type, path).toMatch(/^(text\/html|text\/plain|application\/([\w-]+\+)?json)/)
      // JSON has no such parameter and is always UTF-8.
      if (type.startsWith('text/')) expect(type, path).toMatch(/charset=utf-8/i)
      if (type.includes('json')) expect(() => JSON.parse(body) as unknown, path).not.toThrow()
    }
  })

  it('4.1.2 a plain request is never redirected to https', async () => {
    for (const path of ['/v1/rulesets', '/api/v1/projects', '/mcp', '/client-api/bus/send', '/oauth/jwks', '/health']) {
      const answer = await get(path, { 'x-forwarded-proto': 'http' })
      expect(answer.status < 300 || answer.status >= 400, path).toBe(true)
      expect(answer.headers.get('location'), path).toBeNull()
    }
  })

  it('4.1.3 a caller’s own X-Touchstone, Host and X-Forwarded headers change nothing', async () => {
    const sent = {
      'x-touchstone-path': '/elsewhere',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    }
    const metadata = await (await get('/.well-known/oauth-authorization-server', sent)).text()
    expect(metadata).not.toContain('evil.example')
    const answer = await get('/units', sent)
    expect(answer.headers.get('location')).toBe('/sign-in?next=%2Funits')
  })

  it('4.2.1 a request with two lengths is refused, and cannot smuggle a second one', async () => {
    const second = 'GET /version HTTP/1.1\r\nHost: a\r\n\r\n'
    const head = 'POST /v1/compile HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const doubtful = [
      `${head}Content-Length: ${second.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${second}`,
      `${head}Content-Length: 0\r\nContent-Length: ${second.length}\r\n\r\n${second}`,
      `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${second}`,
      `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${second}`,
    ]
    const answers = await Promise.all(doubtful.map(raw))
    for (const [index, answer] of answers.entries()) {
      expect(answer, doubtful[index]).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer.match(/HTTP\/1\.1 /g), doubtful[index]).toHaveLength(1)
      expect(answer).toMatch(/Connection: close/i)
    }
  })

  it('4.4.1 the stream of a page with https is wss', () => {
    expect(streamAddress({ protocol: 'https:', host: 'rules.example.org' })).toBe(
      'wss://rules.example.org/client-api/bus/stream',
    )
    expect(streamAddress({ protocol: 'http:', host: 'localhost:3000' })).toBe(
      'ws://localhost:3000/client-api/bus/stream',
    )
  })
})

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer } from '../http-server'
import { crossOrigin } from './cross-origin'
import { protectiveHeaders } from './protective-headers'

const NAMED = ['https://intranet.example.org', 'http://tool.example.org:8080']
const headers = protectiveHeaders({ publicUrl: 'https://r.example.org', hstsSubdomains: false, development: false })
const reached = (status: number) => (_request: unknown, response: { writeHead(s: number): { end(): unknown } }) =>
  void response.writeHead(status).end()

/** Each handler answers with its own status. */
const server = createHttpServer({
  newRequestId: () => 'an-id',
  rest: reached(210),
  trpc: reached(211),
  batch: reached(212),
  mcp: reached(213),
  mcpGuard: reached(213),
  keys: reached(214),
  securityContact: reached(214),
  identity: null,
  provider: reached(215),
  clientApi: reached(216),
  chat: reached(219),
  gateway: reached(220),
  stream: (_request, socket) => void socket.destroy(),
  platformApi: reached(217),
  pages: reached(218),
  pageUpgrades: null,
  docsUrl: 'https://r.example.org/docs',
  headers,
  crossOrigin: crossOrigin(NAMED, headers.api),
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** `fetch` would change these headers. */
function ask(method: string, path: string, sent: Readonly<Record<string, string | string[]>>): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, method, path, headers: sent, agent: false }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
      .on('error', reject)
      .end()
  })
}

const preflight = (path: string, origin: string) =>
  ask('OPTIONS', path, {
    origin,
    cookie: '__Host-session=x',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-service-credential',
  })

function crossOriginFields({ headers: received }: Answer): readonly string[] {
  return Object.keys(received).filter((name) => name.startsWith('access-control-'))
}

describe('/v1', () => {
  it.each(NAMED)('can be read by pages of an origin that the operator lists: %s', async (origin) => {
    for (const method of ['GET', 'POST', 'HEAD']) {
      const answer = await ask(method, '/v1/check', { origin })
      expect(answer.status).toBe(210)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('Retry-After'),
        vary: 'Origin',
      })
    }
  })

  it('answers the preflight of a listed origin without a credential', async () => {
    const answer = await preflight('/v1/check', NAMED[0]!)
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': NAMED[0],
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, X-Service-Credential',
      'x-request-id': 'an-id',
      'access-control-max-age': '7200',
      'x-content-type-options': 'nosniff',
      vary: 'Origin',
    })
  })

  it.each([
    ...['null', '*', '', 'https://intranet.example.org.evil.example', 'https://evil-intranet.example.org'],
    ...['https://evil.example/https://intranet.example.org', 'https://intranet.example.org/', 'intranet.example.org'],
    ...['https://intranet.example.org:443', 'https://intranet.example.org:8443', 'http://intranet.example.org'],
    ...['HTTPS://INTRANET.EXAMPLE.ORG', 'https://Intranet.example.org', 'https://a.intranet.example.org'],
    ...['https://intranet.example.org, https://evil.example', 'https://evil.example,https://intranet.example.org'],
    ...['https://intranet.example.org https://evil.example', 'https://intranet.example.org@evil.example'],
    ...['http://tool.example.org', 'http://tool.example.org:80801', 'https://intranet\u00adexample.org'],
    ...['https://r.example.org', 'http://localhost:3000', 'http://127.0.0.1', 'file://', 'constructor', '__proto__'],
  ])('sends no CORS headers to a page of another origin: %s', async (origin) => {
    for (const answer of [
      await ask('GET', '/v1/account', { origin }),
      await ask('POST', '/v1/check', { origin }),
      await preflight('/v1/check', origin),
    ]) {
      expect(answer.status).toBe(210)
      expect(crossOriginFields(answer)).toEqual([])
    }
  })

  it('an origin that is sent twice does not count', async () => {
    for (const origin of [
      [NAMED[0]!, NAMED[0]!],
      [NAMED[0]!, 'https://evil.example'],
    ])
      expect(crossOriginFields(await ask('GET', '/v1/account', { origin }))).toEqual([])
  })

  it('OPTIONS that is not a preflight reaches the handler, as before', async () => {
    expect((await ask('OPTIONS', '/v1/check', { origin: NAMED[0]! })).status).toBe(210)
    expect((await ask('OPTIONS', '/v1/check', {})).status).toBe(210)
  })

  it('says nothing to anybody without a named origin, and costs nothing', async () => {
    const seen: string[] = []
    const response = { setHeader: (name: string) => seen.push(name) }
    const none = crossOrigin([], headers.api)
    const request = { method: 'GET', headers: { origin: NAMED[0]! } }
    expect(none(request as never, response as never, '/v1/check')).toBe(false)
    expect(seen).toEqual([])
  })
})

describe('paths that every page may read', () => {
  it.each(['/docs', '/docs/api', '/docs/api.md', '/docs/errors/bad-request.md', '/llms.txt', '/openapi.json'])(
    '%s',
    async (path) => {
      for (const origin of ['https://anywhere.example', 'null']) {
        const answer = await ask('GET', `${path}?x=1`, { origin, cookie: '__Host-session=x' })
        expect(crossOriginFields(answer)).toEqual(['access-control-allow-origin'])
        expect(answer.headers['access-control-allow-origin']).toBe('*')
      }
      const answered = await preflight(path, 'https://anywhere.example')
      expect(answered.status).toBe(204)
      expect(answered.headers['access-control-allow-methods']).toBe('GET, HEAD')
      expect(answered.headers['access-control-allow-headers']).toBeUndefined()
    },
  )
})

it.each([
  ['/mcp', 213],
  ['/api/trpc/account.describe', 211],
  ['/api/batch/check', 212],
  ['/api/v1/projects', 217],
  ['/client-api/bus/send', 216],
  ['/api/auth/session', 215],
  ['/.well-known/touchstone-keys.json', 214],
  ['/', 218],
  ['/sign-in', 218],
  ['/rulesets/expenses', 218],
  ['/docsearch', 218],
  ['/docs.json', 218],
  ['//docs/api', 218],
  ['/%64ocs', 218],
  ['/v1x/check', 218],
  ['/V1/check', 218],
  ['/health', 210],
])('%s keeps its own rule, even for a listed origin', async (path, status) => {
  for (const answer of [await ask('GET', path, { origin: NAMED[0]! }), await preflight(path, NAMED[0]!)]) {
    expect(answer.status).toBe(status)
    expect(crossOriginFields(answer)).toEqual([])
    expect(answer.headers.vary).toBeUndefined()
  }
})

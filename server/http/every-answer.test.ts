/** Checks the headers of every answer of a deployment reached by https, and that no secret is logged. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../testing/running-server'
import { protectiveHeaders } from './requests/protective-headers'
import { refuseUnreadable } from './rest/node-http'

const SECRET = 'a-secret-that-no-log-may-hold'
const HSTS = 'max-age=63072000; includeSubDomains'
const NO_STORE = expect.stringMatching(/\bno-store\b/)

let server: RunningServer
let printed = ''

beforeAll(async () => {
  const environment = { PUBLIC_URL: 'https://rules.example.org', HSTS_SUBDOMAINS: 'included', LOG_LEVEL: 'trace' }
  server = await startServer({ ...environment, BUDGET_BODY_BYTES: '2000', BUDGET_FRAME_BYTES: '2000' })
  server.process.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
})

afterAll(() => server.stop())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function ask(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      text(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the header lines of the first answer. */
function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    text(socket).then(resolve, reject)
  })
}

const JSON_BODY = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HASH = 'a'.repeat(64)

const API: readonly (readonly [number, string, string, RequestOptions?])[] = [
  [200, 'GET', '/health'],
  [200, 'GET', '/version'],
  [200, 'GET', '/v1/vocabulary'],
  [200, 'POST', '/v1/credentials/evaluation'],
  [401, 'GET', '/v1/units'],
  [401, 'GET', '/v1/units', { headers: { 'x-service-credential': 'none' } }],
  [401, 'POST', '/v1/check', { headers: JSON_BODY, body: '{}' }],
  [404, 'GET', '/v1/nothing'],
  [404, 'GET', '/v1'],
  [405, 'PUT', '/v1/check'],
  [405, 'HEAD', '/v1/check'],
  [413, 'POST', '/v1/check', { headers: JSON_BODY, body: ' '.repeat(3_000) }],
  [413, 'POST', '/v1/check', { headers: { ...JSON_BODY, 'transfer-encoding': 'chunked' }, body: ' '.repeat(3_000) }],
  [401, 'POST', '/mcp', { headers: JSON_BODY, body: '{}' }],
  [403, 'POST', '/mcp', { headers: { ...JSON_BODY, origin: 'https://elsewhere.example' }, body: '{}' }],
  [204, 'OPTIONS', '/mcp', { headers: { origin: 'https://rules.example.org' } }],
  [404, 'GET', '/client-api/nothing'],
  [426, 'GET', '/client-api/bus/stream'],
  [405, 'GET', '/client-api/bus/send'],
  [401, 'POST', '/client-api/bus/send', { headers: JSON_BODY, body: '{}' }],
  [405, 'PUT', '/client-api/check'],
  [401, 'GET', '/client-api/check'],
  [401, 'POST', '/client-api/check', { headers: JSON_BODY, body: '{}' }],
  [405, 'GET', '/client-api/auth/token'],
  [400, 'POST', '/client-api/auth/token', { body: '{}' }],
  [401, 'POST', '/client-api/auth/token', { headers: FORM, body: 'username=a&service_token=b' }],
  [413, 'POST', '/client-api/auth/token', { headers: FORM, body: 'a'.repeat(20_000) }],
  [401, 'GET', '/api/v1/projects'],
  [401, 'DELETE', '/api/v1/nothing'],
  [200, 'POST', '/api/trpc/session.signOut', { headers: JSON_BODY }],
  [401, 'GET', '/api/trpc/members.list'],
  [400, 'GET', '/api/trpc/nothing'],
  [400, 'GET', '/api/trpc/operations.run'],
  [400, 'POST', '/api/trpc/session.signIn', { body: 'no' }],
  [400, 'POST', '/api/trpc/session.signIn', { headers: JSON_BODY, body: ' '.repeat(3_000) }],
  [405, 'GET', '/api/batch/check'],
  [400, 'POST', '/api/batch/check'],
  [401, 'POST', `/api/batch/check?ruleset_hash=${HASH}`],
  [400, 'POST', '/oauth/token', { headers: FORM, body: 'grant_type=nothing' }],
  [413, 'POST', '/application/o/token/', { headers: FORM, body: 'a'.repeat(20_000) }],
  [400, 'POST', '/oauth/revoke', { headers: FORM, body: 'token=x' }],
  [404, 'GET', '/oauth/token'],
  [400, 'POST', '/oauth/register', { headers: JSON_BODY, body: '{}' }],
  [413, 'POST', '/oauth/register', { headers: JSON_BODY, body: ' '.repeat(20_000) }],
  [204, 'OPTIONS', '/oauth/register'],
  [400, 'GET', '/oauth/authorize?client_id=nothing', { headers: { accept: 'application/json' } }],
  [303, 'GET', '/oauth/authorize?client_id=nothing', { headers: { accept: 'text/html' } }],
  [400, 'GET', '/oauth/authorize/nothing', { headers: { accept: 'application/json' } }],
  [403, 'POST', '/authorize/nothing', { headers: FORM, body: 'answer=deny' }],
  [417, 'GET', '/v1/units', { headers: { expect: 'a-miracle' } }],
]

for (const [status, method, path, options] of API)
  it(`${status} ${method} ${path}: is stored by no cache and rendered by no browser`, async () => {
    const answer = await ask(method, path, options)
    expect(answer).toMatchObject({
      status,
      headers: {
        'x-content-type-options': 'nosniff',
        'cache-control': NO_STORE,
        'strict-transport-security': HSTS,
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    })
    const { 'content-type': type } = answer.headers
    if (status === 303) expect(answer.body).not.toContain('<script')
    else if (answer.body !== '')
      expect(type).toMatch(/^(application\/(problem\+)?json|text\/plain)(; ?charset=utf-8)?$/i)
  })

it('what is the same for every caller may be stored by caches', async () => {
  for (const path of [
    ...['/openapi.json', '/.well-known/touchstone-keys.json', '/oauth/jwks'],
    ...['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'],
  ]) {
    const { status, headers } = await ask('GET', path)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, expect.stringMatching(/max-age=\d/)])
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'strict-transport-security': HSTS })
  }
})

it('bytes that no handler sees are answered with the same headers', async () => {
  const wrong = [
    ['400', 'no http\r\n\r\n'],
    ['400', 'GET /v1/units HTTP/1.1\r\n\r\n'],
    ['400', 'GET /docs HTTP/1.1\r\n\r\n'],
    ['400', 'GET /nothing HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['404', 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['400', 'GET /client-api/bus/stream HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ] as const
  for (const [status, bytes] of wrong) {
    const answer = (await answerTo(bytes)).toLowerCase()
    expect(answer.slice(0, 12), bytes).toBe(`http/1.1 ${status}`)
    for (const line of ['cache-control: no-store', 'x-content-type-options: nosniff', `strict-transport-security: `])
      expect(answer, bytes).toContain(`\r\n${line}`)
  }
})

it('the refusal of a request that is too slow has the same headers', async () => {
  const { api } = protectiveHeaders({ publicUrl: 'https://a.example', hstsSubdomains: false, development: false })
  const socket = new PassThrough()
  const slow = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  refuseUnreadable(slow, socket, 'https://a.example/docs', api)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  for (const [name, value] of Object.entries(api)) expect(answer).toContain(`\r\n${name}: ${value}\r\n`)
  expect(answer).toContain('\r\nstrict-transport-security: max-age=63072000\r\n')
})

it('a page has a policy with a nonce that no other answer has', async () => {
  const nonces = new Set<string>()
  for (const path of ['/docs', '/docs', '/sign-in', '/nothing', '/docs/nothing', '/%E0%A4%A', '/invite/%3Cimg%3']) {
    const { status, headers } = await ask('GET', path)
    expect([path, status]).toEqual([path, /nothing|%/.test(path) ? 404 : 200])
    const policy = String(headers['content-security-policy'])
    const nonce = /^script-src 'nonce-([\w+/]{22}==)' 'strict-dynamic'; /.exec(policy)?.[1] ?? ''
    expect([path, nonce]).toEqual([path, expect.stringMatching(/./)])
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(`; ${directive}`)
    nonces.add(nonce)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': HSTS,
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': NO_STORE,
    })
  }
  expect(nonces.size).toBe(7)
})

it('a policy or a nonce of the client never reaches the page', async () => {
  const theirs = `script-src 'nonce-${SECRET}'`
  const { headers, body } = await ask('GET', '/docs', {
    headers: {
      'content-security-policy': theirs,
      'Content-Security-Policy-Report-Only': theirs,
      ...{ 'x-nonce': SECRET, 'x-touchstone-nonce': SECRET, 'x-touchstone-path': `/${SECRET}` },
    },
  })
  expect(JSON.stringify(headers) + body).not.toContain(SECRET)
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  const given = [...body.matchAll(/<script\b[^>]*?(?: nonce="([^"]*)")?[^>]*>/g)].map(
    ([tag]) => /nonce="([^"]*)"/.exec(tag)?.[1],
  )
  expect(given.length).toBeGreaterThan(3)
  expect(new Set(given)).toEqual(new Set([nonce]))
})

it('a file is what its content type says, and an example is not a video', async () => {
  for (const [path, type] of [
    ['/docs/api.md', 'text/markdown; charset=utf-8'],
    ['/clients/guardrail-client.ts', 'text/plain; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml'],
  ] as const) {
    const { status, headers } = await ask('GET', path)
    expect([status, headers['content-type']?.toLowerCase()]).toEqual([200, type])
    expect(headers['content-security-policy']).toMatch(/script-src 'nonce-/)
  }
})

it('a refusal never repeats the request as HTML', async () => {
  const html = '<img src=x onerror=alert(1)>'
  const quoted = encodeURIComponent(html)
  for (const [method, path] of [
    ['GET', `/v1/${quoted}`],
    ['GET', `/v1/units/bridge?${quoted}=1`],
    ['GET', `/api/trpc/${quoted}`],
    ['GET', `/api/v1/${quoted}`],
    ['GET', `/client-api/${quoted}`],
    ['GET', `/oauth/authorize?client_id=${quoted}`],
    ['POST', `/authorize/${quoted}`],
    ['GET', `/authorize/problem?reason=${quoted}`],
    ['GET', `/docs/${quoted}`],
    ['GET', `/sign-in?next=${quoted}&problem=${quoted}`],
    ['GET', `/invite/${quoted}`],
    ['GET', `/${quoted}`],
  ] as const) {
    const { headers, body } = await ask(method, path, { headers: { accept: 'text/html' } })
    const isHtml = /html/.test(headers['content-type'] ?? '')
    if (isHtml) expect(body, path).not.toContain('<img src=x')
    else expect(headers['content-type'] ?? 'none', path).toMatch(/json|text\/plain|none/)
  }
})

it('the server prints no token, credential or secret', { tags: ['nightly'] }, async () => {
  const token = `?token=${SECRET}`
  await ask('GET', `/nothing${token}`)
  await ask('GET', `/client-api/bus/stream${token}`)
  await ask('POST', `/client-api/bus/send${token}`, { headers: { authorization: `Bearer ${SECRET}` } })
  await ask('POST', `/client-api/check${token}`, { headers: { authorization: `Bearer ${SECRET}` } })
  await ask('GET', '/v1/units', { headers: { 'x-service-credential': SECRET } })
  await ask('GET', '/api/v1/projects', { headers: { authorization: `Bearer ${SECRET}`, cookie: `a=${SECRET}` } })
  await ask('POST', '/mcp', { headers: { ...JSON_BODY, authorization: `Bearer ${SECRET}` }, body: '{}' })
  await ask('POST', '/client-api/auth/token', { headers: FORM, body: `username=a&service_token=${SECRET}` })
  await ask('POST', '/oauth/token', { headers: FORM, body: `grant_type=password&username=a&password=${SECRET}` })
  await ask('GET', `/setup/${SECRET}`)
  await ask('GET', `/invite/${SECRET}`)
  const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const protocol = `Sec-WebSocket-Protocol: bearer.${SECRET}`
  await answerTo(`GET /client-api/bus/stream${token} HTTP/1.1\r\n${upgrade}\r\n${protocol}\r\n\r\n`)
  await answerTo(`GET /client-api/bus/stream HTTP/1.1\r\n${upgrade}\r\n${key}\r\n${protocol}\r\n\r\n`)
  await answerTo(`GET /client-api/bus/stream${token} HTTP/1.1\r\n${upgrade}\r\n\r\n`)
  await answerTo(`GET /nothing${token} HTTP/1.1\r\n${upgrade}\r\n${key}\r\n\r\n`)
  expect(printed + server.log()).not.toContain(SECRET)
})

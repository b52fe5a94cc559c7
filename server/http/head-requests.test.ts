/** HEAD gets the same status, headers and charge as GET, without the body (RFC 9110, 9.3.2). */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS, type Operation } from '../api/operations'
import { type PeopleServer, sharedPeopleServer } from '../testing/people-server'

const SOURCE = 'declare a as boolean;\nassert x { a };\n'

let server: PeopleServer
let full: string
let checkId: string
let evaluation: string
let hash: string

beforeAll(async () => {
  server = await sharedPeopleServer()
  const { administrator } = server
  const decisionLog = { enabled: true, retentionDays: 30, redaction: 'keep', exceptions: {}, beforeAnswer: true }
  await server.call(administrator, 'settings.change', { decisionLog })
  const credential = { label: 'full', tier: 'standard', expiresAt: null }
  full = ((await server.call(administrator, 'credentials.issue', credential)) as { token: string }).token
  evaluation = ((await post('/v1/credentials/evaluation', '', {})) as { credential: string }).credential
  await post('/v1/rulesets', full, { name: 'expenses', source: SOURCE })
  await post('/v1/documents', full, { label: 'TE-07', text: '1. Every invoice is paid.\n' })
  const headers = { 'content-type': 'application/json', 'x-service-credential': full }
  const body = JSON.stringify({ source: SOURCE, claims: { a: true } })
  const checked = await fetch(`${server.url}/v1/check`, { method: 'POST', headers, body })
  checkId = checked.headers.get('x-service-check-id') ?? ''
  hash = ((await post('/v1/compile', evaluation, { source: SOURCE })) as { ruleset_hash: string }).ruleset_hash
})

afterAll(() => server.stop())

async function post(path: string, credential: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}

/** Reads everything until the connection ends, because a client library would ignore a wrong body. */
async function answerTo(method: string, path: string, credential?: string) {
  const { hostname, port } = new URL(server.url)
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${hostname}`, 'Connection: close', 'Accept-Encoding: identity']
  if (credential !== undefined) lines.push(`x-service-credential: ${credential}`)
  const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
  const answer = await text(socket)
  const end = answer.indexOf('\r\n\r\n')
  const [status, ...fields] = answer.slice(0, end).toLowerCase().split('\r\n')
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/s) as [string, string]))
  return { status, headers, body: answer.slice(end + 4) }
}

/** Removes the headers that differ between answers. */
function lasting({ date, 'content-security-policy': policy, 'x-request-id': id, ...headers }: Record<string, string>) {
  return { ...headers, policy: policy?.replace(/'nonce-[^']+'/g, '') }
}

const PLACES: Readonly<Record<string, () => string>> = {
  '{ruleset_hash}': () => hash,
  '{name}': () => 'expenses',
  '{label}': () => 'TE-07',
  '{check_id}': () => checkId,
}

const READS = Object.values<Operation>(OPERATIONS).filter(({ method }) => method === 'GET')

it.each(READS.map(({ id, path }) => [id, path]))('%s', async (_, template) => {
  const path = template.replace(/\{\w+\}/, (place) => PLACES[place]!())
  const address = template.endsWith('/bridge') ? `${path}?from_unit=hours&to_unit=min` : path
  const [head, get] = [await answerTo('HEAD', address, full), await answerTo('GET', address, full)]
  expect(get.status).toBe('http/1.1 200 ok')
  expect(head).toEqual({ ...get, headers: expect.anything(), body: '' })
  expect(lasting(head.headers)).toEqual(lasting(get.headers))
})

it.each([
  ...['/v1/nothing', '/v1/units', '/docs', '/docs/api.md', '/sign-in', '/nothing', '/.well-known/touchstone-keys.json'],
  ...['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server', '/oauth/jwks'],
  ...['/api/trpc/session.viewer', '/api/trpc/members.list', '/api/v1/projects', '/client-api/bus/send'],
])('%s without a credential', async (path) => {
  const [head, get] = [await answerTo('HEAD', path), await answerTo('GET', path)]
  expect([head.status, head.body]).toEqual([get.status, ''])
  expect(head.headers['content-type']).toBe(get.headers['content-type'])
})

it('a prompt pack is charged once, by GET or HEAD', async () => {
  const used = async () =>
    (JSON.parse((await answerTo('GET', '/v1/account', evaluation)).body) as { usage: { used: number } }).usage.used
  const before = await used()
  expect(await answerTo('HEAD', `/v1/prompt-pack/${hash}`, evaluation)).toMatchObject({ body: '' })
  expect(await used()).toBe(before + 1)
})

it('an address without GET does not accept HEAD', async () => {
  expect(await answerTo('HEAD', '/v1/check', full)).toMatchObject({
    status: 'http/1.1 405 method not allowed',
    headers: { allow: 'post' },
    body: '',
  })
})

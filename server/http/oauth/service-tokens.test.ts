/** Access tokens of service accounts over HTTP, on a real server. */
import { request } from 'node:http'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PeopleServer, sharedPeopleServer } from '../../testing/people-server'

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)

let server: PeopleServer
/** Wrong tries are counted per account and address, so each such test uses its own. */
let addresses = 0
beforeAll(async () => {
  server = await sharedPeopleServer()
})
afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

interface Account {
  readonly id: string
  readonly username: string
  readonly secretId: string
  readonly secret: string
}

async function account(kind: 'service_token' | 'api_key'): Promise<Account> {
  const username = `robot-${++addresses}`
  const added = await server.call(server.administrator, 'serviceAccounts.add', { username, description: '' })
  const { id } = added as { id: string }
  const input = { accountId: id, kind, label: 'of a test', expiresAt: null }
  const issued = await server.call(server.administrator, 'serviceAccounts.issueSecret', input)
  const { id: secretId, secret } = issued as { id: string; secret: string }
  return { id, username, secretId, secret }
}

const newAddress = () => `192.0.2.${++addresses}`
const form = (members: Readonly<Record<string, string>>) => new URLSearchParams(members).toString()

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const type = 'application/x-www-form-urlencoded'
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': newAddress(), ...headers },
    body,
  })
}

const exchange = ({ username, secret }: Pick<Account, 'username' | 'secret'>, headers = {}) =>
  post('/client-api/auth/token', form({ username, service_token: secret }), headers)
const grantForm = ({ username, secret }: Pick<Account, 'username' | 'secret'>) => ({
  grant_type: 'client_credentials',
  client_id: 'touchstone',
  username,
  password: secret,
  scope: 'openid profile email',
})

describe('the exchange at /client-api/auth/token', () => {
  it('returns a token and its lifetime in seconds, uncached', async () => {
    const robot = await account('service_token')
    const answer = await exchange(robot, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const body = (await answer.json()) as { token: string }
    expect(body).toEqual({ token: expect.any(String), expires_in: 3_600 })
    expect(decodeJwt(body.token)).toMatchObject({
      iss: server.url,
      sub: `service:${robot.id}`,
      groups: [expect.stringMatching(/^of-ada/)],
    })
  })

  it.each([
    ['no body', '', 'username: expected a value, received nothing. service_token: expected a value, received nothing.'],
    ['no secret', 'username=robot', 'service_token: expected a value, received nothing.'],
    ['a member twice', 'username=a&username=b&service_token=c', 'username: expected one value, received 2 values.'],
    ['JSON in a form', '{"username":"robot","service_token":"x"}', 'username: expected a value, received nothing.'],
    ['bytes that are no text', Uint8Array.of(0x75, 0xff), 'The form is not UTF-8.'],
  ])('refuses %s', async (_, body, message) => {
    const answer = await post('/client-api/auth/token', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'bad_request', message: expect.stringContaining(message) },
    })
  })

  it('reports a wrong content type, another method and a form that is too large', async () => {
    const json = await post('/client-api/auth/token', '{}', { 'content-type': 'application/json' })
    expect([json.status, await json.json()]).toEqual([
      400,
      { error: { code: 'bad_request', message: expect.stringContaining('"application/json"'), request_id: ID } },
    ])
    const got = await fetch(`${server.url}/client-api/auth/token`)
    expect([got.status, got.headers.get('allow'), await got.json()]).toEqual([
      ...[405, 'POST'],
      { error: { code: 'method_not_allowed', message: expect.any(String), request_id: ID } },
    ])
    const large = await post(
      '/client-api/auth/token',
      form({ username: 'robot', service_token: 'x'.repeat(2_000_000) }),
    )
    expect([large.status, await large.json()]).toEqual([
      413,
      { error: { code: 'payload_too_large', message: 'The body is larger than 16384 bytes.', request_id: ID } },
    ])
  })

  it('gives the same answer to an unknown username and a wrong secret, and limits tries', async () => {
    const robot = await account('service_token')
    const answers = []
    for (const each of [
      { username: robot.username, secret: 'wrong' },
      { username: 'unknown-account', secret: robot.secret },
      { username: "'; DROP TABLE service_account; --", secret: '\0' },
    ]) {
      const answer = await exchange(each)
      const { error } = (await answer.json()) as { error: Record<string, string> }
      answers.push([answer.status, answer.headers.get('www-authenticate'), error.code, error.message])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toEqual([401, 'Bearer realm="touchstone"', 'unauthorized', expect.any(String)])
    const address = { 'x-forwarded-for': newAddress() }
    const statuses: number[] = []
    for (let n = 0; n < 62; n++)
      statuses.push((await exchange({ username: `guess-${n}`, secret: 'x' }, address)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
    const late = await exchange(robot, address)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await late.json()).toEqual({
      error: { code: 'too_many_requests', message: expect.stringContaining('Wait'), request_id: ID },
    })
    expect((await exchange(robot)).status).toBe(200)
  })

  it('is a path of the client API, and unknown ones get an error that lists it', async () => {
    const answer = await post('/client-api/auth/tokens', '')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: { code: 'not_found', message: expect.stringContaining('/client-api/auth/token'), request_id: ID } },
    ])
  })
})

describe('the client credentials grant', () => {
  it.each(['/application/o/token/', '/application/o/token', '/oauth/token'])('is at %s', async (path) => {
    const robot = await account('api_key')
    const answer = await post(path, form(grantForm(robot)))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = (await answer.json()) as { access_token: string }
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'openid profile email',
    })
    expect(decodeJwt(body.access_token)).toMatchObject({
      groups: [expect.stringMatching(/^of-ada/)],
      preferred_username: robot.username,
    })
  })

  it('issues tokens that can be verified by discovery and key set only', async () => {
    const robot = await account('api_key')
    const { access_token } = (await (await post('/application/o/token/', form(grantForm(robot)))).json()) as {
      access_token: string
    }
    for (const document of ['openid-configuration', 'oauth-authorization-server']) {
      const discovery = (await (await fetch(`${server.url}/.well-known/${document}`)).json()) as Record<string, string>
      expect(discovery).toMatchObject({
        issuer: server.url,
        token_endpoint: `${server.url}/oauth/token`,
        grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', 'client_credentials']),
        scopes_supported: expect.arrayContaining(['rulesets', 'openid', 'profile', 'email']),
        claims_supported: expect.arrayContaining(['sub', 'groups']),
      })
      const keys = createRemoteJWKSet(new URL(discovery.jwks_uri ?? ''))
      const { payload } = await jwtVerify(access_token, keys, {
        issuer: discovery.issuer ?? '',
        audience: `${server.url}/api/v1`,
        algorithms: ['EdDSA'],
      })
      expect(payload).toMatchObject({ sub: `service:${robot.id}`, groups: [expect.stringMatching(/^of-ada/)] })
      // The last characters may encode unused bits, so an earlier one is changed.
      const changed = access_token.slice(0, -10) + (access_token.at(-10) === 'A' ? 'B' : 'A') + access_token.slice(-9)
      await expect(jwtVerify(changed, keys)).rejects.toThrow('signature verification failed')
    }
  })

  it.each([
    ['another client', { client_id: 'another' }, 401, 'invalid_client'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['the grant of agents', { grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_request'],
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
    ['no username', { username: '' }, 400, 'invalid_request'],
    ['no password', { password: '' }, 400, 'invalid_request'],
    ['a wrong password', { password: 'wrong' }, 400, 'invalid_grant'],
    ['an unknown username', { username: 'unknown-account' }, 400, 'invalid_grant'],
    ['a NUL character', { username: 'a\0b' }, 400, 'invalid_grant'],
    ['a large password', { password: 'x'.repeat(16_384) }, 413, 'invalid_request'],
  ])('refuses %s as RFC 6749 says', async (_, members, status, error) => {
    const robot = await account('api_key')
    const answer = await post('/application/o/token/', form({ ...grantForm(robot), ...members }))
    const body = (await answer.json()) as { error_description: string }
    expect([answer.status, body]).toEqual([status, expect.objectContaining({ error })])
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('refuses a member that is sent twice, a body that is not a form, another method, and a body that never ends', async () => {
    const robot = await account('api_key')
    const twice = await post('/application/o/token/', `${form(grantForm(robot))}&username=other`)
    expect([twice.status, await twice.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
    const json = await post('/application/o/token/', JSON.stringify(grantForm(robot)), {
      'content-type': 'application/json',
    })
    expect([json.status, await json.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
    expect((await fetch(`${server.url}/application/o/token/`)).status).toBeGreaterThanOrEqual(400)
    expect(await endless('/application/o/token/')).toBe(400)
    expect(await endless('/client-api/auth/token')).toBe(413)
  })

  it('limits requests per address', async () => {
    const address = { 'x-forwarded-for': newAddress() }
    const statuses: number[] = []
    for (let n = 0; n < 62; n++) {
      const guess = { username: `guess-${n}`, secret: 'x' }
      statuses.push((await post('/application/o/token/', form(grantForm(guess)), address)).status)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
    const late = await post('/application/o/token/', form(grantForm(await account('api_key'))), address)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await late.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })

  it('serves only service accounts: its client is refused where agents are authorised', async () => {
    const query = 'client_id=touchstone&response_type=code&redirect_uri=https://evil.example/&code_challenge=x'
    const answer = await fetch(`${server.url}/oauth/authorize?${query}`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
    })
    expect(answer.status).toBe(400)
    const robot = await account('api_key')
    const token = ((await (await post('/oauth/token', form(grantForm(robot)))).json()) as { access_token: string })
      .access_token
    const mcp = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    expect(mcp.status).toBe(401)
  })
})

/** Sends an endless body without a length until it is answered. */
function endless(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' }
    const sent = request(server.url + path, { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.resume()
      sent.destroy()
    })
    sent.on('error', reject)
    let size = 0
    const more = () => {
      if (sent.destroyed) return
      if (size > 200_000) {
        sent.end()
        return
      }
      size += 10_000
      sent.write('x'.repeat(10_000), more)
    }
    more()
  })
}

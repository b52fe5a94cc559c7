import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../testing/running-server'
import { sharedServer } from '../../testing/shared-server'
import { AgentClient, REDIRECT, tokensOf } from './testing/agent-client'

let server: RunningServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

/** @param address of the client, as a trusted proxy adds it */
function register(client: object, address = '192.0.2.1'): Promise<Response> {
  return fetch(`${server.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(client),
  })
}

describe('metadata', () => {
  it('names every endpoint under the public address, whatever a request says', async () => {
    const lies = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      const answer = await fetch(server.url + path, { headers: { ...lies, origin: 'https://page.example' } })
      expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/page\.example)$/)
      expect(await answer.json()).toMatchObject({
        issuer: server.url,
        authorization_endpoint: `${server.url}/oauth/authorize`,
        token_endpoint: `${server.url}/oauth/token`,
        registration_endpoint: `${server.url}/oauth/register`,
        revocation_endpoint: `${server.url}/oauth/revoke`,
        jwks_uri: `${server.url}/oauth/jwks`,
        response_types_supported: ['code'],
        grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', 'client_credentials']),
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: ['rulesets', 'openid', 'profile', 'email'],
        claims_supported: expect.arrayContaining(['groups']),
        authorization_response_iss_parameter_supported: true,
      })
    }
  })

  it('of the resource is at both addresses, and any page may read it', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const answer = await fetch(server.url + path)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(await answer.json()).toEqual({
        resource: `${server.url}/mcp`,
        authorization_servers: [server.url],
        scopes_supported: ['rulesets'],
        bearer_methods_supported: ['header'],
        resource_name: 'Touchstone',
        resource_documentation: `${server.url}/docs`,
      })
      expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(405)
      expect((await fetch(server.url + path, { method: 'OPTIONS' })).status).toBe(204)
    }
  })

  it('contains no private part of the key', async () => {
    const { keys } = (await (await fetch(`${server.url}/oauth/jwks`)).json()) as { keys: object[] }
    expect(keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: expect.any(String), x: expect.any(String) },
    ])
  })
})

describe('registration', () => {
  it('makes a public client for each request, and replaces what is not offered', async () => {
    const answer = await register({
      client_name: 'Assistant',
      redirect_uris: ['https://assistant.example/callback'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code', 'token'],
      token_endpoint_auth_method: 'client_secret_post',
      application_type: 'native',
      scope: 'everything',
      sector_identifier_uri: 'https://assistant.example/sector.json',
      jwks_uri: 'https://assistant.example/jwks.json',
      logo_uri: 'https://assistant.example/logo.png',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const client = (await answer.json()) as Record<string, unknown>
    expect(client).toMatchObject({
      client_id: expect.any(String),
      client_name: 'Assistant',
      redirect_uris: ['https://assistant.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
    })
    for (const left of [
      'client_secret',
      'registration_access_token',
      'scope',
      'sector_identifier_uri',
      'jwks_uri',
      'logo_uri',
    ])
      expect(client).not.toHaveProperty(left)
  })

  it.each([
    ['http on another machine', ['http://assistant.example/callback']],
    ['another scheme', ['assistant://callback']],
    ['a script', ['javascript:alert(1)']],
    ['a fragment', ['https://assistant.example/callback#here']],
    ['an empty fragment', ['https://assistant.example/callback#']],
    ['a user', ['https://user:word@assistant.example/callback']],
    ['a name that only begins like the own machine', ['http://localhost.evil.example/callback']],
    ['one bad among good', ['https://assistant.example/callback', 'ftp://assistant.example']],
    ['no address', []],
    ['no list', 'https://assistant.example/callback'],
    ['no text', [7]],
    ['no address at all', ['callback']],
    ['too many', Array.from({ length: 11 }, (_, n) => `https://assistant.example/${n}`)],
    ['too long', [`https://assistant.example/${'x'.repeat(2_000)}`]],
  ])('refuses to send anybody back to: %s', async (_, redirect_uris) => {
    const answer = await register({ redirect_uris }, '192.0.2.2')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_redirect_uri', error_description: expect.any(String) })
  })

  it.each([
    ['a name that is too long', { client_name: 'x'.repeat(201) }],
    ['a name that is no text', { client_name: ['x'] }],
    ['a home that is no address', { client_uri: 'at home' }],
    ['a NUL character', { client_name: 'a\0b' }],
    ['half of a character', { client_name: 'a\ud83d' }],
  ])('refuses %s', async (_, members) => {
    const answer = await register({ redirect_uris: [REDIRECT], ...members }, '192.0.2.3')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_(client_metadata|request)$/) })
  })

  it('refuses large bodies, bodies that are not JSON, and more than an address may register in an hour', async () => {
    const large = await register({ redirect_uris: [REDIRECT], client_name: 'x'.repeat(20_000) })
    expect(large.status).toBe(413)
    const broken = await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.4' },
      body: '{"redirect_uris"',
    })
    expect(broken.status).toBe(400)
    const client = { redirect_uris: [REDIRECT] }
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await register(client, '192.0.2.5')).status)
    expect(statuses.slice(0, 60).every((status) => status === 201)).toBe(true)
    const late = await register(client, '192.0.2.5')
    expect([statuses[60], late.status]).toEqual([429, 429])
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await late.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect((await register(client, '192.0.2.6')).status).toBe(201)
  })

  it('lets a page of another origin register and get tokens', async () => {
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const preflight = await fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://inspector.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/inspector\.example)$/)
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('authorisation requests', () => {
  const reasonOf = (url: URL) => url.searchParams.get('reason')

  it('are answered on a page of ours when they may not be sent back', async () => {
    const agent = await AgentClient.register(server)
    const foreign = await agent.ask({ redirect_uri: 'https://evil.example/callback' })
    expect([foreign.page.url.pathname, reasonOf(foreign.page.url)]).toEqual([
      '/authorize/problem',
      'invalid_redirect_uri',
    ])
    expect(foreign.page.text).toContain('at an address that it never registered')
    const unknown = await agent.ask({ client_id: 'unknown' })
    expect(reasonOf(unknown.page.url)).toBe('invalid_client')
    const path = new URL('http://127.0.0.1:1/other')
    expect(reasonOf((await agent.ask({ redirect_uri: path.href })).page.url)).toBe('invalid_redirect_uri')
  })

  it('are put in moderation: one address may ask three hundred times in ten minutes', {
    tags: ['nightly'],
  }, async () => {
    const ask = (address: string) =>
      fetch(`${server.url}/oauth/authorize?client_id=unknown`, {
        headers: { accept: 'application/json', 'x-forwarded-for': address },
      })
    const answers = await Promise.all(Array.from({ length: 320 }, () => ask('192.0.2.7')))
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(300)
    const late = answers.find(({ status }) => status === 429)!
    expect(await late.text()).toMatch(/Wait \d seconds/)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('192.0.2.8')).status).toBe(400)
  })

  it('are reported to a program as JSON', async () => {
    const answer = await fetch(`${server.url}/oauth/authorize?client_id=unknown&response_type=code`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
    })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_client'])
  })

  it.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['no question', { prompt: 'none' }, 'consent_required'],
    ['a NUL character', { state: 'a\0b' }, 'invalid_request'],
  ])('return with the error of a request with %s', async (_, parameters, error) => {
    const agent = await AgentClient.register(server)
    const { page } = await agent.ask(parameters)
    expect(page.url.href.startsWith(REDIRECT)).toBe(true)
    expect(page.url.searchParams.get('error') ?? new URLSearchParams(page.url.hash.slice(1)).get('error')).toBe(error)
    expect(page.url.href).not.toContain('code=')
  })

  it('need neither scope nor resource, and scopes that are not offered do no harm', { tags: ['nightly'] }, async () => {
    const agent = await AgentClient.register(server)
    const credential = await server.issueCredential()
    for (const parameters of [{ resource: '' }, { scope: 'openid profile everything' }, { scope: 'rulesets' }]) {
      const tokens = await tokensOf(agent.exchange(await agent.authorize(credential, parameters)))
      expect(tokens.scope).toBe('rulesets')
      expect(tokens).not.toHaveProperty('id_token')
    }
  })

  it('may return to any loopback port, as native programs do', async () => {
    const agent = await AgentClient.register(server, { redirect_uris: ['http://localhost/callback'] })
    const { page } = await agent.ask({ redirect_uri: 'http://localhost:49152/callback' })
    expect(page.text).toContain('localhost:49152')
    expect(page.text).toContain('a program on this computer')
  })
})

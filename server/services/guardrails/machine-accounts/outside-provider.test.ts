/** A real OpenID Connect provider runs next to the test, over HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../../../config/settings'
import type { Caller } from '../../calls/caller'
import { type AccountsUnderTest, startAccounts } from '../testing/accounts-under-test'
import type { ClientGate } from './client-gate'

type ProviderSettings = NonNullable<Settings['platform']['identityProvider']>

const REFUSED = { code: 'CREDENTIAL_INVALID', status: 401 }
const provider = new OAuth2Server()
let made: AccountsUnderTest
let administrator: Caller
let group: string
let gate: ClientGate
beforeAll(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  provider.issuer.url = `http://127.0.0.1:${provider.address().port}`
  made = await startAccounts()
  administrator = await made.tested.personCaller(['administrator'])
  group = (await made.accounts.view(administrator)).name
  gate = gateOf()
})
afterAll(async () => {
  await provider.stop()
  await made.stop()
})

const gateOf = (settings: Partial<ProviderSettings> = {}) =>
  made.gate({
    identityProvider: { issuer: provider.issuer.url ?? '', audience: 'touchstone', groupsClaim: 'groups', ...settings },
  })

/** @param members undefined ones are left out */
const tokenOf = (members: Record<string, unknown> = {}, kid?: string) =>
  provider.issuer.buildToken({
    ...(kid !== undefined && { kid }),
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { sub: 'robot-7', aud: 'touchstone', groups: [group], ...members })
      for (const [name, value] of Object.entries(members)) if (value === undefined) delete payload[name]
    },
  })
const seconds = () => Math.floor(made.tested.now() / 1_000)

it('open both APIs for the groups that they name and that are known here', async () => {
  const exp = seconds() + 300
  const token = await tokenOf({
    groups: ['unknown here', group, 7, '', '__proto__'],
    exp,
    preferred_username: 'Robot 7',
  })
  for (const audience of ['api', 'client'] as const) {
    const client = await gate.verify(token, audience)
    expect(client).toEqual({
      ...{
        label: 'Robot 7',
        subject: 'robot-7',
        serviceAccountId: null,
        isOpen: false,
        expiresAt: new Date(exp * 1_000),
      },
      groups: [{ namespaceId: administrator.namespaceId, name: group }],
    })
    expect(await gate.callerIn(client, group)).toMatchObject({ grade: 'service', label: 'Robot 7' })
    await expect(gate.callerIn(client, 'unknown here')).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  }
})

it('name their groups in the configured claim, as a list or as one name', async () => {
  const other = gateOf({ groupsClaim: 'https://example.org/roles' })
  const names = async (token: string) => (await other.verify(token, 'api')).groups.map(({ name }) => name)
  expect(await names(await tokenOf({ 'https://example.org/roles': group }))).toEqual([group])
  for (const roles of [undefined, null, {}, 7, []])
    expect(await names(await tokenOf({ 'https://example.org/roles': roles }))).toEqual([])
})

it('lose a group that was renamed here, within a second', async () => {
  const owner = await made.tested.personCaller(['administrator'])
  await made.accounts.renameGroup(owner, 'before the change')
  const token = await tokenOf({ groups: ['before the change', 'after the change'] })
  const names = async () => (await gate.verify(token, 'api')).groups.map(({ name }) => name)
  expect(await names()).toEqual(['before the change'])
  await made.accounts.renameGroup(owner, 'after the change')
  made.tested.pass(1_000)
  expect(await names()).toEqual(['after the change'])
})

describe('are refused', () => {
  it.each([
    ['for another audience', () => ({ aud: 'another' })],
    ['for no audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://elsewhere.example.org' })],
    ['that are over for longer than clocks differ', () => ({ exp: seconds() - 6 })],
    ['that never end', () => ({ exp: undefined })],
    ['that are not yet in force', () => ({ nbf: seconds() + 60 })],
    ['without a subject', () => ({ sub: undefined })],
  ])('%s', async (_, members) => {
    const token = await tokenOf(members())
    for (const audience of ['api', 'client'] as const)
      await expect(gate.verify(token, audience)).rejects.toMatchObject(REFUSED)
  })

  it('with a key that the provider does not publish, with a shared secret, or without a key', async () => {
    const stranger = new OAuth2Server()
    await stranger.issuer.keys.generate('RS256')
    stranger.issuer.url = provider.issuer.url
    const foreign = await stranger.issuer.buildToken({
      scopesOrTransform: (_, payload) => void Object.assign(payload, { sub: 'x', aud: 'touchstone', groups: [group] }),
    })
    const shared = await new SignJWT({ groups: [group] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(provider.issuer.url ?? '')
      .setSubject('x')
      .setAudience('touchstone')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('a secret that both sides know well'))
    const [, payload] = foreign.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [foreign, shared, none]) await expect(gate.verify(token, 'api')).rejects.toMatchObject(REFUSED)
  })

  it('but the clocks of both may differ by seconds', async () => {
    expect((await gate.verify(await tokenOf({ exp: seconds() - 3 }), 'api')).groups).toHaveLength(1)
  })
})

it('are accepted under a new key once the key set is read again', async () => {
  await gate.verify(await tokenOf(), 'api')
  const { kid } = await provider.issuer.keys.generate('ES256')
  const fresh = gateOf()
  expect((await fresh.verify(await tokenOf({}, kid), 'api')).groups).toHaveLength(1)
})

it('replace our own tokens at the main REST API, while service tokens still open the client endpoints', async () => {
  const service = await made.account(administrator, 'service_token')
  const { token } = await gate.exchange(service.username, service.secret, 'here')
  expect((await gate.verify(token, 'client')).groups).toHaveLength(1)
  const key = await made.account(administrator, 'api_key')
  await expect(gate.grant(key.username, key.secret, 'here')).rejects.toMatchObject({
    ...{ code: 'BAD_REQUEST', status: 400 },
    message: expect.stringContaining(provider.issuer.url ?? ''),
  })
  const before = await made.gate().grant(key.username, key.secret, 'here')
  await expect(gate.verify(before.token, 'api')).rejects.toMatchObject(REFUSED)
})

describe('of a provider', () => {
  it('that does not answer, or answers nonsense, are refused with a retry, and are accepted when it is back', async () => {
    const answers: { body: string; status: number } = { body: '', status: 500 }
    let requests = 0
    const server = createServer((request, response) => {
      requests++
      const isDiscovery = request.url === '/.well-known/openid-configuration'
      response.writeHead(isDiscovery ? answers.status : 404).end(answers.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const token = await tokenOf({ iss: issuer })
    for (const [status, body] of [
      [500, ''],
      [200, 'no JSON'],
      [200, '{}'],
      [200, JSON.stringify({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/keys' })],
      [200, JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` })],
    ] as const) {
      Object.assign(answers, { status, body })
      const unavailable = { code: 'ENGINE_BUSY', status: 503, message: expect.stringContaining(issuer) }
      await expect(gateOf({ issuer }).verify(token, 'api')).rejects.toMatchObject(unavailable)
    }
    // It is not asked again for every token.
    const lonely = gateOf({ issuer })
    Object.assign(answers, { status: 500, body: '' })
    await expect(lonely.verify(token, 'api')).rejects.toMatchObject({ code: 'ENGINE_BUSY' })
    const before = requests
    await expect(lonely.verify(token, 'api')).rejects.toMatchObject({ code: 'ENGINE_BUSY' })
    expect(requests).toBe(before)
    made.tested.pass(5_000)
    const jwks_uri = `${provider.issuer.url}/jwks`
    Object.assign(answers, { status: 200, body: JSON.stringify({ issuer: `${issuer}/`, jwks_uri }) })
    // The provider and its tokens spell the issuer with a final slash.
    const slashed = await tokenOf({ iss: `${issuer}/` })
    expect((await lonely.verify(slashed, 'api')).groups).toHaveLength(1)
    await expect(lonely.verify(token, 'api')).rejects.toMatchObject(REFUSED)
    await new Promise((resolve) => server.close(resolve))
  })
})

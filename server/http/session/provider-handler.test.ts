/** Sign-in with the real server and library, at a real provider that returns more members than specified. */
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type PeopleServer, startPeopleServer } from '../../testing/people-server'
import { ConsentBrowser } from '../oauth/testing/consent-browser'

const provider = new OAuth2Server()
let server: PeopleServer
/** Claims of the next person who signs in. */
let claims: Record<string, unknown>
let authorizationRequest: URLSearchParams

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  provider.issuer.url = `http://127.0.0.1:${provider.address().port}`
  provider.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, claims)
  })
  provider.service.on('beforeResponse', ({ body }) => {
    if (typeof body === 'object')
      Object.assign(body, { 'not-before-policy': 0, refresh_expires_in: 1_800, session_state: 'x' })
  })
  provider.service.on('beforeUserinfo', (answer) => {
    answer.body = { sub: claims.sub, email: 'from.userinfo@example.org', email_verified: true, name: 'Uma Userinfo' }
  })
  const settings = { OIDC_ISSUER: provider.issuer.url, OIDC_CLIENT_ID: 'touchstone', OIDC_CLIENT_SECRET: 'secret' }
  server = await startPeopleServer(settings)
})
afterAll(async () => {
  await server?.stop()
  await provider.stop()
})
beforeEach(() => {
  claims = {}
})

const now = () => Math.floor(Date.now() / 1_000)

/** Signs in like a browser. @returns the final address */
async function visit(browser: ConsentBrowser, next = '/units', query = '', at = server): Promise<URL> {
  const { csrfToken } = JSON.parse((await browser.open('/api/auth/csrf')).text) as { csrfToken: string }
  const form = { csrfToken, callbackUrl: next, json: 'true' }
  const sent = await browser.post(new URL(`/api/auth/signin/oidc${query}`, at.url), form)
  const { url } = (await sent.json()) as { url: string }
  authorizationRequest = new URL(url).searchParams
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location')
  return (await browser.open(back ?? '')).url
}

async function call(browser: ConsentBrowser, procedure: string): Promise<unknown> {
  return JSON.parse((await browser.open(`/api/trpc/${procedure}`)).text)
}

const pathOf = ({ pathname, search }: URL) => pathname + search

it('who is invited by a verified address becomes a member, and is known afterwards', async () => {
  await server.invite(['author', 'administrator'], 'vera@example.org')
  claims = { sub: 'vera', email: 'Vera@Example.org', email_verified: true, name: 'Vera Verified', auth_time: now() }
  const first = new ConsentBrowser(server.url)
  expect(pathOf(await visit(first))).not.toMatch(/problem/)
  expect(Object.fromEntries(authorizationRequest)).toMatchObject({
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{20,}/),
    nonce: expect.stringMatching(/.{20,}/),
    redirect_uri: `${server.url}/api/auth/callback/oidc`,
  })
  const member = { name: 'Vera Verified', email: 'vera@example.org', roles: ['author', 'administrator'] }
  expect(await call(first, 'members.list')).toMatchObject({
    result: { data: expect.arrayContaining([expect.objectContaining(member)]) },
  })
  // The address may change; the identity is decisive.
  claims = { sub: 'vera', email: 'other@example.org', email_verified: false }
  const again = new ConsentBrowser(server.url)
  await visit(again)
  expect(await call(again, 'members.list')).toMatchObject({ result: { data: expect.anything() } })
})

it.each([
  [
    'a person without an invitation',
    { sub: 'stranger', email: 'stranger@example.org', email_verified: true },
    'unknown',
  ],
  ['an address that is not verified', { sub: 'mia', email: 'mia@example.org', email_verified: false }, 'unknown'],
  [
    'an address whose account has a password',
    { sub: 'x', email: 'ada@example.org', email_verified: true },
    'email_taken',
  ],
  ['an address of an account, not verified', { sub: 'x', email: 'ada@example.org' }, 'unknown'],
])('%s is refused', async (_, next, problem) => {
  await server.invite(['author'], 'mia@example.org')
  claims = next
  const browser = new ConsentBrowser(server.url)
  expect(pathOf(await visit(browser))).toBe(`/sign-in?problem=${problem}`)
  expect(await call(browser, 'members.list')).toMatchObject({ error: { data: { httpStatus: 401 } } })
})

it('an invitation link admits an identity with any address, unless the invitation is bound to another address', async () => {
  claims = { sub: 'lin', email: 'lin@example.org', name: 'Lin' }
  const bound = await server.invite(['reviewer'], 'another@example.org')
  expect(pathOf(await visit(new ConsentBrowser(server.url), bound))).toBe('/sign-in?problem=other_address')
  const browser = new ConsentBrowser(server.url)
  await visit(browser, await server.invite(['reviewer']))
  expect(await call(browser, 'members.list')).toMatchObject({ error: { data: { httpStatus: 403 } } })
})

it('an address missing from the ID token is requested from the provider', async () => {
  claims = { sub: 'uma' }
  const browser = new ConsentBrowser(server.url)
  await visit(browser, await server.invite(['author']))
  expect(JSON.stringify(await call(browser, 'account.describe'))).toContain('from.userinfo@example.org')
})

it('a sign-in of this moment counts for a signature, an older one and one without a time do not', async () => {
  claims = { sub: 'sia', email: 'sia@example.org', auth_time: now() - 3_600 }
  const browser = new ConsentBrowser(server.url)
  await visit(browser, await server.invite(['reviewer']))
  // Adding a passkey requires the same proof as a signature.
  const prove = async () => {
    const cookie = browser.cookieHeader('/')
    return (await server.ask(cookie, 'passkeys.beginAdding', { proof: { kind: 'session' } })).status
  }
  expect(await prove()).toBe(401)
  await visit(browser, '/approve', '?prompt=login&max_age=0&scope=admin')
  expect(Object.fromEntries(authorizationRequest)).toMatchObject({
    prompt: 'login',
    max_age: '0',
    scope: 'openid email profile',
  })
  expect(await prove()).toBe(401)
  claims = { ...claims, auth_time: undefined }
  await visit(browser, '/approve', '?prompt=login&max_age=0')
  expect(await prove()).toBe(401)
  claims = { ...claims, auth_time: now() }
  await visit(browser, '/approve', '?prompt=login&max_age=0')
  expect(await prove()).toBe(200)
})

it('an approval is signed with a sign-in of this moment, and with no older one', async () => {
  claims = { sub: 'sol', email: 'sol@example.org', name: 'Sol Signer', auth_time: now() - 3_600 }
  const browser = new ConsentBrowser(server.url)
  await visit(browser, await server.invite(['author', 'reviewer']))
  const cookie = () => browser.cookieHeader('/')
  const request = JSON.stringify({ name: 'signed by provider', source: 'declare a as boolean;\nassert x { a };\n' })
  const saved = (await server.call(cookie(), 'operations.run', { operation: 'saveRuleset', request })) as {
    body: string
  }
  const hash = (JSON.parse(saved.body) as { ruleset_hash: string }).ruleset_hash
  const input = encodeURIComponent(JSON.stringify({ hash }))
  const sheet = (await server.call(cookie(), `signing.sheet?input=${input}`)) as Record<string, unknown>
  const { reviewDigest, unitLibraryHash, engineVersion, methods } = sheet
  expect(methods).toEqual({ password: false, passkey: false, session: true })
  const { ceremonyId } = (await server.call(cookie(), 'signing.prepare', {
    hash,
    meaning: 'approved',
    note: null,
    expiresAt: null,
    withdraws: null,
    reviewDigest,
    unitLibraryHash,
    engineVersion,
    comparisonDigest: null,
  })) as { ceremonyId: string }
  const sign = () => server.ask(cookie(), 'signing.sign', { ceremonyId, proof: { kind: 'session' } })
  expect((await sign()).status).toBe(401)
  claims = { ...claims, auth_time: now() }
  expect((await visit(browser, '/sign-in/again', '?prompt=login&max_age=0')).pathname).toBe('/sign-in/again')
  const signed = await sign()
  expect(signed.status, await signed.clone().text()).toBe(200)
  const after = (await server.call(cookie(), `signing.sheet?input=${input}`)) as { records: unknown[] }
  expect(after.records).toEqual([expect.objectContaining({ meaning: 'approved', printedName: 'Sol Signer' })])
})

it('if only links admit a person, an invitation with a verified address does not', {
  tags: ['nightly'],
}, async () => {
  const settings = {
    OIDC_ISSUER: provider.issuer.url ?? '',
    OIDC_CLIENT_ID: 'touchstone',
    OIDC_CLIENT_SECRET: 'secret',
  }
  const linked = await startPeopleServer({ ...settings, OIDC_JOIN: 'linked' })
  try {
    const link = await linked.invite(['reviewer'], 'lea@example.org')
    claims = { sub: 'lea', email: 'lea@example.org', email_verified: true, name: 'Lea' }
    const browser = new ConsentBrowser(linked.url)
    expect(pathOf(await visit(browser, '/units', '', linked))).toBe('/sign-in?problem=unknown')
    claims = { sub: 'ada', email: 'ada@example.org', email_verified: true }
    expect(pathOf(await visit(new ConsentBrowser(linked.url), '/units', '', linked))).toBe('/sign-in?problem=unknown')
    claims = { sub: 'lea', email: 'lea@example.org', email_verified: true, name: 'Lea' }
    await visit(browser, link, '', linked)
    expect(await call(browser, 'members.list')).toMatchObject({ error: { data: { httpStatus: 403 } } })
    // The identity is now known on every page.
    const again = new ConsentBrowser(linked.url)
    expect(pathOf(await visit(again, '/units', '', linked))).toBe('/units')
  } finally {
    await linked.stop()
  }
})

it('what came back with another state, or to another browser, signs no person in', async () => {
  claims = { sub: 'eve', email: 'eve@example.org' }
  const path = await server.invite(['author'])
  const mine = new ConsentBrowser(server.url)
  const { csrfToken } = JSON.parse((await mine.open('/api/auth/csrf')).text) as { csrfToken: string }
  const sent = await mine.post(new URL('/api/auth/signin/oidc', server.url), {
    csrfToken,
    callbackUrl: path,
    json: 'true',
  })
  const { url } = (await sent.json()) as { url: string }
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
  expect(pathOf((await new ConsentBrowser(server.url).open(back)).url)).toMatch(/^\/sign-in\?problem=provider/)
  const changed = new URL(back)
  changed.searchParams.set('state', 'another')
  expect(pathOf((await mine.open(changed)).url)).toMatch(/^\/sign-in\?problem=provider/)
  expect(await call(mine, 'members.list')).toMatchObject({ error: { data: { httpStatus: 401 } } })
})

it('a form that is not the page’s own leads nowhere', async () => {
  const browser = new ConsentBrowser(server.url)
  const sent = await browser.post(new URL('/api/auth/signin/oidc', server.url), { csrfToken: 'guessed', json: 'true' })
  const { url } = (await sent.json()) as { url: string }
  expect(new URL(url).origin).toBe(server.url)
  for (const path of ['session', 'signout', 'providers', 'callback/credentials', 'signin/other'])
    expect((await fetch(`${server.url}/api/auth/${path}`)).status).toBe(404)
})

import { describe, expect, it } from 'vitest'
import { filesOf, linesOf } from './product-files'
import { call, deployment, get, newAddress, signIn } from './testing/deployment'
import { sessionLineOf } from './testing/page-calls'

const { administrator, publicUrl } = deployment
const FOREIGN = 'https://evil.example'

/** Addresses with every kind of answer. */
const EVERYWHERE = [
  ...['/', '/sign-in', '/docs', '/nowhere', '/health', '/openapi.json', '/v1/rulesets', '/v1/nowhere', '/mcp'],
  ...['/api/trpc/account.describe', '/api/v1/projects', '/client-api/bus/send', '/oauth/jwks', '/api/auth/csrf'],
  ...['/.well-known/touchstone-keys.json', '/examples/nothing.json', '/icon.svg'],
]

/** Cookies of a sign-in, a sign-in at a provider, and an authorisation of an agent. */
async function cookieLines(): Promise<readonly string[]> {
  const { client_id } = (await (
    await fetch(`${deployment.listensAt}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newAddress() },
      body: JSON.stringify({ redirect_uris: ['http://127.0.0.1:1/callback'] }),
    })
  ).json()) as { client_id: string }
  const query = new URLSearchParams({
    ...{ client_id, response_type: 'code', redirect_uri: 'http://127.0.0.1:1/callback' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })
  const answers = [
    await signIn(deployment.author),
    await get('/api/auth/csrf'),
    await get(`/oauth/authorize?${query}`, newAddress()),
  ]
  const lines = answers.flatMap((answer) => answer.headers.getSetCookie())
  if (lines.length < 3) throw new Error(`only ${lines.length} cookies were set`)
  return lines
}

describe('ASVS 5.0 V3 web frontend security', () => {
  it('3.2.2 no component writes markup except the constant that sets the theme', () => {
    expect(
      linesOf(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/, /^(app|components)\//).filter(
        (line) => !line.includes('dangerouslySetInnerHTML'),
      ),
    ).toEqual([])
    expect(filesOf(/dangerouslySetInnerHTML=/, /^(app|components)\//)).toEqual(['app/layout.tsx'])
  })

  it('3.3.1 every cookie that is set on https is Secure', async () => {
    for (const line of await cookieLines()) expect(line).toMatch(/; ?secure/i)
  })

  it('3.3.3 every cookie that is set on https has the prefix of this host, its path and no domain', async () => {
    for (const line of await cookieLines()) {
      expect(line).not.toMatch(/; ?domain=/i)
      if (/; ?path=\/(;|$)/i.test(line)) expect(line).toMatch(/^__Host-/)
      // Cookies of one authorisation have its path, which the prefix `__Host-` forbids.
      else expect(line).toMatch(/^__Secure-touchstone\.(interaction|resume)(\.sig)?=/)
    }
  })

  it('3.3.2 every cookie that is set is SameSite Lax or Strict', async () => {
    for (const line of await cookieLines()) expect(line).toMatch(/; ?samesite=(lax|strict)/i)
  })

  it('3.3.4 the cookie of a session is HttpOnly, and no body contains its value', async () => {
    const answer = await signIn(deployment.author)
    const line = sessionLineOf(answer)
    expect(line).toMatch(/; ?httponly/i)
    const value = /=([^;]+)/.exec(line)?.[1] ?? 'none'
    expect(await answer.text()).not.toContain(value)
  })

  it('3.4.1 every answer requires https for at least a year', async () => {
    for (const path of EVERYWHERE) {
      const policy = (await get(path)).headers.get('strict-transport-security') ?? ''
      expect(Number(/max-age=(\d+)/.exec(policy)?.[1]), path).toBeGreaterThanOrEqual(31_536_000)
    }
  })

  it('3.4.2 another origin reads only public documents', async () => {
    const open = ['/.well-known/touchstone-keys.json', '/oauth/jwks', '/openapi.json', '/docs', '/docs/api.md']
    const closed = ['/', '/sign-in', '/v1/rulesets', '/v1/account', '/api/trpc/account.describe', '/api/v1/projects']
    for (const path of open)
      expect(['*', FOREIGN], path).toContain(
        (await get(path, { origin: FOREIGN })).headers.get('access-control-allow-origin'),
      )
    for (const path of closed) {
      const answer = await get(path, { origin: FOREIGN, cookie: administrator.cookie })
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
      expect(answer.headers.get('access-control-allow-credentials'), path).toBeNull()
    }
  })

  it('3.4.3 a page loads no object, sets no base, and runs only scripts with its nonce', async () => {
    for (const path of ['/sign-in', '/docs', '/playground', '/nowhere']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? ''
      for (const directive of ["object-src 'none'", "base-uri 'none'", "'strict-dynamic'"])
        expect(policy, path).toContain(directive)
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
      expect(scripts, path).toMatch(/'nonce-[\w+/=-]{16,}'/)
      expect(scripts, path).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
    }
  })

  it('3.4.4 every answer has nosniff', async () => {
    for (const path of EVERYWHERE) expect((await get(path)).headers.get('x-content-type-options'), path).toBe('nosniff')
  })

  it('3.4.5 the addresses of pages are sent to no other site', async () => {
    for (const path of ['/sign-in', '/docs', '/setup/x', '/password/x', '/invite/x'])
      expect((await get(path)).headers.get('referrer-policy'), path).toMatch(/^(no-referrer|same-origin)$/)
  })

  it('3.4.6 every answer forbids framing', async () => {
    for (const path of EVERYWHERE)
      expect((await get(path)).headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  })

  it('3.5.1 a page of another origin acts without the session of the browser', async () => {
    const input = { name: 'Taken Over' }
    for (const headers of [{ origin: FOREIGN }, { origin: 'null' }, { origin: publicUrl.replace('https', 'http') }])
      expect(
        (await call(administrator.cookie, 'account.endOtherSessions', input, headers)).status,
        headers.origin,
      ).toBe(401)
    const silent = await fetch(`${deployment.listensAt}/api/trpc/account.endOtherSessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: administrator.cookie, 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify(input),
    })
    expect(silent.status).toBe(401)
  })

  it('3.5.2 a form or a plain text of another origin does nothing more', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await fetch(`${deployment.listensAt}/api/trpc/account.endOtherSessions`, {
        method: 'POST',
        headers: { 'content-type': type, cookie: administrator.cookie, origin: FOREIGN },
        body: '{"name":"Taken Over"}',
      })
      expect([400, 401, 415], type).toContain(answer.status)
    }
    const me = await (await call(administrator.cookie, 'account.describe')).text()
    expect(me).toContain(administrator.name)
    expect(me).not.toContain('Taken Over')
  })

  it('3.5.3 changing calls do not accept GET', async () => {
    const before = await (await call(administrator.cookie, 'account.describe')).text()
    const input = encodeURIComponent(JSON.stringify({ name: 'Taken Over' }))
    for (const procedure of [
      'account.endOtherSessions',
      'session.signOut',
      'account.signOutEverywhere',
      'members.invite',
    ])
      expect([400, 405], procedure).toContain(
        (await get(`/api/trpc/${procedure}?input=${input}`, { cookie: administrator.cookie })).status,
      )
    for (const path of ['/v1/compile', '/v1/approvals', '/oauth/register', '/client-api/auth/token'])
      expect([404, 405], path).toContain((await get(path)).status)
    expect(await (await call(administrator.cookie, 'account.describe')).text()).toBe(before)
  })

  it('3.7.1 no page needs a plug-in', () => {
    expect(linesOf(/<(applet|object|embed)\b|ActiveXObject|application\/x-shockwave/i, /^(app|components)\//)).toEqual(
      [],
    )
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IDLE_LIFE_MS, SESSION_LIFE_MS } from '../../services/accounts/session'
import { MAX_SESSIONS } from '../../services/accounts/sessions'
import { documented, linesOf, ROOT } from './product-files'
import { call, deployment, get, newSession, signIn } from './testing/deployment'
import { sessionCookieOf } from './testing/page-calls'

describe('ASVS 5.0 V7 session management', () => {
  it('7.1.1 the page Security states how long a session lasts', () => {
    const rules = documented('## Sessions')
    for (const word of ['twelve hours', 'thirty minutes', 'NIST SP 800-63B']) expect(rules).toContain(word)
    expect([SESSION_LIFE_MS, IDLE_LIFE_MS]).toEqual([12 * 3_600_000, 30 * 60_000])
  })

  it('7.1.2 the page Security states how many sessions an account may have', () => {
    expect(documented('## Sessions')).toContain(`${MAX_SESSIONS} sessions`)
  })

  it('7.1.3 the page Security relates sessions here to those of a provider', () => {
    const rules = documented('## Sessions')
    for (const word of ['provider', 'prompt=login', 'Agents', '180 days']) expect(rules).toContain(word)
  })

  it('7.2.1 an invented or changed session gives no access', async () => {
    const cookie = deployment.administrator.cookie
    expect((await call(cookie, 'members.list')).status).toBe(200)
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    for (const other of ['', 'x', value.slice(1), `${value}x`, `${value.slice(0, -2)}AA`, value.toUpperCase()])
      expect((await call(`${name}=${other}`, 'members.list')).status, other).toBe(401)
    expect((await call('', 'members.list')).status).toBe(401)
  })

  it('7.2.2 each sign-in gives a new session', async () => {
    // One after the other, because simultaneous tries count as wrong until they succeed.
    const sessions = new Set<string>()
    for (let count = 0; count < 3; count++) sessions.add(await newSession(deployment.author))
    expect(sessions.size).toBe(3)
  })

  it('7.2.3 the token of a session is random, with 256 bits, and stored as its hash', async () => {
    const schema = readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8')
    const model = /model (Browser)?Session \{[\s\S]*?\n\}/.exec(schema)?.[0] ?? ''
    expect(model).toMatch(/tokenSha256\s+Bytes/)
    expect(model).not.toMatch(/^\s+token\s/m)
    expect(linesOf(/newToken\(|randomBytes\(/, /^server\/services\/accounts\/sessions\.ts$/)).toEqual([
      expect.stringContaining('newToken(randomBytes)'),
    ])
    expect(linesOf(/randomBytes\(/, /^server\/services\/access\/secrets\.ts$/)).toEqual([
      expect.stringContaining('randomBytes(TOKEN_BYTES)'),
    ])
    expect(linesOf(/TOKEN_BYTES = /, /^server\/services\/access\/secrets\.ts$/)).toEqual([
      expect.stringContaining('TOKEN_BYTES = 32'),
    ])
  })

  it('7.2.4 signing in again ends the session before', async () => {
    const before = await newSession(deployment.author)
    const { email, password } = deployment.author
    const after = sessionCookieOf(await call(before, 'session.signIn', { email, password }))
    expect(after).not.toBe(before)
    expect((await call(after, 'account.describe')).status).toBe(200)
    expect((await call(before, 'account.describe')).status).toBe(401)
  })

  it('7.4.1 a copy of the cookie gives no access after log-out', async () => {
    const cookie = await newSession(deployment.author)
    expect((await call(cookie, 'account.describe')).status).toBe(200)
    expect((await call(cookie, 'session.signOut', {})).status).toBe(200)
    expect((await call(cookie, 'account.describe')).status).toBe(401)
    expect((await get('/units', { cookie })).headers.get('location')).toMatch(/^\/sign-in/)
  })

  it('7.6.2 neither a page nor a query gives a session', async () => {
    for (const path of ['/', '/sign-in', '/api/auth/csrf', '/api/trpc/account.describe', '/api/auth/session'])
      expect(
        (await fetch(deployment.listensAt + path, { redirect: 'manual' })).headers
          .getSetCookie()
          .filter((line) => /touchstone\.session=[^;]/.test(line)),
        path,
      ).toEqual([])
    expect((await signIn({ ...deployment.author, password: 'not the password' })).headers.getSetCookie()).toEqual([])
  })
})

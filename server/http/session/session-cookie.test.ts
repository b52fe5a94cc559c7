import { expect, it } from 'vitest'
import type { Session } from '../../services/accounts/session'
import { clearedOldCookies } from './cookies'
import { sessionReader, sessionSealer } from './session-cookie'

const SECRET = 'f'.repeat(64)
const HTTPS = 'https://rules.example.org'
const HTTP = 'http://localhost:3000'
const at = new Date(Math.floor(Date.now() / 1_000) * 1_000)
const SESSION: Session = {
  token: 'x'.repeat(43),
  personId: '5f0c2d0e-0000-4000-8000-000000000001',
  namespaceId: null,
  startedAt: at,
  authenticatedAt: at,
  method: 'passkey',
}

const sealed = (publicUrl: string, secret = SECRET, session: Session | null = SESSION) =>
  sessionSealer(secret, publicUrl, Date.now)(session)
const pair = (line: string) => line.split(';')[0] ?? ''

it('on https it has the prefix for this host only, and is sent only by https', async () => {
  const line = await sealed(HTTPS)
  expect(line).toMatch(/^__Host-touchstone\.session=/)
  const attributes = line.split('; ').slice(1)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
  expect(line).not.toMatch(/domain/i)
  expect(await sessionReader(SECRET, HTTPS)(pair(line))).toEqual(SESSION)
  expect(await sealed(HTTPS, SECRET, null)).toMatch(/^__Host-touchstone\.session=; Max-Age=0;/)
})

it('on http it has the plain name, because browsers refuse the prefix there', async () => {
  const line = await sealed(HTTP)
  expect(line).toMatch(/^touchstone\.session=/)
  expect(line).not.toMatch(/Secure/)
  expect(await sessionReader(SECRET, HTTP)(pair(line))).toEqual(SESSION)
})

it('on https a cookie of the plain name does not count and is cleared', async () => {
  const plain = pair(await sealed(HTTP))
  const read = sessionReader(SECRET, HTTPS)
  expect(await read(plain)).toBeNull()
  expect(await read(`a=${plain}; other__Host-touchstone.session=1`)).toBeNull()
  expect(await read(plain.replace('touchstone.session', '__Secure-touchstone.session'))).toBeNull()
  expect(clearedOldCookies(`${plain}; x=1; __Secure-next-auth.state=2`, HTTPS)).toEqual([
    'touchstone.session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Secure-next-auth.state=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
  expect(clearedOldCookies(plain, HTTP)).toEqual([])
})

it('a value that this key did not seal is not a session', async () => {
  const read = sessionReader(SECRET, HTTP)
  const own = pair(await sealed(HTTP))
  const foreign = pair(await sealed(HTTP, 'e'.repeat(64)))
  const cut = own.slice(0, -8)
  const unsigned = `touchstone.session=${Buffer.from('{"alg":"none"}').toString('base64url')}..${Buffer.from(JSON.stringify(SESSION)).toString('base64url')}`
  const forged = [foreign, cut, unsigned, 'touchstone.session=', 'touchstone.session=null', 'touchstone.session.0=x']
  for (const cookie of forged) expect(await read(cookie), cookie).toBeNull()
  expect(await read(undefined)).toBeNull()
  const huge = performance.now()
  expect(await read(`touchstone.session=${'x'.repeat(5_000_000)}`)).toBeNull()
  expect(performance.now() - huge).toBeLessThan(2_000)
})

it('a cookie with an incomplete session is not a session', async () => {
  const read = sessionReader(SECRET, HTTP)
  const without = { ...SESSION, token: '' }
  expect(await read(pair(await sealed(HTTP, SECRET, without)))).toBeNull()
})

/** Tests the pages that a visitor sees before and after the first account exists, on the real server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminLink, PASSWORD, sessionCookie } from '../testing/people-server'
import { freePort, type RunningServer, startServer } from '../testing/running-server'

let server: RunningServer
let origin: string
beforeAll(async () => {
  const port = String(await freePort())
  origin = `http://localhost:${port}`
  server = await startServer({ PORT: port, PUBLIC_URL: origin })
})
afterAll(() => server.stop())

async function page(path: string, cookie = ''): Promise<{ status: number; location: string | null; html: string }> {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie }, redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
}

it('the first page of a fresh installation says what this is, and sign-in explains itself', async () => {
  for (const path of ['/', '/sign-in']) {
    const { status, html } = await page(path)
    expect(status).toBe(200)
    expect(html).toContain('Create the first account')
    expect(html).toContain('npm run admin-link')
    expect(html).toContain('href="/playground"')
    expect(html).not.toContain('type="password"')
  }
  expect((await page('/units')).location).toContain('/sign-in?next=%2Funits')
})

it('after the first account, a visitor is asked to sign in and finds the playground and the documentation', async () => {
  const token = adminLink(server.url, server.dataDir).split('/').pop()
  const entered = await fetch(`${server.url}/api/trpc/session.setUp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token, name: 'Ada', email: 'ada@example.org', password: PASSWORD, namespaceName: 'Of Ada' }),
  })
  expect(entered.ok).toBe(true)
  expect((await page('/')).location).toContain('/sign-in?next=%2F')
  const { html } = await page('/sign-in')
  expect(html).toContain('type="password"')
  expect(html).toMatch(/Without an account you can try.*href="\/playground".*href="\/docs"/s)

  const [signedIn, visitor] = [await page('/nothing', sessionCookie(entered)), await page('/nothing')]
  expect([signedIn.status, visitor.status]).toEqual([404, 404])
  expect(signedIn.html).toMatch(/<nav[^>]*aria-label="Main".*href="\/guardrails"/s)
  expect(visitor.html).not.toContain('href="/guardrails"')
})

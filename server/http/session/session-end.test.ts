/** A copied session cookie, after the session ended, on a real server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BATCH_PATH } from '../../api/schemas/check'
import { PASSWORD, type PeopleServer, sessionCookie, sharedPeopleServer } from '../../testing/people-server'

let server: PeopleServer
beforeAll(async () => {
  server = await sharedPeopleServer()
})
afterAll(() => server.stop())

const signIn = async () =>
  sessionCookie(await server.ask('', 'session.signIn', { email: server.email, password: PASSWORD }))

/** Uses the cookie at each entry point. */
async function ways(cookie: string): Promise<Record<string, string | number>> {
  const page = await fetch(`${server.url}/units`, { headers: { cookie }, redirect: 'manual' })
  const batch = await fetch(`${server.url}${BATCH_PATH}?ruleset_hash=${'ab'.repeat(32)}`, {
    method: 'POST',
    headers: { cookie, origin: server.url },
    body: '{}',
  })
  return {
    page: page.headers.get('location') ?? page.status,
    call: (await server.ask(cookie, 'members.list')).status,
    change: (await server.ask(cookie, 'session.chooseNamespace', { namespaceId: crypto.randomUUID() })).status,
    batch: batch.status === 401 ? 401 : 'open',
  }
}

const OPEN = { page: 200, call: 200, change: 403, batch: 'open' }
const OVER = { page: '/sign-in?next=%2Funits', call: 401, change: 401, batch: 401 }

it('a cookie that was copied before log-out is useless afterwards', async () => {
  const cookie = await signIn()
  expect(await ways(cookie)).toEqual(OPEN)
  const answer = await server.ask(cookie, 'session.signOut', null)
  expect(answer.headers.getSetCookie().join()).toMatch(/^touchstone\.session=; Max-Age=0/)
  expect(await ways(cookie)).toEqual(OVER)
  expect(await ways(server.administrator)).toEqual(OPEN)
})

it('a session is useless after another one ended it, or after a new sign-in in the same browser', async () => {
  const [first, second] = [await signIn(), await signIn()]
  const list = (await server.call(first, 'account.sessions')) as { id: string; isThis: boolean; browser: string }[]
  const rows = (await server.call(second, 'account.sessions')) as { id: string; isThis: boolean }[]
  await server.call(first, 'account.endSession', { id: rows.find(({ isThis }) => isThis)!.id })
  expect(await ways(second)).toEqual(OVER)
  const again = sessionCookie(await server.ask(first, 'session.signIn', { email: server.email, password: PASSWORD }))
  expect(again).not.toBe(first)
  expect(await ways(first)).toEqual(OVER)
  expect(await ways(again)).toEqual(OPEN)
  expect(list.length).toBeGreaterThan(1)
})

it('five wrong passwords at a change end the session, and its page says so', async () => {
  const cookie = await signIn()
  const statuses: number[] = []
  for (let i = 0; i < 6; i++)
    statuses.push(
      (await server.ask(cookie, 'account.changePassword', { present: 'wrong', next: 'seven copper kettles' })).status,
    )
  expect(statuses).toEqual([400, 400, 400, 400, 401, 401])
  const page = await (await fetch(`${server.url}/sign-in`, { headers: { cookie } })).text()
  expect(page).toContain('A wrong password was entered five times.')
})

/** Uses two processes and the test's clock. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { CHEAP_PASSWORDS, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { hashPassword } from './password'
import { IDLE_LIFE_MS, newSession, SESSION_LIFE_MS } from './session'
import { MAX_SESSIONS } from './sessions'

const PASSWORD = 'seven copper kettles on a shelf'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2, { clock: () => Date.UTC(2026, 0, 5) })
})
afterAll(() => under.stop())

const bench = (nth = 0) => under.workbenches[nth]!
const isOver = { code: 'CREDENTIAL_REQUIRED', status: 401 }

async function person(): Promise<Caller> {
  const caller = await under.personCaller(['reviewer'])
  const hash = await hashPassword(PASSWORD, { randomBytes, passwordCost: CHEAP_PASSWORDS })
  await under.query(`UPDATE person SET password_hash = '${hash}' WHERE id = '${caller.person!.id}'`)
  return caller
}

const eventsOf = async (caller: Caller) =>
  under.query<{ kind: string; details: Record<string, string>; count: number }>(
    `SELECT kind, details, count FROM security_event WHERE person_id = '${caller.person!.id}' ORDER BY id`,
  )

it('log-out ends the session in every process: a copy of its cookie opens nothing', async () => {
  const caller = await person()
  const session = await under.signedIn(caller)
  const copy = { ...session }
  expect((await bench(1).people.callerOf(copy)).label).toBe(caller.label)
  await bench(0).sessions.end(session)
  for (const nth of [0, 1]) {
    await expect(bench(nth).people.callerOf(copy)).rejects.toMatchObject(isOver)
    expect(await bench(nth).people.viewerOf(copy)).toBeNull()
    expect(await bench(nth).sessions.endedBecause(copy)).toBe('You signed out.')
  }
  expect((await eventsOf(caller)).map(({ kind }) => kind).slice(-1)).toEqual(['signed_out'])
})

it('a session ends after half an hour without use, and after twelve hours of use', async () => {
  const caller = await person()
  const idle = await under.signedIn(caller)
  under.pass(IDLE_LIFE_MS)
  await bench().people.callerOf(idle)
  under.pass(IDLE_LIFE_MS + 1)
  await expect(bench(1).people.callerOf(idle)).rejects.toMatchObject(isOver)
  expect(await bench().sessions.endedBecause(idle)).toMatch(/half an hour/)
  const used = await under.signedIn(caller)
  const end = under.now() + SESSION_LIFE_MS
  while (under.now() + IDLE_LIFE_MS <= end) {
    await bench().people.callerOf(used)
    under.pass(IDLE_LIFE_MS)
  }
  under.pass(end - under.now() + 1)
  await expect(bench().people.callerOf(used)).rejects.toMatchObject(isOver)
  expect(await bench().sessions.endedBecause(used)).toMatch(/twelve hours/)
})

it('requests that a page makes while no person uses it do not prolong a session', async () => {
  const session = await under.signedIn(await person())
  const end = under.now() + IDLE_LIFE_MS
  while (under.now() < end) {
    await bench().people.callerOf({ ...session, isUnattended: true })
    under.pass(60_000)
  }
  under.pass(60_000)
  await expect(bench().people.callerOf(session)).rejects.toMatchObject(isOver)
})

it('a use is written at most once a minute', async () => {
  const caller = await person()
  const session = await under.signedIn(caller)
  const lastUse = async () => {
    const of = `person_id = '${caller.person!.id}'`
    const [row] = await under.query<{ at: Date }>(`SELECT max(last_used_at) AS at FROM browser_session WHERE ${of}`)
    return row!.at.getTime()
  }
  const begun = await lastUse()
  under.pass(59_000)
  await bench().people.callerOf(session)
  expect(await lastUse()).toBe(begun)
  under.pass(1_000)
  await bench(1).people.callerOf(session)
  expect(await lastUse()).toBe(begun + 60_000)
})

it('people see and end their own sessions; another person’s is refused by its id', async () => {
  const [mine, theirs] = [await person(), await person()]
  const [here, there] = [await under.signedIn(mine), await under.signedIn(mine)]
  const foreign = await under.signedIn(theirs)
  const listed = await bench().sessions.list(mine, here)
  expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
  const foreignRows = await bench().sessions.list(theirs, foreign)
  for (const { id } of foreignRows)
    await expect(bench().sessions.endOne(mine, id)).rejects.toMatchObject({ status: 404 })
  await expect(bench().sessions.endOne(mine, randomUUID())).rejects.toMatchObject({ status: 404 })
  expect((await bench().people.callerOf(foreign)).person!.id).toBe(theirs.person!.id)
  const rowOfThere = (await bench().sessions.list(mine, there)).find(({ isThis }) => isThis)!
  await bench(1).sessions.endOne(mine, rowOfThere.id)
  await expect(bench(1).sessions.endOne(mine, rowOfThere.id)).rejects.toMatchObject({ status: 404 })
  await expect(bench().people.callerOf(there)).rejects.toMatchObject(isOver)
  await bench().people.callerOf(here)
  const third = await under.signedIn(mine)
  expect(await bench().sessions.endOthers(mine, here)).toEqual({ ended: listed.length - 1 })
  await expect(bench().people.callerOf(third)).rejects.toMatchObject(isOver)
  expect(await bench().sessions.list(mine, here)).toHaveLength(1)
})

it('each sign-in starts a separate session, and the one that the browser had before ends', async () => {
  const [victim, thief] = [await person(), await person()]
  const planted = await under.signedIn(thief)
  const at = new Date(under.now())
  const origin = { userAgent: 'x'.repeat(100_000), addressKey: 'y'.repeat(5_000) }
  const session = await bench().sessions.begin(newSession(victim.person!.id, null, 'password', at), origin, planted)
  expect(session.token).not.toBe(planted.token)
  await expect(bench().people.callerOf(planted)).rejects.toMatchObject(isOver)
  const [row] = await bench().sessions.list(victim, session)
  expect(row).toMatchObject({ browser: 'an unknown browser' })
  expect(row!.address.length).toBeLessThanOrEqual(100)
  const moved = await bench().people.inNamespace(session, victim.namespaceId!)
  expect(moved.token).toBe(session.token)
  // A token with another person's id is not a session.
  await expect(bench().people.callerOf({ ...session, personId: thief.person!.id })).rejects.toMatchObject(isOver)
  await expect(
    bench().people.callerOf({ ...session, token: randomBytes(32).toString('base64url') }),
  ).rejects.toMatchObject(isOver)
})

it('a person has no more rows than the limit after many sign-ins, and old rows are deleted', async () => {
  const caller = await person()
  const first = await under.signedIn(caller)
  for (let i = 0; i < MAX_SESSIONS; i++) {
    under.pass(1)
    await under.signedIn(caller)
  }
  expect(await bench().sessions.endedBecause(first)).toBe('You are signed in in too many browsers.')
  for (let i = 0; i < MAX_SESSIONS + 3; i++) await bench().sessions.end(await under.signedIn(caller))
  const count = async () =>
    Number(
      (
        await under.query<{ n: string }>(
          `SELECT count(*) AS n FROM browser_session WHERE person_id = '${caller.person!.id}'`,
        )
      )[0]!.n,
    )
  expect(await count()).toBeLessThanOrEqual(2 * MAX_SESSIONS + 1)
  under.pass(SESSION_LIFE_MS)
  await under.store.sweepSessions(new Date(under.now()))
  expect(await count()).toBe(0)
}, 60_000)

it('wrong passwords at the sign-in page stop no signature, and five in a session end it', async () => {
  const caller = await person()
  const { email } = caller.person!
  const session = await under.signedIn(caller)
  for (let i = 0; i < 6; i++)
    await bench()
      .signIn.signInByPassword(`stranger ${i}`, email, 'a wrong password')
      .catch(() => {})
  await expect(bench().signIn.signInByPassword('own', email, PASSWORD)).rejects.toMatchObject({ status: 429 })
  const prove = (password: string, nth = 0) =>
    bench(nth).people.reauthenticate(caller, session, 'own', { kind: 'password', password })
  expect(await prove(PASSWORD)).toEqual({ method: 'password' })
  for (let i = 0; i < 4; i++) await expect(prove('wrong', i % 2)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  // The right password resets the count.
  await prove(PASSWORD)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => prove('wrong', nth % 2)))
  const codes = outcomes.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'right'))
  expect(codes.filter((code) => code === 'CREDENTIAL_INVALID')).toHaveLength(4)
  expect(codes.filter((code) => code === 'CREDENTIAL_REQUIRED')).toHaveLength(16)
  await expect(prove(PASSWORD)).rejects.toMatchObject(isOver)
  expect(await bench(1).sessions.endedBecause(session)).toBe('A wrong password was entered five times.')
  const counted = (await eventsOf(caller)).filter(({ kind }) => kind !== 'signed_in')
  expect(counted).toEqual([
    ...Array.from({ length: 5 }, () => ({ kind: 'sign_in_failed', details: {}, count: 1 })),
    { kind: 'sign_in_delayed', details: {}, count: 1 },
    { kind: 'sign_in_delayed', details: {}, count: 1 },
    { kind: 'wrong_password', details: {}, count: 9 },
    { kind: 'session_ended', details: expect.objectContaining({ reason: 'wrong_passwords' }), count: 1 },
  ])
}, 60_000)

it('a failed sign-in stores no text that was typed', async () => {
  const typed = `${randomUUID()}@typed.example`
  await bench()
    .signIn.signInByPassword('somewhere', typed, 'p4ss-typed')
    .catch(() => {})
  await bench(1)
    .signIn.signInByPassword('somewhere', typed, 'p4ss-typed')
    .catch(() => {})
  const rows = await under.query<{ row: string; count: number }>(
    `SELECT to_jsonb(e)::text AS row, count FROM security_event e WHERE person_id IS NULL AND address = 'somewhere'`,
  )
  expect(rows.map(({ count }) => count)).toEqual([2])
  expect(rows[0]!.row).not.toMatch(/typed/)
  const tries = await under.query<{ key: string }>('SELECT key FROM password_try')
  expect(tries.map(({ key }) => key).join(' ')).not.toMatch(/typed/)
})

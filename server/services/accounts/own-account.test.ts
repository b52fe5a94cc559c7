import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { CHEAP_PASSWORDS, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { hashPassword } from './password'
import type { Session } from './session'

const PRESENT = 'the words of before'
const NEXT = 'some other long words'

let tested: ServicesUnderTest
beforeAll(async () => {
  // A fixed clock, so that slow password hashing changes no wait.
  tested = await startServices(1, { clock: () => Date.UTC(2026, 0, 5) })
})
afterAll(() => tested.stop())

const workbench = () => tested.workbenches[0]!

async function person(): Promise<Caller> {
  const caller = await tested.personCaller(['reviewer'])
  const hash = await hashPassword(PRESENT, { randomBytes, passwordCost: CHEAP_PASSWORDS })
  await tested.query(`UPDATE person SET password_hash = '${hash}' WHERE id = '${caller.person!.id}'`)
  return caller
}

const sessionOf = (caller: Caller): Promise<Session> => tested.signedIn(caller)

it('describes the account with all its memberships', async () => {
  const caller = await person()
  const { name, email } = caller.person!
  expect(await workbench().account.describe(caller)).toEqual({
    name,
    email,
    hasPassword: true,
    memberships: [{ namespaceId: caller.namespaceId, namespaceName: expect.any(String), roles: ['reviewer'] }],
  })
  const without = await tested.personCaller(['author'])
  expect(await workbench().account.describe(without)).toMatchObject({ hasPassword: false })
})

it('changes the password, ends the earlier sessions, and leaves this browser signed in', async () => {
  const caller = await person()
  const before = await sessionOf(caller)
  tested.pass(1_000)
  const change = { present: PRESENT, next: NEXT }
  const after = await tested.signedIn(await workbench().account.changePassword(caller, before, 'address', change))
  expect(after).toMatchObject({ personId: before.personId, namespaceId: before.namespaceId })
  await expect(workbench().people.callerOf(before)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
  expect(await workbench().people.callerOf(after)).toMatchObject({ person: { id: before.personId } })
  const { email } = caller.person!
  await expect(workbench().signIn.signInByPassword('address', email, PRESENT)).rejects.toMatchObject({
    code: 'CREDENTIAL_INVALID',
  })
  expect(await workbench().signIn.signInByPassword('address', email, NEXT)).toMatchObject({ method: 'password' })
  const log = await readLog(tested, caller.namespaceId)
  expect(log).toEqual([{ kind: 'password_changed', actor: caller.label, details: { person: caller.person!.id } }])
})

it('changes nothing if the present password is wrong or the next one too short', async () => {
  const caller = await person()
  const session = await sessionOf(caller)
  const change = (present: string, next: string) =>
    workbench().account.changePassword(caller, session, 'address', { present, next })
  await expect(change('another one, long', NEXT)).rejects.toMatchObject({
    details: { failures: [{ field: 'present' }] },
  })
  await expect(change(PRESENT, 'short')).rejects.toMatchObject({ details: { failures: [{ field: 'password' }] } })
  await expect(change(PRESENT, caller.person!.email)).rejects.toMatchObject({
    details: { failures: [{ field: 'password' }] },
  })
  expect(await workbench().people.callerOf(session)).toMatchObject({ person: caller.person })
  expect(await readLog(tested, caller.namespaceId)).toEqual([])
})

it('ends the session after five wrong passwords, and the right one does not reopen it', async () => {
  const caller = await person()
  const session = await sessionOf(caller)
  const codes: string[] = []
  for (const present of [...Array(5).fill('wrong for sure'), PRESENT])
    await workbench()
      .account.changePassword(caller, session, 'one address', { present, next: NEXT })
      .catch(({ code }: { code: string }) => codes.push(code))
  expect(codes).toEqual([...Array(4).fill('BAD_REQUEST'), ...Array(2).fill('CREDENTIAL_REQUIRED')])
  expect(await workbench().sessions.endedBecause(session)).toBe('A wrong password was entered five times.')
})

it('ends every session', async () => {
  const caller = await person()
  const session = await sessionOf(caller)
  tested.pass(1_000)
  await workbench().account.signOutEverywhere(caller)
  await expect(workbench().people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
})

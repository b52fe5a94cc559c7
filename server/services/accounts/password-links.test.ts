import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { CHEAP_PASSWORDS, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { hashPassword } from './password'
import { issuePasswordLink, PASSWORD_LINK_LIFE_MS, type PasswordLinkIssue } from './password-links'
import type { Session } from './session'
import { issueSetupLink } from './setup'
import { FREE_TRIES } from './sign-in-gate'

const PRESENT = 'the words of before'
const NEXT = 'some other long words'

let tested: ServicesUnderTest
beforeAll(async () => {
  // A fixed clock, so that slow password hashing changes no wait.
  tested = await startServices(2, { clock: () => Date.UTC(2026, 0, 5) })
})
afterAll(() => tested.stop())

const workbench = () => tested.workbenches[0]!
const dependencies = () => ({ store: tested.store, now: () => new Date(tested.now()), randomBytes })

async function person(): Promise<Caller> {
  const caller = await tested.personCaller(['author'])
  const hash = await hashPassword(PRESENT, { randomBytes, passwordCost: CHEAP_PASSWORDS })
  await tested.query(`UPDATE person SET password_hash = '${hash}' WHERE id = '${idOf(caller)}'`)
  return caller
}

const idOf = ({ person: who }: Caller): string => who?.id ?? ''
const emailOf = ({ person: who }: Caller): string => who?.email ?? ''

const sessionOf = (caller: Caller): Promise<Session> => tested.signedIn(caller)

function tokenOf(issue: PasswordLinkIssue): string {
  if (issue.kind !== 'issued') throw new Error(issue.kind)
  return issue.token
}

const link = async (caller: Caller) => tokenOf(await issuePasswordLink(dependencies(), emailOf(caller)))
const isOpen = async (token: string) => (await workbench().passwordLinks.passwordQuestion(null, token)) !== null
const over = { code: 'CREDENTIAL_INVALID' }

it('sets the password, ends the earlier sessions, signs this browser in, and leaves passkeys and memberships', async () => {
  const caller = await person()
  const second = randomUUID()
  await tested.store.ensureNamespace({ id: second, displayName: 'Second', at: new Date(tested.now()) })
  await tested.query(`
    INSERT INTO membership (namespace_id, person_id, roles, since) VALUES ('${second}', '${idOf(caller)}', '{reviewer}', '2030-01-01');
    INSERT INTO passkey (id, person_id, public_key, counter, transports, label, created_at)
      VALUES ('${randomUUID()}', '${idOf(caller)}', '\\x00', 0, '{}', 'phone', '2026-01-01')`)
  const before = await sessionOf(caller)
  tested.pass(1_000)
  const token = await link(caller)
  expect(await workbench().passwordLinks.passwordQuestion(null, token)).toEqual({
    email: emailOf(caller),
    otherSignedIn: null,
  })
  // Sessions last until the password is set.
  expect(await workbench().people.callerOf(before)).toMatchObject({ label: caller.label })

  const session = await tested.signedIn(await workbench().passwordLinks.setPassword(token, NEXT))
  expect(session).toMatchObject({ personId: idOf(caller), namespaceId: caller.namespaceId, method: 'password' })
  expect(await workbench().people.callerOf(session)).toMatchObject({ label: caller.label })
  await expect(workbench().people.callerOf(before)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
  await expect(workbench().signIn.signInByPassword('address', emailOf(caller), PRESENT)).rejects.toMatchObject(over)
  expect(await workbench().signIn.signInByPassword('address', emailOf(caller), NEXT)).toMatchObject({
    personId: idOf(caller),
  })
  const { memberships } = await workbench().account.describe(caller)
  expect(memberships.map(({ namespaceId, roles }) => [namespaceId, roles])).toEqual([
    [caller.namespaceId, ['author']],
    [second, ['reviewer']],
  ])
  expect(await tested.query(`SELECT label FROM passkey WHERE person_id = '${idOf(caller)}'`)).toEqual([
    { label: 'phone' },
  ])
  const at = new Date(tested.now()).toISOString()
  const details = { person: idOf(caller), account: caller.label, by: 'password link', operator_password_at: at }
  const issued = { link: 'password', person_id: idOf(caller), expires_at: expect.any(String) }
  for (const namespaceId of [caller.namespaceId, second])
    expect(await readLog(tested, namespaceId)).toEqual([
      { kind: 'operator_link_issued', actor: 'operator', details: issued },
      { kind: 'password_changed', actor: 'operator', details },
    ])
})

it('counts once, however many use it at once', { tags: ['nightly'] }, async () => {
  const caller = await person()
  const token = await link(caller)
  const passwords = Array.from({ length: 4 }, (_, nth) => `${NEXT} ${nth}`)
  const outcomes = await Promise.allSettled(
    passwords.map((password, nth) => tested.workbenches[nth % 2]!.passwordLinks.setPassword(token, password)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(over)
  const won = passwords[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? ''
  expect(await workbench().signIn.signInByPassword('address', emailOf(caller), won)).toMatchObject({
    personId: idOf(caller),
  })
  expect(await isOpen(token)).toBe(false)
  const kinds = (await readLog(tested, caller.namespaceId)).map(({ kind }) => kind)
  expect(kinds).toEqual(['operator_link_issued', 'password_changed'])
})

it('is over after a day, when a later one was made, when the password was changed, and when the account is disabled', async () => {
  const caller = await person()
  const earlier = await link(caller)
  const later = await link(caller)
  expect([await isOpen(earlier), await isOpen(later)]).toEqual([false, true])

  const change = { present: PRESENT, next: NEXT }
  await workbench().account.changePassword(caller, await sessionOf(caller), 'address', change)
  expect(await isOpen(later)).toBe(false)

  const old = await link(caller)
  tested.pass(PASSWORD_LINK_LIFE_MS - 1)
  expect(await isOpen(old)).toBe(true)
  tested.pass(1)
  expect(await isOpen(old)).toBe(false)
  const last = await link(caller)
  const events = await readLog(tested, caller.namespaceId)
  for (const token of [earlier, later, old])
    await expect(workbench().passwordLinks.setPassword(token, `${NEXT}!`)).rejects.toMatchObject(over)

  await tested.query(`UPDATE person SET disabled_at = now() WHERE id = '${idOf(caller)}'`)
  expect(await isOpen(last)).toBe(false)
  await expect(workbench().passwordLinks.setPassword(last, `${NEXT}!`)).rejects.toMatchObject(over)
  expect(await readLog(tested, caller.namespaceId)).toEqual(events)
})

it("differs from an administrator's link, and neither opens the other's page", async () => {
  const caller = await person()
  const setup = await issueSetupLink(dependencies(), { atStart: false, namespaceId: null })
  const token = await link(caller)
  for (const foreign of [setup, '', 'x', randomUUID()]) {
    expect(await isOpen(foreign)).toBe(false)
    await expect(workbench().passwordLinks.setPassword(foreign, NEXT)).rejects.toMatchObject(over)
  }
  expect(await workbench().setup.setupQuestion(token)).toBeNull()
  expect([await workbench().setup.setupQuestion(setup), await isOpen(token)]).toEqual([{ namespaceName: null }, true])
})

it('applies the password rules, and a refused password leaves the link open', async () => {
  const caller = await person()
  const token = await link(caller)
  for (const password of ['short', 'x'.repeat(201), emailOf(caller).toUpperCase()])
    await expect(workbench().passwordLinks.setPassword(token, password)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { failures: [{ field: 'password' }] },
    })
  expect(await isOpen(token)).toBe(true)
  expect((await readLog(tested, caller.namespaceId)).map(({ kind }) => kind)).toEqual(['operator_link_issued'])
})

it('tells another signed-in person that the link is not theirs, and signs its own person in', async () => {
  const [caller, other] = [await person(), await person()]
  const token = await link(caller)
  const ask = (session: Session | null) => workbench().passwordLinks.passwordQuestion(session, token)
  expect(await ask(await sessionOf(other))).toEqual({ email: emailOf(caller), otherSignedIn: emailOf(other) })
  expect(await ask(await sessionOf(caller))).toMatchObject({ otherSignedIn: null })
  const ended = await sessionOf(other)
  await workbench().sessions.end(ended)
  expect(await ask(ended)).toMatchObject({ otherSignedIn: null })
  expect(await workbench().passwordLinks.setPassword(token, NEXT)).toMatchObject({ personId: idOf(caller) })
  expect(await workbench().people.callerOf(await sessionOf(other))).toMatchObject({ label: other.label })
})

it('ends the wait caused by wrong tries', async () => {
  const caller = await person()
  const signIn = (password: string) => workbench().signIn.signInByPassword('one address', emailOf(caller), password)
  for (let i = 0; i < FREE_TRIES; i++) await expect(signIn('wrong for sure')).rejects.toMatchObject(over)
  await expect(signIn(PRESENT)).rejects.toMatchObject({ code: 'EVALUATION_LIMIT' })
  await workbench().passwordLinks.setPassword(await link(caller), NEXT)
  expect(await signIn(NEXT)).toMatchObject({ personId: idOf(caller) })
})

it('lets a person without a namespace sign in to take an invitation', async () => {
  const caller = await person()
  await tested.query(`DELETE FROM membership WHERE person_id = '${idOf(caller)}'`)
  const session = await tested.signedIn(await workbench().passwordLinks.setPassword(await link(caller), NEXT))
  expect(session).toMatchObject({ personId: idOf(caller), namespaceId: null })
  const administrator = await tested.personCaller(['administrator'])
  const invitation = await workbench().members.invite(administrator, ['author'], null)
  const token = invitation.link.split('/').pop() ?? ''
  expect(await workbench().joining.join(session, 'address', token, { kind: 'signed_in' })).toMatchObject({
    namespaceId: administrator.namespaceId,
  })
})

it('is made for an address in any case, for a person with only passkeys, and for no other account', async () => {
  const [caller, keyHolder, outside, both] = [await person(), await person(), await person(), await person()]
  const identity = (who: Caller) =>
    tested.store.linkIdentity({ issuer: 'https://id.example.org', subject: idOf(who) }, idOf(who), new Date(0))
  await tested.query(`UPDATE person SET password_hash = NULL WHERE id IN ('${idOf(keyHolder)}', '${idOf(outside)}')`)
  await identity(outside)
  await identity(both)
  const issue = (email: string) => issuePasswordLink(dependencies(), email)
  expect(await issue(` ${emailOf(caller).toUpperCase()} `)).toMatchObject({ kind: 'issued' })
  expect(await issue(emailOf(keyHolder))).toMatchObject({ kind: 'issued' })
  expect(await issue(emailOf(both))).toMatchObject({ kind: 'issued' })
  expect(await issue('unknown@example.org')).toEqual({ kind: 'unknown' })
  expect(await issue(emailOf(outside))).toEqual({ kind: 'provider_only', issuers: ['https://id.example.org'] })
  await tested.query(`UPDATE person SET disabled_at = now() WHERE id = '${idOf(caller)}'`)
  expect(await issue(emailOf(caller))).toEqual({ kind: 'disabled' })
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { CHEAP_PASSWORDS, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { hashPassword } from './password'

const PASSWORD = 'seven copper kettles on a shelf'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2, { clock: () => Date.UTC(2026, 0, 5) })
})
afterAll(() => under.stop())

const accounts = () => under.workbenches[0]!.memberAccounts
const people = () => under.workbenches[1]!.people
const idOf = (caller: Caller) => caller.person!.id

const join = (caller: Caller, namespaceId: string, role: string) =>
  under.query(
    `INSERT INTO membership (namespace_id, person_id, roles, since) VALUES ('${namespaceId}', '${idOf(caller)}', '{${role}}', '2030-01-01')`,
  )

it('a disabled account has no session, signs in by no means and lets no agent act, until it is enabled', async () => {
  const administrator = await under.personCaller(['administrator'])
  const member = await under.personCaller(['reviewer'], administrator.namespaceId!)
  const hash = await hashPassword(PASSWORD, { randomBytes, passwordCost: CHEAP_PASSWORDS })
  await under.query(`UPDATE person SET password_hash = '${hash}' WHERE id = '${idOf(member)}'`)
  const { agents, sessions, signIn, members } = under.workbenches[1]!
  const session = await under.signedIn(member)
  const agent = agents.accountOf(member)
  await accounts().disable(administrator, idOf(member))
  await accounts().disable(administrator, idOf(member))
  await expect(people().callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_REQUIRED' })
  expect(await sessions.endedBecause(session)).toBe('The account was disabled.')
  await expect(agents.callerBehind(agent)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  const sign = () => signIn.signInByPassword('here', member.person!.email, PASSWORD)
  await expect(sign()).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  await expect(people().callerOf(await under.signedIn(member))).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  expect(await members.listMembers(administrator)).toContainEqual(
    expect.objectContaining({ personId: idOf(member), disabled: true }),
  )
  await accounts().enable(administrator, idOf(member))
  expect(await sign()).toMatchObject({ personId: idOf(member) })
  const account = expect.stringMatching(/^[\w-]+/)
  const log = await readLog(under, administrator.namespaceId)
  expect(log).toMatchObject([
    { kind: 'person_disabled', actor: administrator.label, details: { person: idOf(member), account_digest: account } },
    { kind: 'person_enabled', actor: administrator.label, details: { person: idOf(member), account_digest: account } },
  ])
  expect(JSON.stringify(log)).not.toContain(member.person!.email)
})

it('an administrator changes a name under signatures, and the log does not reveal it', async () => {
  const administrator = await under.personCaller(['administrator'])
  const member = await under.personCaller(['reviewer'], administrator.namespaceId!)
  await accounts().rename(administrator, idOf(member), '  Rosa   Luz ')
  await accounts().rename(administrator, idOf(member), 'Rosa Luz')
  expect((await people().callerOf(await under.signedIn(member))).person!.name).toBe('Rosa Luz')
  const log = await readLog(under, administrator.namespaceId)
  expect(log).toMatchObject([{ kind: 'person_renamed', actor: administrator.label, details: { person: idOf(member) } }])
  expect(Object.keys(log[0]!.details).sort()).toEqual(['from_digest', 'person', 'to_digest'])
  for (const name of ['', '   ', 'x'.repeat(101), 'A\u202eB'])
    await expect(accounts().rename(administrator, idOf(member), name)).rejects.toMatchObject({
      details: { failures: [{ field: 'name' }] },
    })
})

it('an account that is also used elsewhere is left to the operator', async () => {
  const mine = await under.personCaller(['administrator'])
  const member = await under.personCaller(['author'], mine.namespaceId!)
  const theirs = await under.personCaller(['administrator'])
  await join(member, theirs.namespaceId!, 'author')
  const refused = { code: 'CREDENTIAL_SCOPE', message: expect.stringMatching(/npm run person/) }
  await expect(accounts().disable(mine, idOf(member))).rejects.toMatchObject(refused)
  await expect(accounts().rename(mine, idOf(member), 'Another')).rejects.toMatchObject(refused)
  // An administrator of both namespaces may, an author may not.
  await join(mine, theirs.namespaceId!, 'author')
  await expect(accounts().disable(mine, idOf(member))).rejects.toMatchObject(refused)
  await under.query(`UPDATE membership SET roles = '{administrator}' WHERE person_id = '${idOf(mine)}'`)
  await accounts().disable(mine, idOf(member))
  for (const namespaceId of [mine.namespaceId, theirs.namespaceId])
    expect((await readLog(under, namespaceId)).map(({ kind }) => kind)).toEqual(['person_disabled'])
})

it('outsiders, other roles and a single administrator are refused', async () => {
  const administrator = await under.personCaller(['administrator'])
  const second = await under.personCaller(['administrator'], administrator.namespaceId!)
  const reviewer = await under.personCaller(['author', 'reviewer'], administrator.namespaceId!)
  const outsider = await under.personCaller(['administrator'])
  await expect(accounts().disable(administrator, idOf(outsider))).rejects.toMatchObject({ status: 404 })
  await expect(accounts().rename(outsider, idOf(reviewer), 'Mallory')).rejects.toMatchObject({ status: 404 })
  await expect(accounts().disable(reviewer, idOf(second))).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  for (const who of [administrator, second])
    await expect(accounts().disable(administrator, idOf(who))).rejects.toMatchObject({
      code: 'CREDENTIAL_SCOPE',
      message: expect.stringMatching(/One person cannot/),
    })
  expect(await readLog(under, administrator.namespaceId)).toEqual([])
})

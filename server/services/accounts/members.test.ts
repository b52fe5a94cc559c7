import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { newSession } from './session'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2)
})
afterAll(() => under.stop())

const bench = () => under.workbenches[0]!

it('a change of roles takes effect on the member’s next request and is logged', async () => {
  const administrator = await under.personCaller(['administrator'])
  const namespaceId = administrator.namespaceId!
  const { person } = await under.personCaller(['author'], namespaceId)
  const session = await under.signedIn(newSession(person!.id, namespaceId, 'password', new Date(under.now())))
  await bench().members.changeRoles(administrator, person!.id, ['reviewer'])
  const elsewhere = under.workbenches[1]!
  expect((await elsewhere.people.callerOf(session)).person?.roles).toEqual(['reviewer'])
  // Repeating the same roles changes nothing and is not logged.
  await bench().members.changeRoles(administrator, person!.id, ['reviewer', 'reviewer'])
  await bench().members.removeMember(administrator, person!.id)
  await expect(elsewhere.people.callerOf(session)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' })
  const log = await under.query<{ kind: string; body: Buffer }>(
    `SELECT kind, body FROM log_entry WHERE namespace_id = '${namespaceId}'
      AND kind NOT IN ('state_recorded', 'member_joined') ORDER BY index`,
  )
  expect(log.map(({ kind }) => kind)).toEqual(['roles_changed', 'member_removed'])
  expect(JSON.parse(log[0]!.body.toString())).toMatchObject({
    actor: administrator.label,
    details: { person: `${person!.name} <${person!.email}>`, before: ['author'], roles: ['reviewer'] },
  })
})

it('the last administrator is neither removed nor given other roles, even by concurrent changes', async () => {
  const first = await under.personCaller(['administrator', 'author'])
  const second = await under.personCaller(['administrator'], first.namespaceId!)
  // Each removes the other and confirms the other's proposal. One of them comes too late.
  const proposals = [
    await under.workbenches[0]!.members.removeMember(first, second.person!.id),
    await under.workbenches[1]!.members.changeRoles(second, first.person!.id, ['author']),
  ]
  const shown = await bench().pendingChanges.list(first)
  const confirm = (nth: number, caller: Caller) => {
    const { id, digest } = shown.find((each) => each.id === proposals[nth]!.pendingChange)!
    return under.workbenches[nth]!.pendingChanges.answer(caller, { id, digest, answer: 'confirm' })
  }
  const outcomes = await Promise.allSettled([confirm(0, second), confirm(1, first)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = await bench().members.listMembers(first)
  const administrators = left.filter(({ roles }) => roles.includes('administrator'))
  expect(administrators).toHaveLength(1)
  const last = administrators[0]!.personId
  const refused = { code: 'BAD_REQUEST', message: expect.stringMatching(/last administrator/) }
  await expect(bench().members.removeMember(first, last)).rejects.toMatchObject(refused)
  await expect(bench().members.changeRoles(first, last, ['author', 'reviewer'])).rejects.toMatchObject(refused)
  await bench().members.changeRoles(first, last, ['administrator', 'reviewer'])
})

it('members of another namespace can neither be seen nor changed', async () => {
  const mine = await under.personCaller(['administrator'])
  const theirs = await under.personCaller(['administrator'])
  expect((await bench().members.listMembers(mine)).map(({ personId }) => personId)).toEqual([mine.person!.id])
  const id = theirs.person!.id
  await expect(bench().members.removeMember(mine, id)).rejects.toMatchObject({ status: 404 })
  await expect(bench().members.changeRoles(mine, id, ['author'])).rejects.toMatchObject({ status: 404 })
  const invited = await bench().members.invite(theirs, ['author'], null)
  await expect(bench().members.revokeInvitation(mine, invited.id)).rejects.toMatchObject({ status: 404 })
})

it('an empty role list and an invalid address are refused', async () => {
  const mine = await under.personCaller(['administrator'])
  const failing = (field: string) => ({ details: { failures: [expect.objectContaining({ field })] } })
  await expect(bench().members.changeRoles(mine, mine.person!.id, [])).rejects.toMatchObject(failing('roles'))
  await expect(bench().members.invite(mine, [], null)).rejects.toMatchObject(failing('roles'))
  await expect(bench().members.invite(mine, ['author'], 'no-address')).rejects.toMatchObject(failing('email'))
})

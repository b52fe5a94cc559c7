import { afterAll, beforeAll, expect, it } from 'vitest'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1)
})
afterAll(() => tested.stop())

const SOURCE = 'declare a as boolean;\nassert x { a };\n'

it("changes only the given settings, at once for the namespace's credentials, and logs old and new values", async () => {
  const administrator = await tested.personCaller(['administrator'])
  const { settings, credentials } = tested.workbenches[0]!
  const service = tested.services[0]!
  const { token } = await credentials.issue(administrator, { label: 'agent', tier: 'standard', expiresAt: null })
  const compiled = await callOperation(service, 'compile', await service.authenticate(token), { source: SOURCE })
  const { ruleset_hash } = JSON.parse(compiled) as { ruleset_hash: string }
  const approve = async () =>
    callOperation(service, 'recordApproval', await service.authenticate(token), { ruleset_hash, approver: 'Ann' })
  await approve()
  const before = await settings.read(administrator)
  const change = { displayName: 'Claims team', unsignedApprovals: false, peopleApprove: false }
  expect(await settings.change(administrator, change)).toEqual({ ...before, ...change })
  expect(await settings.read(administrator)).toEqual({ ...before, ...change })
  await expect(approve()).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  expect((await readLog(tested, administrator.namespaceId)).at(-1)).toEqual({
    kind: 'settings_changed',
    actor: administrator.label,
    details: {
      display_name: { from: before.displayName, to: 'Claims team' },
      unsigned_approvals: { from: true, to: false },
    },
  })
})

it('logs nothing if nothing changes', async () => {
  const administrator = await tested.personCaller(['administrator'])
  const { settings } = tested.workbenches[0]!
  await settings.change(administrator, { separateApprover: true })
  const log = await readLog(tested, administrator.namespaceId)
  await settings.change(administrator, { separateApprover: true, labelingAllowed: true })
  expect(await readLog(tested, administrator.namespaceId)).toEqual(log)
})

it('keeps both of two concurrent changes', async () => {
  const administrator = await tested.personCaller(['administrator'])
  const { settings } = tested.workbenches[0]!
  await Promise.all([
    settings.change(administrator, { separateApprover: true }),
    settings.change(administrator, { labelingAllowed: false }),
    settings.change(administrator, { peopleApprove: true }),
  ])
  const all = { separateApprover: true, labelingAllowed: false, peopleApprove: true }
  expect(await settings.read(administrator)).toMatchObject(all)
  expect(await readLog(tested, administrator.namespaceId)).toHaveLength(3)
})

it('refuses a name that looks like an id', async () => {
  const administrator = await tested.personCaller(['administrator'])
  const { settings } = tested.workbenches[0]!
  const displayName = '0190b1a2-0000-4000-8000-000000000000'
  await expect(settings.change(administrator, { displayName })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { failures: [{ field: 'displayName' }] },
  })
})

it.each(['author', 'reviewer'] as const)('refuses the role %s', async (role) => {
  const caller = await tested.personCaller([role])
  const { settings } = tested.workbenches[0]!
  const refused = { code: 'CREDENTIAL_SCOPE', status: 403 }
  await expect(settings.read(caller)).rejects.toMatchObject(refused)
  await expect(settings.change(caller, { peopleApprove: true })).rejects.toMatchObject(refused)
})

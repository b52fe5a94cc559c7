import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalRecorded } from '../../api/schemas/approval'
import { loadedRuleset, rulesetList } from '../../api/schemas/saved-ruleset'
import type { Channel } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
const HASH = createHash('sha256').update(SOURCE).digest('hex')

let tested: ServicesUnderTest
let service: Service
let other: Service
beforeAll(async () => {
  tested = await startServices(2)
  ;[service, other] = tested.services as [Service, Service]
})
afterAll(() => tested.stop())

const context = (caller: Caller, channel: Channel = 'program') =>
  ({ caller, channel, addressKey: () => 'test' }) as const
/** A caller in whose namespace the ruleset is stored. */
const callerWithRuleset = async () => {
  const caller = await tested.fullCaller()
  await service.compile(context(caller), { source: SOURCE })
  return caller
}
interface Signing {
  /** By default that of the usual source. */
  readonly ruleset_hash?: string
  readonly approver?: string
  readonly note?: string
  readonly name?: string
}
const approve = async (caller: Caller, request: Signing, channel?: Channel, on = service) =>
  approvalRecorded.parse(
    JSON.parse(
      (await on.recordApproval(context(caller, channel), { ruleset_hash: HASH, approver: 'Ann', ...request })).body,
    ),
  )

it('marks approvals by agents, and no others, wherever they are shown', async () => {
  const caller = await callerWithRuleset()
  const byProgram = await approve(caller, { approver: 'Ann', name: 'policy' }, 'program')
  const byPerson = await approve(caller, { approver: 'Ben' }, 'person', other)
  const byAgent = await approve(caller, { approver: 'Cem' }, 'agent')
  expect(byProgram.approval).not.toHaveProperty('recorded_by')
  expect(byPerson.approval).not.toHaveProperty('recorded_by')
  expect(byAgent.approval.recorded_by).toBe('agent')
  for (const { approval } of [byProgram, byPerson, byAgent]) expect(approval.reported_by).toBe('test')
  expect(byAgent.approvals).toEqual([byProgram.approval, byPerson.approval, byAgent.approval])
  const loaded = loadedRuleset.parse(JSON.parse((await other.loadRuleset(context(caller), { name: 'policy' })).body))
  expect(loaded.approvals).toEqual(byAgent.approvals)
  const { rulesets } = rulesetList.parse(JSON.parse((await other.listRulesets(context(caller), {})).body))
  expect(rulesets).toMatchObject([{ name: 'policy', approval_count: 3 }])
})

it('refuses an agent if the namespace demands a person, with the address to sign at, and records nothing', async () => {
  const caller = await callerWithRuleset()
  const demanding = { ...caller, account: { ...caller.account, peopleApprove: true } }
  await expect(approve(demanding, { name: 'policy' }, 'agent')).rejects.toMatchObject({
    code: 'CREDENTIAL_SCOPE',
    status: 403,
    message: expect.stringMatching(new RegExp(`https?://\\S+/approve/${HASH}$`)),
  })
  expect(await approve(demanding, {}, 'person')).toMatchObject({ approvals: [{ approver: 'Ann' }], name: null })
  expect(await approve(demanding, {}, 'program')).toMatchObject({ approvals: [{}, {}] })
})

it('records nothing without a signature if the namespace demands one, for every caller', async () => {
  const caller = await callerWithRuleset()
  const demanding = { ...caller, account: { ...caller.account, unsignedApprovals: false } }
  for (const channel of ['program', 'agent'] as const)
    await expect(approve(demanding, { name: 'policy' }, channel)).rejects.toMatchObject({
      code: 'CREDENTIAL_SCOPE',
      status: 403,
      message: expect.stringMatching(new RegExp(`https?://\\S+/approve/${HASH}$`)),
    })
  expect(await approve(caller, {})).toMatchObject({ approvals: [{ approver: 'Ann' }], name: null })
})

it('takes the time from the clock of the service', async () => {
  const caller = await callerWithRuleset()
  const first = await approve(caller, {})
  tested.pass(86_400_000)
  const before = tested.now()
  const second = await approve(caller, { name: 'policy' })
  const at = Date.parse(second.approval.approved_at)
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(tested.now())
  expect(second.approvals).toEqual([first.approval, second.approval])
  const { rulesets } = rulesetList.parse(JSON.parse((await service.listRulesets(context(caller), {})).body))
  expect(rulesets).toMatchObject([{ bound_at: second.approval.approved_at }])
})

it('returns the given name, else the one most recently bound', async () => {
  const caller = await callerWithRuleset()
  expect(await approve(caller, {})).toMatchObject({ name: null, saved: false })
  expect(await approve(caller, { name: 'a' })).toMatchObject({ name: 'a', saved: true })
  expect(await approve(caller, { name: 'b' })).toMatchObject({ name: 'b', saved: true })
  expect(await approve(caller, { name: 'a' })).toMatchObject({ name: 'a', saved: true })
  expect(await approve(caller, {})).toMatchObject({ name: 'b', saved: false })
})

it("finds the hash only in the caller's namespace", async () => {
  await callerWithRuleset()
  const stranger = await tested.fullCaller()
  await expect(approve(stranger, { name: 'policy' })).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
  expect(JSON.parse((await service.listRulesets(context(stranger), {})).body)).toMatchObject({ rulesets: [] })
})

it('records an approval of bytes that no longer compile, because it is about the bytes', async () => {
  const caller = await tested.fullCaller()
  const hash = createHash('sha256').update('broken').digest('hex')
  await tested.query(`
    INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
    VALUES ('${caller.namespaceId}', '${hash}', 'broken', 0, now())`)
  expect(await approve(caller, { ruleset_hash: hash })).toMatchObject({ approvals: [{ hash }] })
})

it('checks the length of every text before it records anything', async () => {
  const caller = await callerWithRuleset()
  const refused: readonly (readonly [Signing, string, number])[] = [
    [{ approver: 'a'.repeat(201) }, 'approver_chars', 200],
    [{ note: '😀'.repeat(2_001) }, 'note_chars', 2_000],
    [{ name: 'n'.repeat(129) }, 'name_chars', 128],
  ]
  for (const [request, budget, limit] of refused)
    await expect(approve(caller, request)).rejects.toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { budget, limit, actual: limit + 1 },
    })
  const allowed = { approver: '😀'.repeat(200), note: 'é'.repeat(2_000), name: 'n'.repeat(128) }
  const recorded = await approve(caller, allowed)
  expect(recorded).toMatchObject({ name: allowed.name, approval: { approver: allowed.approver, note: allowed.note } })
  expect(recorded.approvals).toHaveLength(1)
})

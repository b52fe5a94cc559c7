import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guardrailRequest } from '../../api/schemas/guardrail'
import { JsonNumber } from '../../language/numeric/lossless-json'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { SigningSteps, SOURCE } from './testing/signing-steps'

const engine = vi.hoisted(() => ({ version: '' }))
vi.mock('../../api/terms/versions', async (original) => {
  const { VERSIONS } = await original<typeof import('../../api/terms/versions')>()
  return {
    VERSIONS: {
      ...VERSIONS,
      get engine_version() {
        return engine.version
      },
    },
  }
})

const [BEFORE, NOW] = ['0.1.0+z3-5.2.0', '0.2.0+z3-5.2.0']
const OFFICERS = `declare cfo as boolean;
declare ceo as boolean;
declare board as boolean;
let signatures = {cfo, ceo, board};
assert officers_signed { ForAll(s in Difference(signatures, {board}), s) };
`

let under: ServicesUnderTest
let steps: SigningSteps
beforeAll(async () => {
  engine.version = BEFORE
  under = await startServices(1, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
  steps = await SigningSteps.open(under)
})
afterAll(() => under.stop())

async function listed(name: string) {
  const { rows } = await under.workbenches[0]!.revisions.list(steps.reviewer)
  return rows.find((row) => row.name === name)!
}

async function inHistory(name: string, by = steps.reviewer) {
  const { nodes, current } = await under.workbenches[0]!.history.graph(by, { name, before: null })
  return nodes.find(({ hash }) => hash === current)!
}

it('is shown on the sheet, on the receipt, in the list and in the history until it is signed again', {
  tags: ['nightly'],
}, async () => {
  const hash = await steps.save(OFFICERS, 'officers')
  const first = await steps.sign(hash)

  engine.version = NOW
  const words = expect.stringMatching(/^Signed under engine 0\.1\.0\+z3-5\.2\.0\. Since engine 0\.2\.0 .* sign again/)
  const { records } = await steps.signing.sheet(steps.reviewer, { hash })
  expect(records.map((record) => record.underOlderEngine)).toEqual([words])
  expect((await steps.signing.receipt(steps.reviewer, { recordId: first })).record.underOlderEngine).toEqual(words)
  expect(await listed('officers')).toMatchObject({ approval: 'approved', underOlderEngine: words })
  expect(await inHistory('officers')).toMatchObject({
    ...{ approval: 'approved', underOlderEngine: words },
    records: [{ id: first, underOlderEngine: true, uncounted: null }],
  })

  const second = await steps.sign(hash)
  expect((await steps.signing.receipt(steps.reviewer, { recordId: second })).record.underOlderEngine).toBeNull()
  expect((await steps.signing.receipt(steps.reviewer, { recordId: first })).record.underOlderEngine).toEqual(words)
  expect((await listed('officers')).underOlderEngine).toBeNull()
  expect(await inHistory('officers')).toMatchObject({
    underOlderEngine: null,
    records: [
      { id: second, underOlderEngine: false },
      { id: first, underOlderEngine: true },
    ],
  })
})

it('is not shown for a ruleset that does not use the changed construct', async () => {
  engine.version = BEFORE
  const hash = await steps.save(SOURCE, 'plain')
  const recordId = await steps.sign(hash)
  engine.version = NOW
  expect((await steps.signing.receipt(steps.reviewer, { recordId })).record.underOlderEngine).toBeNull()
  expect((await listed('plain')).underOlderEngine).toBeNull()
  expect(await inHistory('plain')).toMatchObject({ underOlderEngine: null, records: [{ underOlderEngine: false }] })
})

it('is shown for an approval without a signature, which has no recorded engine', async () => {
  const hash = await steps.save(OFFICERS.replace('officers_signed', 'officers'), 'reported')
  const program = { ...(await under.fullCaller()), namespaceId: steps.namespaceId }
  await callOperation(under.services[0]!, 'recordApproval', program, { ruleset_hash: hash, approver: 'Ada' })
  const words = expect.stringContaining('It is not recorded under which engine this was approved.')
  const { unsigned } = await steps.signing.sheet(steps.reviewer, { hash })
  expect(unsigned.map((approval) => approval.underOlderEngine)).toEqual([words])
  expect((await listed('reported')).underOlderEngine).toEqual(words)
})

describe('of the approved base', () => {
  const next = (source: string) => `${source}// the same once more\n`
  const approvedFor = async (by: Caller, hash: string) => (await steps.signing.sheet(by, { hash })).lastApproved

  it('is shown for a revision with the same meaning, with the unit library, until the base is signed again', async () => {
    engine.version = BEFORE
    const base = await steps.save(OFFICERS.replace('officers_signed', 'officers_agree'), 'base')
    await steps.sign(base)
    const hash = await steps.save(next(OFFICERS.replace('officers_signed', 'officers_agree')), 'base')
    engine.version = NOW
    expect((await steps.signing.meaning(steps.reviewer, { hash })).comparison?.answer).toMatchObject({
      same_meaning: true,
    })
    expect(await approvedFor(steps.reviewer, hash)).toMatchObject({
      ...{ hash: base, underOtherLibrary: false },
      underOlderEngine: expect.stringMatching(/^Signed under engine 0\.1\.0\+z3-5\.2\.0\. Since engine 0\.2\.0 /),
    })
    await steps.sign(base)
    expect(await approvedFor(steps.reviewer, hash)).toMatchObject({ underOlderEngine: null, underOtherLibrary: false })
  })

  it('is shown for an approval without a signature, which has no recorded library either', async () => {
    engine.version = NOW
    const base = await steps.save(OFFICERS.replace('officers_signed', 'reported_base'), 'reported base')
    const program = { ...(await under.fullCaller()), namespaceId: steps.namespaceId }
    await callOperation(under.services[0]!, 'recordApproval', program, { ruleset_hash: base, approver: 'Ada' })
    const hash = await steps.save(next(OFFICERS.replace('officers_signed', 'reported_base')), 'reported base')
    expect(await approvedFor(steps.reviewer, hash)).toMatchObject({
      ...{ hash: base, underOtherLibrary: null },
      underOlderEngine: expect.stringContaining('It is not recorded under which engine this was approved.'),
    })
  })

  it('is shown with another unit library than the one in force', async () => {
    const own = await SigningSteps.open(under)
    engine.version = BEFORE
    const context = { caller: own.author, channel: 'program', addressKey: () => 'test' } as const
    const base = await own.save(OFFICERS, 'officers')
    await own.sign(base)
    await under.services[0]!.addConverter(context, { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.2') })
    const hash = await own.save(next(OFFICERS), 'officers')
    engine.version = NOW
    expect(await approvedFor(await own.fresh(own.reviewer), hash)).toMatchObject({
      ...{
        hash: base,
        underOtherLibrary: true,
        underOlderEngine: expect.stringMatching(/^Signed under engine 0\.1\.0/),
      },
    })
  })
})

describe('if the namespace demands an engine that gives the same results', () => {
  const house = async () => {
    engine.version = BEFORE
    const own = await SigningSteps.open(under)
    const bench = under.workbenches[0]!
    const demand = async (currentEngine: boolean) => {
      await bench.settings.change(own.administrator, { currentEngine })
      under.pass(2_000)
    }
    /** The same in every place that shows approval. */
    const statusOf = async (name: string, hash: string) => {
      const reader = await own.fresh(own.reviewer)
      const row = (await bench.revisions.list(reader)).rows.find((each) => each.name === name)!
      const node = await inHistory(name, reader)
      const opened = await bench.revisions.open(reader, name)
      const { demands, records } = await own.signing.sheet(reader, { hash })
      const author = await own.fresh(own.author)
      const { targets } = under.platforms[0]!.platform
      const { items } = await targets.listGuardrails(author, null, { limit: 50, cursor: null })
      const guardrail = items.find((each) => each.name === name)?.ruleset
      expect(new Set([row.approval, node.approval, opened.approval]).size).toBe(1)
      expect(new Set([row.approvalReason, node.approvalReason, opened.approvalReason]).size).toBe(1)
      expect(guardrail?.state === 'approved').toBe(row.approval === 'approved' || row.approval === 'unsigned')
      return { approval: row.approval, reason: row.approvalReason, demands, records }
    }
    const guard = async (name: string, hash: string) => {
      const author = await own.fresh(own.author)
      const { targets } = under.platforms[0]!.platform
      const project = await targets.addProject(author, { name: `of ${name}`, description: '' })
      const input = { name, type: 'policy_rules', configuration: { ruleset_hash: hash } }
      await targets.addGuardrail(author, project.id, guardrailRequest.parse(input))
    }
    return { own, bench, demand, statusOf, guard }
  }

  it('an approval under an older engine does not count until a person approves again', async () => {
    const { own, bench, demand, statusOf, guard } = await house()
    const hash = await own.save(OFFICERS, 'officers')
    const first = await own.sign(hash)
    const plain = await own.save(SOURCE, 'plain')
    await own.sign(plain)
    await guard('officers', hash)
    await guard('plain', plain)
    engine.version = NOW
    expect(await statusOf('officers', hash)).toMatchObject({ approval: 'approved', demands: null })

    await demand(true)
    const older = expect.stringMatching(/^Signed by .* under engine 0\.1\.0\S*, which can give other results/)
    expect(await statusOf('officers', hash)).toMatchObject({
      ...{ approval: 'not_counted', reason: older, demands: { satisfied: false, reason: older } },
      records: [{ id: first, uncounted: older }],
    })
    // A ruleset that uses nothing of the change stays approved.
    expect(await statusOf('plain', plain)).toMatchObject({ approval: 'approved', demands: null })
    expect((await own.signing.receipt(await own.fresh(own.reviewer), { recordId: first })).record.uncounted).toEqual(
      older,
    )

    // Only a counted approval is the base of a comparison.
    const next = await own.save(OFFICERS.replace('ForAll', 'Exists'), 'officers')
    const base = async () => (await own.signing.sheet(await own.fresh(own.reviewer), { hash: next })).lastApproved
    expect(await base()).toBeNull()
    const second = await own.sign(hash, {}, await own.fresh(own.reviewer))
    expect(await base()).toMatchObject({ hash })
    const { records, demands } = await own.signing.sheet(await own.fresh(own.reviewer), { hash })
    expect(demands).toEqual({ satisfied: true, reason: null, missing: [] })
    expect(records.map(({ id, uncounted }) => [id, uncounted])).toEqual([
      [first, older],
      [second, null],
    ])
    await bench.revisions.save(own.author, {
      ...{ namespaceId: own.namespaceId, name: 'officers', source: OFFICERS, message: null, base: next },
    })
    expect(await statusOf('officers', hash)).toMatchObject({ approval: 'approved', reason: null })
  })

  it('an approval without a signature does not count, and counts again without the demand', async () => {
    const { own, demand, statusOf, guard } = await house()
    engine.version = NOW
    const hash = await own.save(OFFICERS, 'reported')
    await guard('reported', hash)
    const program = { ...(await under.fullCaller()), namespaceId: own.namespaceId }
    await callOperation(under.services[0]!, 'recordApproval', program, { ruleset_hash: hash, approver: 'Ada' })
    expect(await statusOf('reported', hash)).toMatchObject({ approval: 'unsigned' })
    await demand(true)
    expect(await statusOf('reported', hash)).toMatchObject({
      approval: 'not_counted',
      reason: expect.stringContaining('it is not recorded under which engine'),
    })
    await demand(false)
    expect(await statusOf('reported', hash)).toMatchObject({ approval: 'unsigned', reason: null })
  })
})

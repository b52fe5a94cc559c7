/**
 * An approval that was signed under an older engine, of a ruleset that means something else since, says so wherever it is shown.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ask, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { SigningDesk, SOURCE } from './testing/signing-desk'

const engine = vi.hoisted(() => ({ version: '' }))
vi.mock('../../contract/versions', async (original) => {
  const { VERSIONS } = await original<typeof import('../../contract/versions')>()
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
let desk: SigningDesk
beforeAll(async () => {
  engine.version = BEFORE
  under = await startServices(1)
  await under.workbenches[0]!.signing.publishedKeys()
  desk = await SigningDesk.open(under)
})
afterAll(() => under.stop())

async function listed(name: string) {
  const rows = await under.workbenches[0]!.revisions.list(desk.reviewer)
  return rows.find((row) => row.name === name)!
}

it('is told on the sheet, the receipt and in the list, until it is signed again', async () => {
  const hash = await desk.save(OFFICERS, 'officers')
  const first = await desk.sign(hash)

  engine.version = NOW
  const words = expect.stringMatching(/^Signed under engine 0\.1\.0\+z3-5\.2\.0\. Since engine 0\.2\.0 .* sign again/)
  const { records } = await desk.signing.sheet(desk.reviewer, { hash })
  expect(records.map((record) => record.underOlderEngine)).toEqual([words])
  expect((await desk.signing.receipt(desk.reviewer, { recordId: first })).record.underOlderEngine).toEqual(words)
  expect(await listed('officers')).toMatchObject({ approval: 'approved', underOlderEngine: words })

  const second = await desk.sign(hash)
  expect((await desk.signing.receipt(desk.reviewer, { recordId: second })).record.underOlderEngine).toBeNull()
  expect((await desk.signing.receipt(desk.reviewer, { recordId: first })).record.underOlderEngine).toEqual(words)
  expect((await listed('officers')).underOlderEngine).toBeNull()
})

it('is not told of a ruleset that uses nothing of what changed', async () => {
  engine.version = BEFORE
  const hash = await desk.save(SOURCE, 'plain')
  const recordId = await desk.sign(hash)
  engine.version = NOW
  expect((await desk.signing.receipt(desk.reviewer, { recordId })).record.underOlderEngine).toBeNull()
  expect((await listed('plain')).underOlderEngine).toBeNull()
})

it('is told of an approval without a signature, of which no engine is recorded', async () => {
  const hash = await desk.save(OFFICERS.replace('officers_signed', 'officers'), 'reported')
  const program = { ...(await under.fullCaller()), namespaceId: desk.namespaceId }
  await ask(under.services[0]!, 'recordApproval', program, { ruleset_hash: hash, approver: 'Ada' })
  const words = expect.stringContaining('It is not recorded under which engine this was approved.')
  const { unsigned } = await desk.signing.sheet(desk.reviewer, { hash })
  expect(unsigned.map((approval) => approval.underOlderEngine)).toEqual([words])
  expect((await listed('reported')).underOlderEngine).toEqual(words)
})

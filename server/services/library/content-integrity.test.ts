/**
 * A text was changed in the database under its hash. One service has it in memory, another one reads it for the first
 * time.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import type { CallContext } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { hashOf, SigningSteps } from '../signing/testing/signing-steps'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'

let under: ServicesUnderTest
let signing: SigningSteps
let program: Caller
let round = 0
let source: string
let hash: string
beforeAll(async () => {
  under = await startServices(2)
  signing = await SigningSteps.open(under)
  program = { ...(await under.fullCaller()), namespaceId: signing.namespaceId }
})
afterAll(() => under.stop())
beforeEach(async () => {
  source = `declare paid as boolean;\nassert is_paid { paid };\n// round ${round++}\n`
  hash = await signing.save(source)
})

const context = (caller: Caller): CallContext => ({ caller, channel: 'program', addressKey: () => 'test' })
/** The damaged text is still UTF-8 and still compiles. */
const damage = () =>
  under.query(`UPDATE ruleset SET source = source || convert_to('// more', 'UTF8') WHERE hash = '${hash}'`)
const restore = () =>
  under.query(
    `UPDATE ruleset SET source = convert_to(E'${source.replaceAll('\n', '\\n')}', 'UTF8') WHERE hash = '${hash}'`,
  )
const readiness = async (service: Service) =>
  JSON.parse((await service.ready(context(program), undefined as never)).body) as {
    integrity: { damaged_texts: number; since: string | null }
  }

async function expectRefused(answer: () => unknown, what = hash): Promise<void> {
  const error = await Promise.resolve()
    .then(answer)
    .then(
      (value) => value,
      (thrown: unknown) => thrown,
    )
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ code: 'ENGINE_ERROR', status: 500, message: expect.stringContaining(what) })
}

describe.each([
  ['that reads it for the first time', 1],
  ['that has it in memory', 0],
])('a service %s', (_, number) => {
  it('refuses every answer that would show, use or sign it', async () => {
    const [service, workbench] = [under.services[number]!, under.workbenches[number]!]
    const prepared = await signing.prepare(hash)
    await damage()
    if (number === 1) {
      await expectRefused(() =>
        callOperation(service, 'check', program, { ruleset_hash: hash, claims: { paid: true } }),
      )
      await expectRefused(() =>
        workbench.batch.terms(signing.author, { rulesetHash: hash, unitLibraryHash: null } as never),
      )
    }
    await expectRefused(() => service.loadRuleset(context(program), { name: 'policy' }))
    await expectRefused(() => service.getPromptPack(context(program), { ruleset_hash: hash }))
    await expectRefused(() => callOperation(service, 'recordApproval', program, { ruleset_hash: hash, approver: 'A' }))
    await expectRefused(() => service.rulesetSource(program, hash))
    await expectRefused(() => workbench.signing.sheet(signing.reviewer, { hash }))
    await expectRefused(() => workbench.revisions.source(signing.author, hash))
    await expectRefused(() => workbench.history.compare(signing.author, { from: hash, to: hash }))
    await expectRefused(() => signing.prove(prepared.ceremonyId))
    expect(await under.query(`SELECT id FROM review_record WHERE hash = '${hash}'`)).toEqual([])
    expect(await under.query(`SELECT id FROM approval WHERE hash = '${hash}'`)).toEqual([])
    // Storing the true bytes again does not hide the damage.
    await expectRefused(() => callOperation(service, 'compile', program, { source }))
    await expectRefused(() => callOperation(service, 'saveRuleset', program, { name: 'policy', source }))
    expect(await workbench.revisions.open(signing.author, 'policy')).toMatchObject({ source: null, hash })
    const { rulesets } = JSON.parse((await service.listRulesets(context(program), {})).body) as {
      rulesets: { name: string }[]
    }
    expect(rulesets.find(({ name }) => name === 'policy')).toMatchObject({ compiles: false, claim_count: null })
  })
})

it('raises one alarm, counts in /ready until it is restored, and never makes the process unready', async () => {
  const service = under.services[0]!
  const before = await readiness(service)
  const alarms = under.alarms.length
  await damage()
  for (let i = 0; i < 2; i++) await expectRefused(() => service.loadRuleset(context(program), { name: 'policy' }))
  expect(under.alarms.slice(alarms)).toEqual([
    { alarm: 'content_integrity', kind: 'ruleset', namespaceId: signing.namespaceId, hash },
  ])
  const answer = await service.ready(context(program), undefined as never)
  expect(answer.status).toBe(200)
  const { integrity } = await readiness(service)
  expect(integrity).toEqual({
    damaged_texts: before.integrity.damaged_texts + 1,
    since: expect.stringMatching(/^\d{4}-/),
  })
  await restore()
  expect(JSON.parse((await service.loadRuleset(context(program), { name: 'policy' })).body)).toMatchObject({ source })
  expect((await readiness(service)).integrity.damaged_texts).toBe(before.integrity.damaged_texts)
})

it('is also refused for a unit library', async () => {
  const added = JSON.parse(
    (
      await under.services[0]!.addConverter(context(program), {
        from_unit: 'EUR',
        to_unit: 'USD',
        factor: { text: '1.1' },
        offset: { text: '0' },
        attribution: null,
      } as never)
    ).body,
  ) as { unit_library_hash: string }
  const library = added.unit_library_hash
  await under.query(`UPDATE unit_library SET canonical = canonical || '\\x0a' WHERE hash = '${library}'`)
  const caller = { ...program, account: { ...program.account, unitLibraryHash: library } }
  await expectRefused(() => callOperation(under.services[1]!, 'compile', caller, { source }), library)
  const replay = { ruleset_hash: hashOf(source), claims: { paid: true }, unit_library_hash: library }
  await expectRefused(() => callOperation(under.services[1]!, 'check', program, replay), library)
  // The rows listed with the hash are another copy of its content.
  await under.query(
    `UPDATE unit_library SET canonical = substring(canonical FOR length(canonical) - 1) WHERE hash = '${library}'`,
  )
  await under.services[1]!.listUnits(context(program), undefined as never)
  await under.query(`UPDATE unit_converter SET factor = '1.2' WHERE namespace_id = '${program.namespaceId}'`)
  await expectRefused(() => under.services[1]!.listUnits(context(program), undefined as never), library)
})

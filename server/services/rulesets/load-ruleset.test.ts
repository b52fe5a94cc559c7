import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { loadedRuleset, revisionPage, savedRuleset } from '../../api/schemas/saved-ruleset'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'

const revision = (text: string) => `declare paid as boolean;\nassert is_paid { paid };\n// ${text}\n`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let tested: ServicesUnderTest
let one: Service
let other: Service
beforeAll(async () => {
  tested = await startServices(2)
  ;[one, other] = tested.services as [Service, Service]
})
afterAll(() => tested.stop())

const context = (caller: Caller) => ({ caller, channel: 'program', addressKey: () => 'test' }) as const
const save = async (on: Service, caller: Caller, name: string, source: string) =>
  savedRuleset.parse(JSON.parse((await on.saveRuleset(context(caller), { name, source })).body))
const load = async (on: Service, caller: Caller, name: string) =>
  loadedRuleset.parse(JSON.parse((await on.loadRuleset(context(caller), { name })).body))
const refusalOf = async (answer: unknown): Promise<Refusal> => {
  const error = await Promise.resolve(answer).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}

it('shows in one process at once what another one saved, moved and approved', async () => {
  const caller = await tested.fullCaller()
  const [first, second] = [revision('first'), revision('second')]
  await save(one, caller, 'policy', first)
  expect(await load(other, caller, 'policy')).toMatchObject({ source: first, approvals: [] })
  await save(one, caller, 'policy', second)
  await one.recordApproval(context(caller), { ruleset_hash: sha256(second), approver: 'Ann' })
  expect(await load(other, caller, 'policy')).toMatchObject({
    source: second,
    approvals: [{ approver: 'Ann' }],
    revision_chain: [sha256(second), sha256(first)],
    stored: { parent_hash: sha256(first), revision_depth: 1 },
    namespace: caller.namespaceId,
  })
  await save(one, caller, 'policy', first)
  expect(await load(other, caller, 'policy')).toMatchObject({ source: first, approvals: [] })
  const stranger = await tested.fullCaller()
  expect((await refusalOf(other.loadRuleset(context(stranger), { name: 'policy' }))).code).toBe('RULESET_NOT_FOUND')
})

it('orders revisions that two processes save at the same time', async () => {
  const caller = await tested.fullCaller()
  const sources = Array.from({ length: 10 }, (_, i) => revision(`at once ${i}`))
  const saved = await Promise.all(sources.map((source, i) => save(i % 2 === 0 ? one : other, caller, 'policy', source)))
  const { revision_chain: chain } = await load(one, caller, 'policy')
  expect([...chain].sort()).toEqual(sources.map(sha256).sort())
  for (const { ruleset_hash: hash, parent_hash: parent } of saved)
    expect(parent).toBe(chain[chain.indexOf(hash) + 1] ?? null)
})

it('loads by name the bytes that compile answers, except for what is stored with them', async () => {
  const caller = await tested.fullCaller()
  const source = revision('the same bytes')
  await save(one, caller, 'policy', source)
  const { approvals, name, namespace, revision_chain, ...loaded } = await load(one, caller, 'policy')
  expect(loaded).toEqual(JSON.parse((await other.compile(context(caller), { source })).body))
  expect({ approvals, name, namespace, revision_chain }).toEqual({
    approvals: [],
    name: 'policy',
    namespace: caller.namespaceId,
    revision_chain: [sha256(source)],
  })
})

it('refuses a stored source that no longer compiles with its diagnostics, and says that it is the stored one', async () => {
  const caller = await tested.fullCaller()
  const source = 'declare paid as boolean;\nassert is_paid { unpaid };\n'
  const hash = sha256(source)
  await tested.query(`
    INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
    VALUES ('${caller.namespaceId}', '${hash}', convert_to('${source}', 'UTF8'), 0, now())`)
  await tested.query(`INSERT INTO ruleset_name VALUES ('${caller.namespaceId}', 'policy', '${hash}', now())`)
  const refusal = await refusalOf(one.loadRuleset(context(caller), { name: 'policy' }))
  expect(refusal).toMatchObject({ code: 'COMPILE_FAILED', status: 422 })
  expect(refusal.message).toContain(`The source stored under the name "policy" (${hash}) no longer compiles.`)
  expect(refusal.details.diagnostics).toContainEqual(expect.objectContaining({ severity: 'error', line: 2 }))
  expect(refusal.details.hint).toContain('assert')
  // The name can be saved again, and the broken text is the parent.
  expect(await save(one, caller, 'policy', revision('corrected'))).toMatchObject({ parent_hash: hash, created: true })
  expect(await load(one, caller, 'policy')).toMatchObject({ revision_chain: [sha256(revision('corrected')), hash] })
})

it('answers a bounded page of revisions, even if the ruleset no longer compiles', async () => {
  const caller = await tested.fullCaller()
  const long = `declare paid as boolean;\n${Array.from({ length: 400 }, (_, i) => `assert rule_${i} { paid };\n`).join('')}`
  await save(one, caller, 'policy', revision('first'))
  const { ruleset_hash: hash } = await save(one, caller, 'policy', long)
  await one.recordApproval(context(caller), { ruleset_hash: hash, approver: 'Ann' })
  const page = async (input: object) =>
    revisionPage.parse(
      JSON.parse((await one.loadRuleset(context(caller), { name: 'policy', limit: 1, ...input })).body),
    )
  const first = await page({})
  expect(first).toMatchObject({
    ...{ ruleset_hash: hash, revision_chain: [hash], next: hash, name: 'policy', namespace: caller.namespaceId },
    stored: { parent_hash: sha256(revision('first')), revision_depth: 1 },
  })
  expect(JSON.stringify(first).length).toBeLessThan(1_000)
  expect(await page({ after: hash })).toMatchObject({ revision_chain: [sha256(revision('first'))], next: null })

  const source = 'declare paid as boolean;\nassert is_paid { unpaid };\n'
  await tested.query(`
    INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
    VALUES ('${caller.namespaceId}', '${sha256(source)}', convert_to('${source}', 'UTF8'), 0, now())`)
  await tested.query(`UPDATE ruleset_name SET hash = '${sha256(source)}' WHERE namespace_id = '${caller.namespaceId}'`)
  expect(await page({})).toMatchObject({ revision_chain: [sha256(source)], next: null })
})

it('stores nothing if a save is refused', async () => {
  const caller = await tested.fullCaller()
  const broken = 'assert x { nothing };\n'
  const requests = [
    { name: 'policy', source: broken },
    { name: 'policy', source: revision('orphan'), parent_hash: 'a'.repeat(64) },
    { name: 'n'.repeat(129), source: revision('long name') },
  ]
  const codes = []
  for (const request of requests) codes.push((await refusalOf(one.saveRuleset(context(caller), request))).code)
  expect(codes).toEqual(['COMPILE_FAILED', 'RULESET_NOT_FOUND', 'BUDGET_EXCEEDED'])
  const stored = await tested.query(`SELECT FROM ruleset WHERE namespace_id = '${caller.namespaceId}'`)
  const bound = await tested.query(`SELECT FROM ruleset_name WHERE namespace_id = '${caller.namespaceId}'`)
  expect([stored.length, bound.length]).toEqual([0, 0])
})

it('refuses bytes for which the namespace has no room, and moves no name', async () => {
  const caller = await tested.fullCaller()
  await save(one, caller, 'policy', revision('fits'))
  const limit = 256 * 1_024 * 1_024
  await tested.query(`UPDATE namespace SET stored_bytes = ${limit - 1} WHERE id = '${caller.namespaceId}'`)
  const source = revision('does not fit')
  const refusal = await refusalOf(one.saveRuleset(context(caller), { name: 'policy', source }))
  expect(refusal).toMatchObject({
    code: 'BUDGET_EXCEEDED',
    details: { budget: 'namespace_bytes', limit, actual: limit - 1 + source.length },
  })
  expect(await load(one, caller, 'policy')).toMatchObject({ source: revision('fits') })
})

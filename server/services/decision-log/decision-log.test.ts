/** Checks as they are recorded, proven, redacted and erased, over a real database and engine. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecisionLogSettings } from '../../api/terms/decision-log-words'
import { verifyReceiptFile } from '../../attestation/checks/verify-file'
import { readKeySet } from '../../attestation/published-keys'
import { readJson } from '../../language/numeric/lossless-json'
import type { Success } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import { readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'

const SOURCE = `declare paid as boolean;
// @unit weight kg
declare weight as numeric;
declare customer as enum {"ann", "bob"};
assert is_paid { paid };
assert light { weight < 30 "kg" };
`
const KEPT: DecisionLogSettings = {
  ...{ enabled: true, retentionDays: 30, redaction: 'keep', exceptions: {}, beforeAnswer: true },
}

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1)
})
afterAll(() => tested.stop())

interface House {
  readonly administrator: Caller
  readonly program: Caller
  check(claims: Record<string, unknown>): Promise<Success>
}

async function house(settings: DecisionLogSettings | null): Promise<House> {
  const administrator = await tested.personCaller(['administrator'])
  const [workbench, service] = [tested.workbenches[0]!, tested.services[0]!]
  if (settings !== null) await workbench.settings.change(administrator, { decisionLog: settings })
  const { token } = await workbench.credentials.issue(administrator, { label: 'p', tier: 'standard', expiresAt: null })
  const program = await service.authenticate(token)
  const check = async (claims: Record<string, unknown>) =>
    service.check(
      { caller: await service.authenticate(token), channel: 'program', addressKey: () => 'test' },
      { source: SOURCE, claims: { from: 'value', value: claims } },
    )
  return { administrator, program, check }
}

const list = (caller: Caller, claim: { name: string; value: string } | null = null) =>
  tested.workbenches[0]!.decisionLog.list(caller, {
    ...{ rulesetHash: null, from: null, to: null, claim, after: null, limit: 100 },
  })
const published = async () => readKeySet(await tested.workbenches[0]!.signing.publishedKeys())!
const CLAIMS = { paid: true, weight: '12 kg', customer: 'ann' }

/** Entries of a complete tile (C2SP tlog-tiles). */
const TILE = 256

it('receipts verify in a log that fills tiles, for the first and last entry of each', {
  timeout: 120_000,
}, async () => {
  const { administrator, check } = await house(KEPT)
  const { decisionLog } = tested.workbenches[0]!
  const ids: string[] = []
  for (const size of [TILE - 1, TILE, TILE + 1, 2 * TILE + 3]) {
    const made = await Promise.all(Array.from({ length: size - ids.length }, () => check(CLAIMS)))
    ids.push(...made.map(({ checkId }) => checkId!))
    const { rows } = await list(administrator)
    expect(rows[0]!.index).toBe(String(size - 1))
    for (const id of [ids[0]!, ids.at(-1)!, ids[Math.min(size - 1, TILE)]!]) {
      const { text } = await decisionLog.receipt(administrator, id)
      expect(verifyReceiptFile(text, await published())).toMatchObject({ ok: true })
    }
  }
})

describe('a check', () => {
  it('is recorded only while the log is switched on', async () => {
    const { administrator, check } = await house(null)
    expect((await check(CLAIMS)).checkId).toBeUndefined()
    await tested.workbenches[0]!.settings.change(administrator, { decisionLog: KEPT })
    const { checkId, body } = await check(CLAIMS)
    await tested.workbenches[0]!.settings.change(administrator, { decisionLog: { ...KEPT, enabled: false } })
    expect((await check(CLAIMS)).checkId).toBeUndefined()
    const { rows } = await list(administrator)
    expect(rows).toMatchObject([{ index: '0', checkId, isErased: false }])
    const answer = JSON.parse(body) as { ruleset_hash: string; versions: { engine_version: string } }
    expect(rows[0]!.facts).toMatchObject({
      ...{ checkId, namespaceId: administrator.namespaceId, rulesetHash: answer.ruleset_hash, unitLibraryHash: null },
      ...{ publicUrl: 'https://rules.example.org', engineVersion: answer.versions.engine_version, call: null },
      answers: [
        ['is_paid', 'TRUE'],
        ['light', 'TRUE'],
      ],
    })
    expect(createHash('sha256').update(SOURCE).digest('hex')).toBe(answer.ruleset_hash)
  })

  it('has a receipt that verifies with the published keys, before and after its values are erased', async () => {
    const { administrator, program, check } = await house(KEPT)
    const ids = [(await check(CLAIMS)).checkId!, (await check({ ...CLAIMS, paid: false })).checkId!]
    const { decisionLog } = tested.workbenches[0]!
    const open = async (id: string) =>
      verifyReceiptFile((await decisionLog.openReceipt(administrator, id)).text, await published())
    const plain = async (id: string) =>
      verifyReceiptFile((await decisionLog.receipt(program, id)).text, await published())
    const opened = await open(ids[1]!)
    expect([opened.ok, opened.remarks]).toEqual([true, []])
    expect(JSON.parse(opened.check!.claims!)).toMatchObject({ claims: { ...CLAIMS, paid: false } })
    expect(opened.check!.facts.answers[0]).toEqual(['is_paid', 'FALSE'])
    expect((await plain(ids[0]!)).check!.claims).toBeNull()
    expect(await decisionLog.erase(administrator, { checkIds: ids })).toEqual({ erased: 2, searched: 2 })
    expect(await decisionLog.erase(administrator, { checkIds: ids })).toEqual({ erased: 0, searched: 2 })
    for (const id of ids) expect(await open(id)).toMatchObject({ ok: true, check: { claims: null } })
    expect((await readLog(tested, administrator.namespaceId)).at(-1)).toMatchObject({
      kind: 'exported',
    })
    const events = (await readLog(tested, administrator.namespaceId)).filter(({ kind }) => kind === 'checks_erased')
    expect(events).toEqual([{ kind: 'checks_erased', actor: administrator.label, details: { count: 2, by: 'check' } }])
  })

  it('keeps, hashes or drops each claim, and is found and erased by the value of one', async () => {
    const rule = { redaction: 'drop', exceptions: { customer: 'hash', paid: 'keep' } } as const
    const { administrator, check } = await house({ ...KEPT, ...rule })
    const [ann, bob] = [(await check(CLAIMS)).checkId!, (await check({ ...CLAIMS, customer: 'bob' })).checkId!]
    const { decisionLog } = tested.workbenches[0]!
    const claimsOf = async (id: string) => {
      const { check: opened } = verifyReceiptFile((await decisionLog.openReceipt(administrator, id)).text, null)
      return opened!.claims === null ? null : (JSON.parse(opened!.claims) as { claims: unknown }).claims
    }
    expect(await claimsOf(ann)).toEqual({
      paid: true,
      customer: { hmac_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const found = await list(administrator, { name: 'customer', value: 'ann' })
    expect(found.rows.map(({ checkId }) => checkId)).toEqual([ann])
    const ofAnn = { claim: 'customer', value: 'ann' }
    expect(await decisionLog.erase(administrator, ofAnn)).toEqual({ erased: 1, searched: 2 })
    expect(await claimsOf(ann)).toBeNull()
    expect((await list(administrator, { name: 'customer', value: 'ann' })).rows).toEqual([])
    expect(await claimsOf(bob)).not.toBeNull()
    const paid = { claim: 'paid', value: 'true' }
    expect(await decisionLog.erase(administrator, paid)).toEqual({ erased: 1, searched: 1 })
    expect(await claimsOf(bob)).toBeNull()
  })

  it('drops and hashes members of records and lists under each spelling', async () => {
    const SPELLED = `version 1.4;
declare amount as numeric;
declare person as record { name as text, age as numeric };
declare drivers as list of { licence as text, city as text } up to 3;
assert low { amount < 5 };
`
    const rule = {
      redaction: 'hash',
      exceptions: { person: 'drop', drivers: 'keep', 'drivers[].licence': 'drop' },
    } as const
    const { administrator, program } = await house({ ...KEPT, ...rule })
    const [person, drivers] = ['{"name":"Secret","age":5}', '[{"licence":"Secret","city":"Bonn"}]']
    const spellings = [
      `"person":${person},"drivers":${drivers}`,
      `"person.name":"Secret","person.age":5,"drivers":${drivers}`,
      `"person":${person},"drivers":1,"drivers[1].licence":"Secret","drivers[1].city":"Bonn"`,
    ]
    for (const claims of spellings) {
      const read = readJson(`{"amount":1,${claims}}`)
      const value = ('value' in read ? read.value : {}) as Record<string, unknown>
      const caller = { ...program, account: { ...program.account, decisionLog: { ...KEPT, ...rule } } }
      const { checkId } = await tested.services[0]!.check(
        { caller, channel: 'program', addressKey: () => 'test' },
        { source: SPELLED, claims: { from: 'value', value } },
      )
      const { text } = await tested.workbenches[0]!.decisionLog.openReceipt(administrator, checkId!)
      expect(text).toContain('Bonn')
      expect(text).not.toContain('Secret')
    }
  })

  it('loses its values, and nothing else, when their retention is over', async () => {
    const { administrator, check } = await house(KEPT)
    await check(CLAIMS)
    tested.pass(29 * 86_400_000)
    await check(CLAIMS)
    await tested.store.sweepDecisions(new Date(tested.now()))
    const erased = async () => (await list(administrator)).rows.map(({ isErased }) => isErased)
    expect(await erased()).toEqual([false, false])
    tested.pass(2 * 86_400_000)
    await tested.store.sweepDecisions(new Date(tested.now()))
    expect(await erased()).toEqual([false, true])
    await tested.workbenches[0]!.settings.change(administrator, { decisionLog: { ...KEPT, retentionDays: 1 } })
    await tested.store.sweepDecisions(new Date(tested.now()))
    expect(await erased()).toEqual([true, true])
  })

  it('has the same statement whatever waits for it', async () => {
    const { administrator, check } = await house({ ...KEPT, beforeAnswer: false })
    const made = await Promise.all(Array.from({ length: 40 }, () => check(CLAIMS)))
    await expect.poll(async () => (await list(administrator)).rows.length).toBe(40)
    const { rows } = await list(administrator)
    expect(new Set(rows.map(({ checkId }) => checkId))).toEqual(new Set(made.map(({ checkId }) => checkId)))
    expect(rows.map(({ index }) => Number(index))).toEqual(Array.from({ length: 40 }, (_, nth) => 39 - nth))
  })
})

it('neither shows, erases nor proves checks of another namespace', async () => {
  const { check } = await house(KEPT)
  const checkId = (await check(CLAIMS)).checkId!
  const { administrator: stranger } = await house(KEPT)
  const { decisionLog } = tested.workbenches[0]!
  expect((await list(stranger)).rows).toEqual([])
  expect(await decisionLog.erase(stranger, { checkIds: [checkId] })).toEqual({ erased: 0, searched: 1 })
  for (const read of [decisionLog.receipt, decisionLog.openReceipt])
    await expect(read(stranger, checkId)).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
  await expect(decisionLog.receipt(stranger, randomUUID())).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
})

/** Runs on a real database with two services that share nothing else. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRequest } from '../../api/read-request'
import { converterRequest } from '../../api/schemas/units'
import type { CallContext } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
const HASH = createHash('sha256').update(SOURCE).digest('hex')
const DAY_MS = 86_400_000

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(2)
})
afterAll(() => tested.stop())

type Kind = 'approve' | 'save' | 'convert'

interface Call {
  readonly key: number
  readonly kind: Kind
}

/** The n-th request of a kind; another number gives another request. */
const CALLS: Readonly<Record<Kind, (service: Service, context: CallContext, n: number) => unknown>> = {
  approve: (service, context, n) => service.recordApproval(context, { ruleset_hash: HASH, approver: `Ann ${n}` }),
  save: (service, context, n) => service.saveRuleset(context, { name: `policy ${n}`, source: SOURCE }),
  convert: (service, context, n) =>
    service.addConverter(
      context,
      readRequest(converterRequest, `{"from_unit": "EUR", "to_unit": "USD", "factor": 1.${n + 1}}`, true),
    ),
}

async function send(service: Service, caller: Caller, { key, kind }: Call, n = key): Promise<string> {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const repeatable = { keySha256: sha256(`key ${key}`), requestSha256: sha256(`${kind} ${n}`) }
  const context: CallContext = { caller, channel: 'program', addressKey: () => 'test', repeatable }
  return ((await CALLS[kind](service, context, n)) as { body: string }).body
}

async function callerWithRuleset(): Promise<Caller> {
  const caller = await tested.fullCaller()
  await tested.services[0]!.compile({ caller, channel: 'program', addressKey: () => 'test' }, { source: SOURCE })
  return caller
}

/** Counts the namespace's records by kind. */
async function countRecords({ namespaceId }: Caller): Promise<Readonly<Record<Kind, number>>> {
  const [counted] = await tested.query<Record<Kind, number>>(`
    SELECT (SELECT count(*)::int FROM approval WHERE namespace_id = '${namespaceId}') AS approve,
           (SELECT count(*)::int FROM name_binding WHERE namespace_id = '${namespaceId}') AS save,
           (SELECT count(*)::int FROM unit_converter WHERE namespace_id = '${namespaceId}') AS convert`)
  return counted!
}

/** Keys, each with its request, and when and where it is sent. Sends of one round run at the same time. */
const order = fc.record({
  kinds: fc.array(fc.constantFrom<Kind>('approve', 'save', 'convert'), { minLength: 1, maxLength: 3 }),
  rounds: fc.array(fc.array(fc.record({ key: fc.nat(2), process: fc.nat(1) }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** Answers are lost after this round, as if the process ended between the commit and keeping its answer. */
  lostAfter: fc.nat(3),
})

async function holdsForOrder({ kinds, rounds, lostAfter }: typeof order extends fc.Arbitrary<infer T> ? T : never) {
  const caller = await callerWithRuleset()
  const answers = new Map<number, string[]>()
  for (const [at, round] of rounds.entries()) {
    await Promise.all(
      round.map(async ({ key: drawn, process }) => {
        const key = drawn % kinds.length
        const answer = await send(tested.services[process]!, caller, { key, kind: kinds[key]! })
        if (at !== lostAfter) answers.set(key, [...(answers.get(key) ?? []), answer])
      }),
    )
    if (at === lostAfter)
      await tested.query(`UPDATE repeatable_call SET answer = NULL WHERE namespace_id = '${caller.namespaceId}'`)
  }
  for (const [key, each] of answers) expect(new Set(each).size, `answers of key ${key}`).toBe(1)
  const sent = new Set(rounds.flat().map(({ key }) => key % kinds.length))
  const expected = (kind: Kind) => [...sent].filter((key) => kinds[key] === kind).length
  expect(await countRecords(caller)).toEqual({
    approve: expected('approve'),
    save: expected('save'),
    convert: expected('convert'),
  })
}

it('records a call once and answers its repetitions with the same bytes, in any order on two processes', async () => {
  await fc.assert(fc.asyncProperty(order, holdsForOrder), { numRuns: 30 })
})

/** A release tries 10,000. */
const ORDERS = Number(process.env.REPEATED_ORDERS ?? 1_000)

it('does so in 1,000 orders, or in as many as REPEATED_ORDERS says', {
  tags: ['nightly'],
  timeout: 3_600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(order, holdsForOrder), { numRuns: ORDERS })
})

it('answers a repeated converter as before, even after another converter was added', async () => {
  const caller = await callerWithRuleset()
  const [one, other] = tested.services as [Service, Service]
  const first = await send(one, caller, { key: 0, kind: 'convert' })
  await send(other, caller, { key: 1, kind: 'convert' })
  expect(await send(other, caller, { key: 0, kind: 'convert' })).toBe(first)
  await tested.query(`UPDATE repeatable_call SET answer = NULL WHERE namespace_id = '${caller.namespaceId}'`)
  expect(await send(one, caller, { key: 0, kind: 'convert' })).toBe(first)
  expect((await countRecords(caller)).convert).toBe(2)
})

it('does not move a name back after a repeated save', async () => {
  const caller = await callerWithRuleset()
  const [one, other] = tested.services as [Service, Service]
  const saved = await send(one, caller, { key: 0, kind: 'save' })
  const context = { caller, channel: 'program', addressKey: () => 'test' } as const
  await other.saveRuleset(context, { name: 'policy 0', source: SOURCE.replaceAll('paid', 'settled') })
  expect(await send(other, caller, { key: 0, kind: 'save' })).toBe(saved)
  expect((await countRecords(caller)).save).toBe(2)
})

it('refuses a key that came with another request, before and while the first call runs', async () => {
  const caller = await callerWithRuleset()
  const [one, other] = tested.services as [Service, Service]
  const refusal = { code: 'BAD_REQUEST', status: 422 }
  await send(one, caller, { key: 0, kind: 'approve' })
  await expect(send(other, caller, { key: 0, kind: 'approve' }, 1)).rejects.toMatchObject(refusal)
  await expect(send(other, caller, { key: 0, kind: 'save' })).rejects.toMatchObject(refusal)
  const both = await Promise.allSettled([
    send(one, caller, { key: 5, kind: 'approve' }, 1),
    send(other, caller, { key: 5, kind: 'approve' }, 2),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await countRecords(caller)).approve).toBe(2)
})

it('keeps a key free after a refusal, and separate from the keys of other credentials', async () => {
  const caller = await tested.fullCaller()
  const [one] = tested.services as [Service]
  await expect(send(one, caller, { key: 0, kind: 'approve' })).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
  await one.compile({ caller, channel: 'program', addressKey: () => 'test' }, { source: SOURCE })
  await send(one, caller, { key: 0, kind: 'approve' })
  const stranger = await callerWithRuleset()
  await send(one, stranger, { key: 0, kind: 'approve' }, 3)
  expect([(await countRecords(caller)).approve, (await countRecords(stranger)).approve]).toEqual([1, 1])
})

it('forgets a key after a day', async () => {
  const caller = await callerWithRuleset()
  const [one, other] = tested.services as [Service, Service]
  const first = await send(one, caller, { key: 0, kind: 'approve' })
  tested.pass(DAY_MS - 60_000)
  expect(await send(other, caller, { key: 0, kind: 'approve' })).toBe(first)
  tested.pass(120_000)
  expect(await send(other, caller, { key: 0, kind: 'approve' })).not.toBe(first)
  expect((await countRecords(caller)).approve).toBe(2)
  const swept = await tested.store.sweepCalls(new Date(tested.now() + 1))
  expect(swept).toBeGreaterThan(0)
})

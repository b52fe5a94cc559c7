/** Several ledgers with their own stores act as several server processes. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { openStore, type Store } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { type Caller, PLAIN_ACCOUNT } from '../calls/caller'
import { CallLedger, type Charged, type Refund } from './call-ledger'
import { FlushTimer } from './flush-timer'
import { createSoloGroup, type ProcessGroup } from './process-group'

const NOVEMBER = Date.parse('2026-11-30T23:59:00.000Z')
const MINUTE = 60_000

let database: EmbeddedPostgres
const dataDir = mkdtempSync(join(tmpdir(), 'ledger-'))
const stores: Store[] = []
let clock = NOVEMBER

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir, log: silentLog })
  for (let i = 0; i < 3; i++)
    stores.push(await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, connections: 4 }))
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await database.stop()
  rmSync(dataDir, { recursive: true })
})
beforeEach(() => {
  clock = NOVEMBER
})

/** The ledger of another process, with a `write` that does the work of its timer. */
function newProcess(store: Store = stores[0]!, group: ProcessGroup = createSoloGroup(() => clock)) {
  const timer = new FlushTimer(
    () => () => {},
    (error) => {
      throw error
    },
  )
  const ledger = new CallLedger(store, () => clock, timer, group)
  return { ledger, write: () => timer.stop() }
}

async function newNamespace(checksPerMonth: number | null): Promise<Caller> {
  const namespaceId = randomUUID()
  await stores[0]!.ensureNamespace({ id: namespaceId, displayName: 'test', at: new Date(clock) })
  await stores[0]!.setAccount(namespaceId, { checksPerMonth }, { actor: 'operator', at: new Date() })
  return {
    grade: 'full',
    tier: 'standard',
    namespaceId,
    credentialId: randomUUID(),
    person: null,
    label: 'test',
    expiresAt: null,
    caps: { perDay: null, total: null },
    account: { ...PLAIN_ACCOUNT, checksPerMonth },
  }
}

async function newEvaluation(callsPerDay: number, callsTotal: number): Promise<Caller> {
  const [credentialId, namespaceId] = [randomUUID(), randomUUID()]
  await stores[0]!.issueEvaluationCredential({
    credentialId,
    namespaceId,
    tokenSha256: randomBytes(32),
    label: '',
    callsPerDay,
    callsTotal,
    at: new Date(clock),
    expiresAt: new Date(clock + 10 * 86_400_000),
    addressKey: randomUUID(),
    issuedPerHour: 1,
  })
  return {
    grade: 'evaluation',
    tier: 'evaluation',
    namespaceId,
    credentialId,
    person: null,
    label: '',
    expiresAt: null,
    caps: { perDay: callsPerDay, total: callsTotal },
    account: PLAIN_ACCOUNT,
  }
}

/** Reserves many calls at once and returns the refunds and the refusals. */
async function letThrough(ledger: CallLedger, caller: Caller, calls: number, charged: Charged = 'check') {
  const answers = await Promise.all(
    Array.from({ length: calls }, async () => {
      try {
        return await ledger.reserve(caller, charged)
      } catch (error) {
        return error as Refusal
      }
    }),
  )
  const refunds = answers.filter((answer) => typeof answer === 'function')
  return { refunds, refusals: answers.filter((answer) => answer instanceof Refusal) }
}

const anew = (caller: Caller, checksPerMonth: number | null): Caller => ({
  ...caller,
  account: { ...caller.account, checksPerMonth },
})

describe('the allowance of a namespace', () => {
  it.each([1, 7, 100, 1_000])('lets %i checks through and not one more', async (allowance) => {
    const caller = await newNamespace(allowance)
    const { ledger } = newProcess()
    expect((await letThrough(ledger, caller, allowance)).refusals).toEqual([])
    expect(await ledger.usage(caller)).toMatchObject({ used: allowance, limit: allowance, remaining: 0 })
    const { refunds, refusals } = await letThrough(ledger, caller, 1)
    expect(refunds).toEqual([])
    expect(refusals[0]).toMatchObject({ code: 'ENTITLEMENT_EXCEEDED', status: 402, headers: { 'retry-after': '60' } })
    expect(refusals[0]!.message).toContain(`The ${allowance} checks`)
    expect(refusals[0]!.message).toContain('2026-12-01T00:00:00.000Z')
  })

  it('lets nothing through if it is 0', async () => {
    const caller = await newNamespace(0)
    expect((await letThrough(newProcess().ledger, caller, 1)).refunds).toEqual([])
  })

  it('refunds a check that was refused', async () => {
    const caller = await newNamespace(2)
    const { ledger } = newProcess()
    const { refunds } = await letThrough(ledger, caller, 2)
    refunds[0]!()
    expect(await ledger.usage(caller)).toMatchObject({ used: 1, remaining: 1 })
    expect((await letThrough(ledger, caller, 2)).refunds).toHaveLength(1)
  })

  it('charges only for checks', async () => {
    const caller = await newNamespace(1)
    const { ledger } = newProcess()
    expect((await letThrough(ledger, caller, 5, 'compile')).refunds).toHaveLength(5)
    expect((await letThrough(ledger, caller, 5, 'prompt_pack')).refunds).toHaveLength(5)
    expect(await ledger.usage(caller)).toMatchObject({ used: 0, remaining: 1 })
  })

  it('starts again each month, and a later refund counts for its own month', async () => {
    const caller = await newNamespace(3)
    const { ledger, write } = newProcess()
    const { refunds } = await letThrough(ledger, caller, 3)
    clock += MINUTE
    expect(await ledger.usage(caller)).toEqual({
      used: 0,
      limit: 3,
      remaining: 3,
      resetsAt: new Date('2027-01-01T00:00:00.000Z'),
      daily: null,
      total: null,
    })
    expect((await letThrough(ledger, caller, 4)).refunds).toHaveLength(3)
    refunds[0]!()
    await write()
    expect((await letThrough(ledger, caller, 1)).refunds).toEqual([])
    expect(await stores[0]!.countChecks(caller.namespaceId!, '2026-11-01')).toBe(2)
    expect(await stores[0]!.countChecks(caller.namespaceId!, '2026-12-01')).toBe(3)
  })

  it('is shared by all credentials of the namespace and by all processes', async () => {
    const caller = await newNamespace(500)
    const processes = stores.map((store) => newProcess(store))
    const answers = await Promise.all(
      processes.map(({ ledger }) => letThrough(ledger, { ...caller, credentialId: randomUUID() }, 300)),
    )
    const through = answers.reduce((sum, { refunds }) => sum + refunds.length, 0)
    // One process may keep an unused block while another is refused. Its calls are not lost.
    expect(through).toBeLessThanOrEqual(500)
    expect(through).toBeGreaterThan(500 - 3 * 5)
    for (const { ledger } of processes) await ledger.returnRests()
    expect((await letThrough(newProcess().ledger, caller, 500)).refunds).toHaveLength(500 - through)
  })

  it('applies at once when it is lowered, even to leased calls', async () => {
    const caller = await newNamespace(1_000)
    const { ledger } = newProcess()
    const { refunds } = await letThrough(ledger, caller, 3)
    await stores[1]!.setAccount(caller.namespaceId!, { checksPerMonth: 4 }, { actor: 'operator', at: new Date() })
    const now = anew(caller, 4)
    expect((await letThrough(ledger, now, 3)).refunds).toHaveLength(1)
    expect(await ledger.usage(now)).toMatchObject({ used: 4, remaining: 0 })
    refunds[0]!()
    expect((await letThrough(ledger, now, 2)).refunds).toHaveLength(1)
    await stores[1]!.setAccount(caller.namespaceId!, { checksPerMonth: 2 }, { actor: 'operator', at: new Date() })
    expect((await letThrough(ledger, anew(caller, 2), 1)).refunds).toEqual([])
    expect(await ledger.usage(anew(caller, 2))).toMatchObject({ used: 4, remaining: 0 })
  })

  it('lets more calls through when it is raised, even while calls carry different allowances', async () => {
    const caller = await newNamespace(2)
    const { ledger } = newProcess()
    expect((await letThrough(ledger, caller, 3)).refunds).toHaveLength(2)
    await stores[1]!.setAccount(caller.namespaceId!, { checksPerMonth: 100 }, { actor: 'operator', at: new Date() })
    const late = letThrough(ledger, caller, 20)
    const early = letThrough(ledger, anew(caller, 100), 20)
    expect((await late).refunds.length + (await early).refunds.length).toBe(40)
    expect(await ledger.usage(anew(caller, 100))).toMatchObject({ used: 42, remaining: 58 })
  })

  it('includes checks made before it was set', async () => {
    const caller = await newNamespace(null)
    const [one, other] = [newProcess(), newProcess(stores[1])]
    await letThrough(one.ledger, caller, 4)
    await letThrough(other.ledger, caller, 2)
    await other.write()
    await stores[1]!.setAccount(caller.namespaceId!, { checksPerMonth: 10 }, { actor: 'operator', at: new Date() })
    // Its own four checks were not written yet.
    expect((await letThrough(one.ledger, anew(caller, 10), 5)).refunds).toHaveLength(4)
    await one.write()
    expect(await one.ledger.usage(anew(caller, 10))).toMatchObject({ used: 10, remaining: 0 })
  })

  it('is never passed and loses nothing, whatever several processes do', { tags: ['nightly'] }, async () => {
    const step = fc.record({
      process: fc.nat(2),
      act: fc.oneof(
        { weight: 6, arbitrary: fc.record({ reserve: fc.integer({ min: 1, max: 30 }) }) },
        { weight: 3, arbitrary: fc.record({ refund: fc.integer({ min: 1, max: 10 }) }) },
        { weight: 1, arbitrary: fc.record({ write: fc.constant(true) }) },
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400),
        fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 6 }),
        async (allowance, rounds) => {
          const caller = await newNamespace(allowance)
          const processes = stores.map((store) => ({ ...newProcess(store), refunds: [] as Refund[] }))
          for (const round of rounds) {
            await Promise.all(
              round.map(async ({ process, act }) => {
                const { ledger, refunds, write } = processes[process]!
                if ('reserve' in act) refunds.push(...(await letThrough(ledger, caller, act.reserve)).refunds)
                else if ('refund' in act) for (const refund of refunds.splice(0, act.refund)) refund()
                else await write()
              }),
            )
            const refunds = processes.reduce((sum, process) => sum + process.refunds.length, 0)
            expect(refunds).toBeLessThanOrEqual(allowance)
          }
          for (const { ledger, write } of processes) {
            await write()
            await ledger.returnRests()
          }
          const refunds = processes.reduce((sum, process) => sum + process.refunds.length, 0)
          expect(await stores[0]!.countChecks(caller.namespaceId!, '2026-11-01')).toBe(refunds)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('a namespace without an allowance', () => {
  it('is counted and never refused', async () => {
    const caller = await newNamespace(null)
    const { ledger, write } = newProcess()
    const { refunds } = await letThrough(ledger, caller, 20)
    const used = async () => (await ledger.usage(caller)).used
    expect(await ledger.usage(caller)).toEqual({
      used: 20,
      limit: null,
      remaining: null,
      resetsAt: new Date('2026-12-01T00:00:00.000Z'),
      daily: null,
      total: null,
    })
    await write()
    expect(await used()).toBe(20)
    refunds[0]!() // already written
    expect(await used()).toBe(19)
    await write()
    expect(await used()).toBe(19)
    await letThrough(ledger, caller, 1)
    refunds[1]!()
    refunds[2]!()
    expect(await used()).toBe(18)
    clock += MINUTE
    await letThrough(ledger, caller, 2)
    await write()
    expect(await used()).toBe(2)
    expect(await stores[0]!.countChecks(caller.namespaceId!, '2026-11-01')).toBe(18)
  })

  it('is reported once while its checks are written', async () => {
    const caller = await newNamespace(null)
    let writeInBetween = async () => {}
    const store: Store = Object.assign(Object.create(stores[0]!) as Store, {
      countChecks: async (...counted: Parameters<Store['countChecks']>) => {
        await writeInBetween()
        return stores[0]!.countChecks(...counted)
      },
    })
    const { ledger, write } = newProcess(store)
    await letThrough(ledger, caller, 7)
    writeInBetween = write
    expect((await ledger.usage(caller)).used).toBe(7)
  })

  it('is counted once when several processes write at the same time', async () => {
    const callers = await Promise.all([newNamespace(null), newNamespace(null)])
    const processes = stores.map((store) => newProcess(store))
    for (const [index, { ledger }] of processes.entries())
      for (const caller of callers) await letThrough(ledger, caller, index + 1)
    await Promise.all(processes.map(({ write }) => write()))
    for (const { namespaceId } of callers)
      expect(await stores[0]!.countChecks(namespaceId!, '2026-11-01')).toBe(1 + 2 + 3)
  })
})

describe('an evaluation credential', () => {
  it('is charged for every kind of call, up to the daily cap', async () => {
    const caller = await newEvaluation(12, 500)
    const { ledger } = newProcess()
    for (const charged of ['compile', 'check', 'prompt_pack'] as const)
      expect((await letThrough(ledger, caller, 4, charged)).refunds).toHaveLength(4)
    const { refusals } = await letThrough(ledger, caller, 1)
    expect(refusals[0]).toMatchObject({ code: 'EVALUATION_LIMIT', status: 429, headers: { 'retry-after': '60' } })
    expect(refusals[0]!.message).toBe(
      'The calls of this evaluation credential for today are used up. They reset at 00:00 UTC. Wait until then, or ask the operator for a full credential.',
    )
    const daily = { used: 12, limit: 12, remaining: 0, resetsAt: new Date('2026-12-01T00:00:00.000Z') }
    const total = { used: 12, limit: 500, remaining: 488, resetsAt: null }
    expect(await ledger.usage(caller)).toEqual({ ...daily, daily, total })
  })

  it('is not told to wait for a day after its expiry', async () => {
    const caller = await newEvaluation(10, 500)
    const { ledger } = newProcess()
    await letThrough(ledger, caller, 10)
    const { refusals } = await letThrough(ledger, { ...caller, expiresAt: new Date('2026-12-01T00:00:00.000Z') }, 1)
    expect(refusals[0]).toMatchObject({
      message: expect.stringMatching(/ and it expires today\. Ask the operator for a full credential\.$/),
      headers: {},
    })
  })

  it('reports the cap that leaves fewer calls, and the total on a tie', async () => {
    const { ledger } = newProcess()
    const both = await newEvaluation(7, 7)
    await letThrough(ledger, both, 3)
    expect(await ledger.usage(both)).toMatchObject({ used: 3, limit: 7, remaining: 4, resetsAt: null })
    const caller = await newEvaluation(5, 8)
    await letThrough(ledger, caller, 4)
    clock += MINUTE
    const daily = { used: 0, limit: 5, remaining: 5, resetsAt: new Date('2026-12-02T00:00:00.000Z') }
    const total = { used: 4, limit: 8, remaining: 4, resetsAt: null }
    expect(await ledger.usage(caller)).toEqual({ ...total, daily, total })
  })

  it('keeps unused leased calls for other days', async () => {
    const caller = await newEvaluation(10, 12)
    const { ledger } = newProcess()
    expect((await letThrough(ledger, caller, 3)).refunds).toHaveLength(3)
    expect(await ledger.usage(caller)).toMatchObject({ used: 3, remaining: 7, total: { remaining: 9 } })
    clock += MINUTE
    expect((await letThrough(ledger, caller, 20)).refunds).toHaveLength(9)
    const { refusals } = await letThrough(ledger, caller, 1)
    expect(refusals[0]).toMatchObject({ code: 'EVALUATION_LIMIT', headers: {} })
  })

  it('refunds a call of yesterday to the total cap', async () => {
    const caller = await newEvaluation(5, 5)
    const { ledger } = newProcess()
    const { refunds } = await letThrough(ledger, caller, 5)
    clock += MINUTE
    expect((await letThrough(ledger, caller, 1)).refunds).toEqual([])
    refunds[0]!()
    expect((await letThrough(ledger, caller, 2)).refunds).toHaveLength(1)
  })
})

/** Logged checks decided again by other rulesets, over a real database and engine, against answers that the test works out. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DecisionLogSettings } from '../../api/terms/decision-log-words'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { editRows } from '../../database/testing/fresh-database'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { IS_LONG } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { createEngine } from '../engine-pool/start-engine'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { type CheckReplay, type CheckReplayRequest, createCheckReplays } from './replay-checks'

const CHECKS = IS_LONG ? 5_000 : 300
const rulesOf = (least: number, more = '') => `declare has_receipt as boolean;
// @unit amount USD
declare amount as numeric;
assert receipt_attached { Implies(amount > ${least} "USD", has_receipt) };
${more}`

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1, { platform: {} })
})
afterAll(() => tested.stop())

const bench = () => tested.workbenches[0]!
const KEPT = { enabled: true, retentionDays: 30, redaction: 'keep', exceptions: {}, beforeAnswer: true } as const

async function house(settings: Partial<DecisionLogSettings> = {}) {
  const administrator = await tested.personCaller(['administrator'])
  const issue = { label: 'p', tier: 'standard', expiresAt: null } as const
  const { token } = await bench().credentials.issue(administrator, issue)
  const redact = async (change: Partial<DecisionLogSettings>) =>
    bench().settings.change(administrator, { decisionLog: { ...KEPT, ...change } })
  await redact(settings)
  const compile = async (source: string) => {
    const program = await tested.services[0]!.authenticate(token)
    const text = await callOperation(tested.services[0]!, 'compile', program, { source })
    return (JSON.parse(text) as { readonly ruleset_hash: string }).ruleset_hash
  }
  const check = async (source: string, value: Record<string, unknown>) => {
    const caller = await tested.services[0]!.authenticate(token)
    const context = { caller, channel: 'program', addressKey: () => 'test' } as const
    const { checkId } = await tested.services[0]!.check(context, { source, claims: { from: 'value', value } })
    return checkId!
  }
  const addConverter = async (converter: Parameters<Service['addConverter']>[1]) => {
    const caller = await tested.services[0]!.authenticate(token)
    await tested.services[0]!.addConverter({ caller, channel: 'program', addressKey: () => 'test' }, converter)
  }
  return { administrator, addConverter, redact, compile, check }
}

const page = (caller: Caller, request: Pick<CheckReplayRequest, 'rulesetHash'> & Partial<CheckReplayRequest>) =>
  bench().checkReplays.replay(caller, { checkedBy: null, after: null, limit: 200, ...request })

async function replayAll(caller: Caller, rulesetHash: string, limit: number): Promise<readonly CheckReplay[]> {
  const pages: CheckReplay[] = []
  for (let after: string | null = null; pages.length === 0 || after !== null; after = pages.at(-1)!.next)
    pages.push(await page(caller, { rulesetHash, after, limit }))
  return pages
}

interface Receipt {
  readonly amount: number
  readonly has_receipt: boolean | null
}

function answerOf({ amount, has_receipt }: Receipt, least: number): string {
  if (amount <= least) return 'TRUE'
  return has_receipt === null ? 'UNKNOWN' : has_receipt ? 'TRUE' : 'FALSE'
}

const CLAIMS = { amount: '60 USD', has_receipt: false }

function callAfter(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

it('lists exactly the checks whose answers differ, page by page', {
  tags: ['repeated'],
  timeout: 600_000,
}, async () => {
  const { administrator, compile, check } = await house()
  const receipts = fc.sample(
    fc.record({ amount: fc.integer({ min: 0, max: 120 }), has_receipt: fc.constantFrom(true, false, null) }),
    CHECKS,
  )
  const ids: string[] = []
  for (const receipt of receipts) ids.push(await check(rulesOf(75), { ...receipt, amount: `${receipt.amount} USD` }))
  const expected = receipts.flatMap((receipt, nth) => {
    const [before, after] = [answerOf(receipt, 75), answerOf(receipt, 50)]
    return before === after ? [] : [[ids[nth]!, [{ assertion: 'receipt_attached', before, after }]]]
  })
  expect(expected.length).toBeGreaterThan(CHECKS / 20)
  const pages = await replayAll(administrator, await compile(rulesOf(50)), 137)
  const differing = pages.flatMap((each) => each.differing)
  expect(differing.map(({ checkId, answers }) => [checkId, answers])).toEqual(expected.toReversed())
  expect(pages.flatMap(({ skipped }) => skipped)).toEqual([])
  expect(pages.reduce((sum, { equal }) => sum + equal, 0)).toBe(CHECKS - expected.length)
  const same = await replayAll(administrator, await compile(rulesOf(75)), 200)
  expect(same.reduce((sum, { equal }) => sum + equal, 0)).toBe(CHECKS)
})

it('lists an assertion that only one ruleset has unless it is TRUE', async () => {
  const { administrator, compile, check } = await house()
  const more = (name: string, least: number) => `assert ${name} { amount < ${least} "USD" };\n`
  const checkId = await check(rulesOf(75, more('gone_true', 100) + more('gone_false', 10)), CLAIMS)
  const rulesetHash = await compile(rulesOf(75, more('new_true', 100) + more('new_false', 10)))
  const { equal, differing } = await page(administrator, { rulesetHash })
  expect([equal, differing.map((each) => [each.checkId, each.answers])]).toEqual([
    0,
    [
      [
        checkId,
        [
          { assertion: 'gone_false', before: 'FALSE', after: null },
          { assertion: 'new_false', before: null, after: 'FALSE' },
        ],
      ],
    ],
  ])
})

it('says why a check cannot be replayed, and shows no value', async () => {
  const { administrator, redact, compile, check } = await house()
  const erased = await check(rulesOf(75), CLAIMS)
  expect(await bench().decisionLog.erase(administrator, { checkIds: [erased] })).toMatchObject({ erased: 1 })
  const damaged = await check(rulesOf(75), CLAIMS)
  const refused = await check('// @unit amount kg\ndeclare amount as numeric;\nassert a { amount < 9 "kg" };\n', {
    amount: '7 kg',
  })
  const unread = await check(rulesOf(75, 'declare other as boolean;\nassert b { other };\n'), {
    ...CLAIMS,
    other: true,
  })
  await redact({ exceptions: { amount: 'hash' } })
  const hashed = await check(rulesOf(75), CLAIMS)
  await redact({ exceptions: { amount: 'drop' } })
  const dropped = await check(rulesOf(75), CLAIMS)
  await redact({})
  const kept = await check(rulesOf(75), CLAIMS)
  await editRows(tested.ownerUrl, (client) =>
    client.query(`UPDATE decision_entry SET sealed = sealed || '\\x00' WHERE id = $1`, [damaged]),
  )
  const { equal, differing, skipped } = await page(administrator, { rulesetHash: await compile(rulesOf(50)) })
  expect([equal, differing.map(({ checkId }) => checkId)]).toEqual([0, [kept]])
  const reasons = skipped.map(({ checkId, reason }) => [checkId, reason])
  expect(reasons).toEqual([
    [dropped, 'claims that this ruleset reads were dropped or not sent (amount)'],
    [hashed, 'only hashes of claims are kept (amount)'],
    [unread, 'this ruleset refuses its claims (other)'],
    [refused, 'claims that this ruleset reads were dropped or not sent (has_receipt)'],
    [damaged, 'its entry was damaged'],
    [erased, 'its values were erased'],
  ])
  const yesOrNo = await page(administrator, {
    rulesetHash: await compile('declare amount as boolean;\nassert a { amount };\n'),
  })
  expect(yesOrNo.skipped.find(({ checkId }) => checkId === refused)?.reason).toBe(
    'this ruleset refuses its claims (amount)',
  )
  expect(JSON.stringify([skipped, differing, yesOrNo])).not.toMatch(/60 USD|7 kg/)
})

it('says that a ruleset exceeds a budget with the claims of a check, and goes on', async () => {
  const { administrator, compile, check } = await house()
  const [older, newer] = [await check(rulesOf(75), CLAIMS), await check(rulesOf(75), CLAIMS)]
  const rulesetHash = await compile(rulesOf(50))
  const engine = createEngine({
    ...{ solverWorkers: 1, solverWaitMs: 60_000, mode: 'tiers', limits: { ...DEFAULT_BUDGETS, evaluation_steps: 1 } },
    clock: { now: () => performance.now(), after: callAfter },
  })
  try {
    const { named } = tested.platforms[0]!.shared
    const replays = createCheckReplays({ ...named, engine: engine.dispatch, now: () => new Date(tested.now()) })
    const request = { rulesetHash, checkedBy: null, after: null, limit: 200 }
    const { equal, differing, skipped, next } = await replays.replay(administrator, request)
    expect([equal, differing, next]).toEqual([0, [], null])
    const reason = 'this ruleset exceeds a budget with its claims'
    expect(skipped).toMatchObject([
      { checkId: newer, reason },
      { checkId: older, reason },
    ])
    expect(JSON.stringify(skipped)).not.toContain('60 USD')
  } finally {
    await engine.close()
  }
})

it('goes through the checks of one ruleset, or of all, from the newest', async () => {
  const { administrator, compile, check } = await house()
  const [first, second] = [await check(rulesOf(75), CLAIMS), await check(rulesOf(80), CLAIMS)]
  const [checkedBy, rulesetHash] = [await compile(rulesOf(75)), await compile(rulesOf(50))]
  const only = await page(administrator, { rulesetHash, checkedBy })
  expect(only.differing.map((each) => [each.checkId, each.rulesetHash])).toEqual([[first, checkedBy]])
  const newest = await page(administrator, { rulesetHash, limit: 1 })
  expect([newest.differing.map(({ checkId }) => checkId), newest.next]).toEqual([[second], '1'])
  const older = await page(administrator, { rulesetHash, limit: 1, after: newest.next })
  expect([older.differing.map(({ checkId }) => checkId), older.next]).toEqual([[first], null])
})

it('ends a page early, and leaves no check out', async () => {
  const { administrator, compile, check } = await house()
  const many = (least: number) =>
    Array.from({ length: 60 }, (_, nth) => `assert a${nth} { amount < ${least} "USD" };\n`).join('')
  const ids: string[] = []
  for (let nth = 0; nth < 90; nth++) ids.push(await check(rulesOf(75, many(70)), CLAIMS))
  const rulesetHash = await compile(rulesOf(75, many(50)))
  const lengths = async (pages: readonly CheckReplay[]) => {
    expect(pages.flatMap(({ differing }) => differing.map(({ checkId }) => checkId))).toEqual(ids.toReversed())
    return pages.map(({ differing }) => differing.length)
  }
  // Each check lists 60 answers.
  expect(await lengths(await replayAll(administrator, rulesetHash, 200))).toEqual([84, 6])
  let readings = 0
  const now = () => new Date(tested.now() + 4_000 * readings++)
  const slow = createCheckReplays({ ...tested.platforms[0]!.shared.named, now })
  const pages: CheckReplay[] = []
  for (let after: string | null = null; pages.length === 0 || after !== null; after = pages.at(-1)!.next)
    pages.push(await slow.replay(administrator, { rulesetHash, checkedBy: null, after, limit: 200 }))
  expect(await lengths(pages)).toEqual(Array.from({ length: 45 }, () => 2))
})

it('decides with the unit library of each check', async () => {
  const { administrator, addConverter, compile, check } = await house()
  const claims = { amount: '60 EUR', has_receipt: false }
  await check(rulesOf(75), claims)
  await addConverter({ from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.1') })
  const later = await check(rulesOf(75), claims)
  const { equal, differing, skipped } = await page(administrator, { rulesetHash: await compile(rulesOf(50)) })
  // Without the converter both rulesets answer UNKNOWN.
  expect([equal, skipped, differing.map((each) => [each.checkId, each.answers])]).toEqual([
    1,
    [],
    [[later, [{ assertion: 'receipt_attached', before: 'TRUE', after: 'FALSE' }]]],
  ])
})

it('stores nothing, counts each check, and stops when its caller goes away', async () => {
  const { administrator, compile, check } = await house()
  const rulesetHash = await compile(rulesOf(50))
  for (let nth = 0; nth < 3; nth++) await check(rulesOf(75), CLAIMS)
  const logged = await readLog(tested, administrator.namespaceId)
  const used = async () => (await bench().credentials.usage(administrator)).account.used
  const before = await used()
  await page(administrator, { rulesetHash })
  expect(await used()).toBe(before + 3)
  const filter = { rulesetHash: null, from: null, to: null, claim: null, after: null, limit: 100 }
  expect((await bench().decisionLog.list(administrator, filter)).rows).toHaveLength(3)
  expect(await readLog(tested, administrator.namespaceId)).toEqual(logged)
  const gone = AbortSignal.abort(new Error('gone'))
  const request = { rulesetHash, checkedBy: null, after: null, limit: 10 }
  await expect(bench().checkReplays.replay(administrator, request, gone)).rejects.toThrow('gone')
})

it('is for administrators, over checks and rulesets of their namespace', async () => {
  const { administrator, compile, check } = await house()
  await check(rulesOf(75), CLAIMS)
  const rulesetHash = await compile(rulesOf(50))
  const author = await tested.personCaller(['author', 'reviewer'], administrator.namespaceId!)
  await expect(page(author, { rulesetHash })).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  const stranger = await house()
  await expect(page(stranger.administrator, { rulesetHash })).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
  const own = await stranger.compile(rulesOf(50))
  expect(await page(stranger.administrator, { rulesetHash: own })).toEqual({
    ...{ equal: 0, differing: [], skipped: [], next: null },
  })
  await expect(page(administrator, { rulesetHash: randomUUID() })).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
})

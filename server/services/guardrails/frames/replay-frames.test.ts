/** Frames that the real evaluator answered, replayed by other rules, against conclusions that the test works out itself. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import { IS_LONG } from '../../../testing/repetitions'
import { until } from '../../../testing/until'
import type { Caller } from '../../calls/caller'
import { createFrameEvaluator } from '../../evaluators/frame-evaluator'
import { callOperation } from '../../testing/services-under-test'
import { clientOf, type FramesUnderTest, startFrames } from '../testing/frames-under-test'
import type { Replay } from './replay-frames'

const FRAMES = IS_LONG ? 10_000 : 300

const rulesOf = (least: number, more = '') => `declare has_receipt as boolean;
// @unit amount USD
declare amount as numeric;
assert receipt_attached { Implies(amount > ${least} "USD", has_receipt) };
${more}`

let under: FramesUnderTest
let author: Caller
let guardrailId: string
beforeAll(async () => {
  under = await startFrames(1, null)
  author = await under.tested.personCaller(['author'])
  guardrailId = await addGuardrail({ ruleset_hash: await compile(rulesOf(75)) })
})
afterAll(() => under.stop())

const platform = () => under.tested.platforms[0]!.platform

async function compile(source: string): Promise<string> {
  const text = await callOperation(under.tested.services[0]!, 'compile', author, { source })
  return (JSON.parse(text) as { readonly ruleset_hash: string }).ruleset_hash
}

async function addGuardrail(configuration: object, type = 'policy_rules'): Promise<string> {
  const { targets } = platform()
  const { id } = await targets.addProject(author, { name: randomUUID(), description: '' })
  const input = guardrailRequest.parse({ name: 'receipts', type, configuration })
  return (await targets.addGuardrail(author, id, input)).id
}

interface Receipt {
  readonly amount: number
  readonly has_receipt: boolean | null
}

function conclude({ amount, has_receipt }: Receipt, least: number): string {
  if (amount <= least) return 'YES'
  return has_receipt === null ? 'UNKNOWN' : has_receipt ? 'YES' : 'NO'
}

/** Sends frames and waits until each is answered. @returns their trace ids */
async function send(answers: readonly string[]): Promise<readonly string[]> {
  const { shared } = under.tested.platforms[0]!
  const { store } = shared.dependencies
  const loop = under.processes[0]!.evaluateWith(
    createFrameEvaluator({
      ...shared.engine,
      accountOf: (namespaceId) => store.findAccount(namespaceId),
      now: shared.dependencies.now,
      pause: () => new Promise((resolve) => setTimeout(resolve, 10)),
      model: null,
    }),
  )
  const client = clientOf(author.namespaceId!)
  const traceIds = answers.map(() => randomUUID())
  await Promise.all(
    answers.map((A, index) => {
      const entailment_frame = { C: [], Q: null, A }
      const request = { trace_id: traceIds[index]!, response_topic: ['topic'], entailment_frame }
      return under.processes[0]!.frames.send(client, guardrailId, request)
    }),
  )
  await until(async () => (await store.countWaitingFrames(author.namespaceId!)) === 0, 'every answer')
  await loop.stop(1_000)
  return traceIds
}

async function replayAll(rulesetHash: string, limit: number, by = author): Promise<readonly Replay[]> {
  const pages: Replay[] = []
  for (let cursor: string | null = null; pages.length === 0 || cursor !== null; cursor = pages.at(-1)!.next)
    pages.push(
      await platform().replays.replay(by, { guardrailId, rulesetHash, model: null, threshold: null, cursor, limit }),
    )
  return pages
}

const refused = (rulesetHash: string, more: object = {}) =>
  platform().replays.replay(author, {
    ...{ guardrailId, rulesetHash, model: null, threshold: null, cursor: null, limit: 10 },
    ...more,
  })

it('lists exactly the frames whose answers differ, page by page', {
  tags: ['repeated'],
  timeout: 600_000,
}, async () => {
  const receipts = fc.sample(
    fc.record({
      amount: fc.integer({ min: 0, max: 120 }),
      has_receipt: fc.constantFrom(true, false, null),
    }),
    FRAMES,
  )
  const dictionaries = receipts.map(({ amount, has_receipt }) =>
    JSON.stringify({ amount: `${amount} USD`, has_receipt: has_receipt ?? 'unknown' }),
  )
  const unread = ['The amount was 90 USD.', '{"amount": 1, "amount": 2}', '{"amount": "9 kg"}']
  const traceIds = await send([...dictionaries, ...unread])
  const expected = receipts.flatMap((receipt, index) => {
    const [before, after] = [conclude(receipt, 75), conclude(receipt, 50)]
    return before === after ? [] : [[traceIds[index]!, before, after]]
  })
  expect(expected.length).toBeGreaterThan(FRAMES / 10)
  const pages = await replayAll(await compile(rulesOf(50)), 137)
  const differing = pages.flatMap((page) => page.differing)
  expect(
    differing.map(({ traceId, before, after }) => [traceId, before.conclusion, after.conclusion]).toSorted(),
  ).toEqual(expected.toSorted())
  for (const { before, after, assertions, furtherAssertions } of differing) {
    expect([before.errorCode, after.errorCode, furtherAssertions]).toEqual([null, null, 0])
    expect(assertions.map(({ assertion }) => assertion)).toEqual(['receipt_attached'])
  }
  expect(pages.flatMap(({ skipped }) => skipped.map(({ traceId }) => traceId))).toEqual([traceIds[FRAMES]])
  expect(pages.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(FRAMES + 2)
  expect(pages.at(-1)!.newClaims).toEqual([])
})

it('lists no frame for the same rules, and names claims that no model was asked for', async () => {
  const same = await replayAll(await compile(rulesOf(75)), 200)
  expect(same.flatMap(({ differing }) => differing)).toEqual([])
  const more = 'declare approved as boolean;\nassert approved_by_someone { approved };\n'
  const [wider] = await replayAll(await compile(rulesOf(75, more)), 200)
  expect(wider!.newClaims).toEqual(['approved'])
  // A program that sends the same dictionaries would be refused.
  expect(wider!.differing.length).toBe(wider!.replayed - 2)
  for (const { after } of wider!.differing)
    expect(after).toEqual({ conclusion: null, errorCode: 'CLAIMS_REJECTED', confidence: null })
})

it('answers a text by what a model read, with claims that it was not asked for as unknown', async () => {
  const { store } = under.tested.platforms[0]!.shared.dependencies
  const traceId = randomUUID()
  const entailment_frame = { C: [], Q: null, A: 'Dinner for 60 USD, without a receipt.' }
  const request = { trace_id: traceId, response_topic: ['topic'], entailment_frame }
  await under.processes[0]!.frames.send(clientOf(author.namespaceId!), guardrailId, request)
  const [row] = await under.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
  const claims = [
    { claim: 'amount', question: 'How much?', value: '60 USD' },
    { claim: 'has_receipt', question: 'Is there one?', value: false },
  ]
  const P = [{ rule: 'receipt_attached', assertion: 'receipt_attached', check: 'TRUE', claims }]
  const E = { conclusion: 'YES', confidence: 0.5 } as const
  await under.processes[0]!.frames.complete(row!.id, guardrailId, { ...entailment_frame, P, E, Error: null })
  expect(await store.countWaitingFrames(author.namespaceId!)).toBe(0)
  const more = 'declare approved as boolean;\nassert approved_by_someone { approved };\n'
  const replay = async (source: string) => {
    const [page] = await replayAll(await compile(source), 200)
    return page!.differing.find((each) => each.traceId === traceId)
  }
  expect(await replay(rulesOf(75))).toBeUndefined()
  expect(await replay(rulesOf(50))).toMatchObject({ after: { conclusion: 'NO' } })
  expect(await replay(rulesOf(75, more))).toMatchObject({
    after: { conclusion: 'UNKNOWN' },
    assertions: [{ assertion: 'approved_by_someone', before: null, after: 'UNKNOWN' }],
  })
})

it('names an Error of only one of the rules', async () => {
  const [page] = await replayAll(await compile('declare amount as boolean;\nassert a { amount };\n'), 200)
  expect(page!.differing.length).toBe(page!.replayed - 2)
  expect(page!.differing.at(-1)!.after).toEqual({ conclusion: null, errorCode: 'CLAIMS_REJECTED', confidence: null })
})

it('is for those who may send frames, over rules and guardrails of their group', async () => {
  const hash = await compile(rulesOf(50))
  const administrator = await under.tested.personCaller(['administrator'])
  await expect(replayAll(hash, 10, administrator)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  const stranger = await under.tested.personCaller(['author'])
  await expect(replayAll(hash, 10, stranger)).rejects.toMatchObject({ status: 404 })
  await expect(refused('0'.repeat(64))).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 })
  await expect(refused(hash, { cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(refused(hash, { guardrailId: 'x' })).rejects.toMatchObject({ status: 404 })
  await expect(refused(hash, { guardrailId: randomUUID() })).rejects.toMatchObject({ status: 404 })
  const people = await addGuardrail({ instructions: '' }, 'human_review')
  await expect(refused(hash, { guardrailId: people })).rejects.toThrow(/Only frames of a guardrail of the type/)
})

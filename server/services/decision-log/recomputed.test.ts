/** Every entry of a decision log is made again from what the log keeps, with the same bytes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAnswers } from '../../api/check-bytes'
import { checkResult } from '../../api/schemas/check'
import { checkStatement, readCheckStatement } from '../../attestation/checks/check-statement'
import { addLeaf, EMPTY_FRONTIER, leafHash, rootOf } from '../../attestation/merkle-tree'
import { sha256Hex } from '../../attestation/review-statement'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { IS_LONG } from '../../testing/repetitions'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { claimsOf, openClaims } from './sealed-claims'

/** `CHECKS=100000` makes the full series. */
const CHECKS = Number(process.env.CHECKS ?? (IS_LONG ? 5_000 : 200))
const PARALLEL = 64
const SOURCE = `declare paid as boolean;
// @unit weight kg
declare weight as numeric;
declare share as numeric;
assert is_paid { paid };
assert light { weight < 30 "kg" };
assert small { share < 0.5 };
`

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(2)
})
afterAll(() => tested.stop())

it('from two processes at once, without a gap', { tags: ['repeated'], timeout: 3_600_000 }, async () => {
  const administrator = await tested.personCaller(['administrator'])
  const namespaceId = administrator.namespaceId!
  const rules = { redaction: 'keep', exceptions: {}, beforeAnswer: false } as const
  const decisionLog = { enabled: true, retentionDays: 30, ...rules }
  await tested.workbenches[0]!.settings.change(administrator, { decisionLog })
  const [first] = tested.services
  const issue = { label: 'p', tier: 'standard', expiresAt: null } as const
  const { token } = await tested.workbenches[0]!.credentials.issue(administrator, issue)
  const callers = await Promise.all(tested.services.map((service) => service.authenticate(token)))
  const call = (nth: number, value: Record<string, unknown>) =>
    tested.services[nth % 2]!.check(
      { caller: callers[nth % 2]!, channel: 'program', addressKey: () => 'test' },
      { source: SOURCE, claims: { from: 'value', value } },
    )
  const claims = (nth: number) => ({
    paid: nth % 3 === 0 ? null : nth % 2 === 0,
    weight: `${nth % 50}${nth % 2 === 0 ? ' kg' : '000 g'}`,
    share: new JsonNumber(`0.${nth}0`),
  })
  const bodies = new Map<string, string>()
  for (let nth = 0; nth < CHECKS; nth += PARALLEL)
    await Promise.all(
      Array.from({ length: Math.min(PARALLEL, CHECKS - nth) }, async (_, each) => {
        const { checkId, body } = await call(nth + each, claims(nth + each))
        bodies.set(checkId ?? randomUUID(), body)
      }),
    )
  const sizeOf = async () => (await tested.store.decisionTree.findLogTree(namespaceId)).size
  await expect.poll(sizeOf, { timeout: 120_000 }).toBe(BigInt(CHECKS))

  let tree = EMPTY_FRONTIER
  for (let full = true; full; ) {
    const page = await tested.store.readDecisions(namespaceId, tree.size, 500)
    full = page.length === 500
    for (const { index, id, body, key, sealed } of page) {
      expect(index).toBe(tree.size)
      tree = addLeaf(tree, leafHash(body))
      const facts = readCheckStatement(body)!
      const document = openClaims(sealed!, id, key!)!
      const again = await first!.check(
        { caller: { ...callers[0]!, account: administrator.account }, channel: 'program', addressKey: () => 'test' },
        { ruleset_hash: facts.rulesetHash, claims: { from: 'value', value: claimsOf(document) } },
      )
      expect(again.body).toBe(bodies.get(id))
      const answered = { ...readAnswers(again.body), claimsSha256: sha256Hex(document), call: null }
      const { checkId, publicUrl, engineVersion, at } = facts
      const statement = checkStatement({ ...{ checkId, publicUrl, namespaceId, engineVersion, at }, ...answered })
      expect(Buffer.from(body).toString()).toBe(statement)
    }
  }
  expect(tree.size).toBe(BigInt(CHECKS))
  const head = await tested.store.decisionTree.findLogTree(namespaceId)
  expect(Buffer.from(rootOf(head)).equals(rootOf(tree))).toBe(true)
})

it('reads from the bytes of an answer what a reader of JSON reads', async () => {
  const administrator = await tested.personCaller(['author'])
  const claims = { from: 'value', value: { paid: true, weight: '40 kg', share: null } } as const
  const { body } = await tested.services[0]!.check(
    { caller: administrator, channel: 'person', addressKey: () => 'test' },
    { source: SOURCE, claims },
  )
  const { ruleset_hash, unit_library_hash, rules } = checkResult.parse(JSON.parse(body))
  const answers = rules.flatMap(({ assertions }) => assertions.map(({ name, check }) => [name, check]))
  expect(readAnswers(body)).toEqual({ rulesetHash: ruleset_hash, unitLibraryHash: unit_library_hash, answers })
})

/** Entries from records, in a database: their hashes are those of the tree, also over whole tiles and after a repetition. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CheckBytes } from '../../api/check-bytes'
import { readCheckStatement } from '../../attestation/checks/check-statement'
import { addLeaf, addLeaves, EMPTY_FRONTIER, openFrontier, rootOf, treeHash } from '../../attestation/merkle-tree'
import { idsOf, withoutIds } from '../../database/signing/decision-batch'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { buildEntries, ENTRY_RANDOM_BYTES } from './build-entries'
import { CheckRecords } from './check-record'
import { claimsOf, openClaims } from './sealed-claims'

const PUBLIC_URL = 'https://rules.example.org'
const BEGIN = Date.UTC(2027, 0, 1)
const RULESETS = ['a'.repeat(64), 'b'.repeat(64)]
const frame = { policy: 'strict', source: 'paid', note: null, citations: [], definitions: [] }
const [PASS, FAIL] = (['TRUE', 'FALSE'] as const).map((check) => ({
  ...{ check, reasonUnknown: null, counterexample: null, unbridged: [] },
}))

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1)
})
afterAll(() => tested.stop())

/** Records of checks by two rulesets, every tenth by a tool guard. */
function records(count: number): { readonly records: CheckRecords; readonly ids: readonly string[] } {
  const made = new CheckRecords(PUBLIC_URL)
  const rule = { redaction: 'keep', exceptions: { owner: 'hash', secret: 'drop' } } as const
  const ids = Array.from({ length: count }, (_, nth) => {
    const claims = {
      from: 'value',
      value: { paid: nth % 3 === 0, owner: `ann\t\n${nth}`, secret: 'x', z: '漢' },
    } as const
    const bytes = new CheckBytes(
      RULESETS[nth % 2]!,
      null,
      ['one', 'two'].map((name) => ({ ...frame, name })),
    )
    const bound = { bound: ['paid'], unbound: [], quantities: [] }
    const body = bytes.render(bound, [PASS!, nth % 3 === 0 ? PASS! : FAIL!], [])
    const call = { decision: 'pass', guardId: randomUUID(), grantId: null } as const
    const facts = { from: 'facts', rulesetHash: RULESETS[0]!, unitLibraryHash: null, answers: [], call } as const
    const id = randomUUID()
    made.add(id, BEGIN + nth, { claims, answer: nth % 10 === 9 ? facts : { from: 'payload', body } }, rule)
    return id
  })
  return { records: made, ids }
}

function built(namespaceId: string, claimKey: Uint8Array, made: CheckRecords, head = null) {
  const random = randomBytes(made.count * ENTRY_RANDOM_BYTES)
  const place = { namespaceId, publicUrl: PUBLIC_URL, claimKey, head }
  return buildEntries({ ...place, lines: made.lines(), forms: made.forms, random }).batch
}

it('are read as they were made, and their hashes lead to the head', async () => {
  const { store } = tested
  const namespaceId = (await tested.personCaller(['administrator'])).namespaceId!
  const claimKey = await store.beginDecisions(namespaceId, randomBytes(32))
  const { records: made, ids } = records(700)
  const batch = built(namespaceId, claimKey, made)
  expect(idsOf(batch)).toEqual(ids)
  await store.appendDecisions(namespaceId, null, withoutIds(batch, new Set(ids.slice(300))), null, false)
  // As if the answer of a first try was lost: the first 300 are stored.
  await store.appendDecisions(namespaceId, null, batch, null, true)
  const head = await store.decisionTree.findLogTree(namespaceId)
  const leaves = await store.decisionTree.leafHashes(namespaceId, 0n, 700n)
  expect([head.size, Buffer.from(treeHash(leaves))]).toEqual([700n, Buffer.from(rootOf(head))])
  const entries = await store.readDecisions(namespaceId, 0n, 1_000)
  expect(entries.map(({ id }) => id)).toEqual(ids)
  for (const [nth, { id, body, key, sealed, rulesetHash, at }] of entries.entries()) {
    const facts = readCheckStatement(body)!
    const isCall = nth % 10 === 9
    expect(facts).toMatchObject({ checkId: id, namespaceId, publicUrl: PUBLIC_URL, at: at.toISOString(), rulesetHash })
    expect(rulesetHash).toBe(isCall ? RULESETS[0] : RULESETS[nth % 2])
    const answers = [
      ['one', 'TRUE'],
      ['two', nth % 3 === 0 ? 'TRUE' : 'FALSE'],
    ]
    expect([facts.answers, facts.call?.decision]).toEqual(isCall ? [[], 'pass'] : [answers, undefined])
    const owner = { hmac_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(claimsOf(openClaims(sealed!, id, key!)!)).toEqual({ paid: nth % 3 === 0, owner, z: '漢' })
  }
})

it('drops the records of those that were told', () => {
  const { records: made } = records(20)
  const before = Buffer.from(made.lines()).toString().split('\n')
  made.drop(new Set([0, 7, 19]))
  expect([made.count, Buffer.from(made.lines()).toString().split('\n')]).toEqual([
    17,
    before.filter((_, nth) => ![0, 7, 19].includes(nth)),
  ])
})

it('grow a tree as single leaves do', () => {
  const leaves = Array.from({ length: 300 }, (_, nth) => new Uint8Array(32).fill(nth))
  for (const size of [0, 1, 2, 3, 7, 255, 256, 257]) {
    const start = leaves.slice(0, size).reduce(addLeaf, EMPTY_FRONTIER)
    expect(addLeaves(start, leaves)).toEqual(leaves.reduce(addLeaf, start))
  }
  const large = openFrontier(2n ** 31n - 2n, randomBytes(32 * 30))
  expect(addLeaves(large, leaves)).toEqual(leaves.reduce(addLeaf, large))
})

/**
 * Compares the page's own decisions with the server's answers to the same random lines, with real services and the real
 * engine.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchAnswerText } from '../../../server/api/schemas/check'
import { wireAnswer } from '../../../server/http/rest/batch-handler'
import type { Caller } from '../../../server/services/calls/caller'
import type { Batch } from '../../../server/services/checks/batch'
import {
  callOperation,
  type ServicesUnderTest,
  startServices,
} from '../../../server/services/testing/services-under-test'
import { repetitions } from '../../../server/testing/repetitions'
import { answerPart, type PartCalls } from './answer-part'
import { BatchAnswers, DECIDED, REFUSED, UNDECIDED } from './batch-answers'
import { type DecidedPart, PartDecider } from './part-decider'

const SOURCE = `version 1.3;
declare paid as boolean;
// @unit weight kg
// @range weight 0..100
declare weight as numeric;
// @unit cost EUR
declare cost as numeric;
declare grade as enum ["low", "mid", "high"];
declare x as numeric;
declare y as numeric;
assert is_paid { paid };
assert light [pessimistic] { Implies(weight < 30 "kg", paid) };
assert cheap { cost < 10 "USD" };
assert good [optimistic] { Or(grade >= "mid", x / y > 2) };
assert no_such_pair { Not(And(x * x + y * y == 25, x * y == 13)) };
`

let world: ServicesUnderTest
let batch: Batch
beforeAll(async () => {
  world = await startServices(1)
  batch = world.workbenches[0]!.batch
})
afterAll(() => world.stop())

const stored = async (by: Caller) =>
  (JSON.parse(await callOperation(world.services[0]!, 'compile', by, { source: SOURCE })) as { ruleset_hash: string })
    .ruleset_hash
const used = async (by: Caller) => {
  const { body } = await world.services[0]!.account({ caller: by, channel: 'person', addressKey: () => 'test' }, {})
  return (JSON.parse(body) as { usage: { used: number } }).usage.used
}

/** The calls of a page, without the network. */
async function callsOf(by: Caller, hash: string) {
  const terms = await batch.terms(by, { rulesetHash: hash, unitLibraryHash: null })
  const decider = new PartDecider(terms)
  const { unitLibraryHash } = terms
  const calls: PartCalls = {
    decide: async (lines) => decided(decider, await lines.arrayBuffer()),
    solve: async (lines): Promise<BatchAnswerText> => {
      const bytes = new Uint8Array(await lines.arrayBuffer())
      return wireAnswer(await batch.check(by, { rulesetHash: hash, unitLibraryHash, lines: bytes }))
    },
    charge: async (dictionaries) => {
      const { granted, stopped } = await batch.charge(by, dictionaries)
      return { granted, stopped: stopped && { code: stopped.code, message: stopped.message } }
    },
  }
  return { calls, unitLibraryHash }
}

function decided(decider: PartDecider, lines: ArrayBuffer): DecidedPart {
  const part = decider.decide(lines)
  if (part === null) throw new Error('these lines are UTF-8')
  return part
}

const numeral = fc.oneof(
  fc.integer({ min: -9, max: 120 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('1/3', '2.50', 'unknown', 'many', null),
)
const claims = fc.record(
  {
    paid: fc.constantFrom(true, false, null, 'unknown', 'yes'),
    weight: fc.oneof(
      numeral,
      fc
        .tuple(fc.integer({ min: 0, max: 99_000 }), fc.constantFrom('kg', 'g', 'lb', 'mi'))
        .map((pair) => pair.join(' ')),
    ),
    cost: fc.constantFrom('9 EUR', '9 USD', '12 USD', null, '5'),
    grade: fc.constantFrom('low', 'mid', 'high', 'best', null),
    x: numeral,
    y: numeral,
  },
  { noNullPrototype: true },
)
/** Gets TRUE, FALSE and UNKNOWN; few random dictionaries do. */
const EVERY_LETTER = '{"paid":false,"weight":"40 kg","cost":"9 EUR","grade":null,"x":1,"y":null}'
/** Lines as a file may contain them, including malformed ones. */
const line = fc.oneof(
  { arbitrary: claims.map((each) => JSON.stringify(each)), weight: 9 },
  fc.constantFrom(
    '',
    ' \t',
    '{',
    '[]',
    '{"paid":true,"paid":false}',
    '{"n":1}',
    '\ufeff{}',
    '{"x":1e400,"y":12345678901234567890.5}',
  ),
)

describe('a part that the page decides', () => {
  it('has exactly the answers, refusals and charge that the server gives', {
    tags: ['repeated'],
  }, async () => {
    const here = await world.personCaller(['author'])
    const there = await world.personCaller(['author'])
    const { calls, unitLibraryHash } = await callsOf(here, await stored(here))
    const hash = await stored(there)
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const text = lines.join('\n')
        const before = [await used(here), await used(there)] as const
        const own = await answerPart(calls, unitLibraryHash, new Blob([text]))
        const input = { rulesetHash: hash, unitLibraryHash: null, lines: Buffer.from(text) }
        const theirs = wireAnswer(await batch.check(there, input))
        expect(own).toEqual(theirs)
        for (const letter of own.answers) seen.add(letter)
        expect((await used(here)) - before[0]).toBe((await used(there)) - before[1])
      }),
      { numRuns: repetitions(60), examples: [[['\ufeff{}']], [[EVERY_LETTER]]] },
    )
    expect([...seen].sort()).toEqual(['-', 'F', 'T', 'U'])
  })

  it('is cut at the end of the allowance, and no further row is charged', { tags: 'thorough' }, async () => {
    const by = await world.personCaller(['author'])
    const hash = await stored(by)
    const { calls, unitLibraryHash } = await callsOf({ ...by, account: { ...by.account, checksPerMonth: 3 } }, hash)
    const row = (paid: boolean) => JSON.stringify({ paid, weight: null, cost: null, grade: null, x: 1, y: 1 })
    const rows = [row(true), '{', ...Array.from({ length: 4 }, () => row(false))]
    await world.query(`UPDATE namespace SET checks_per_month = 3 WHERE id = '${by.namespaceId}'`)
    const answer = await answerPart(calls, unitLibraryHash, new Blob([rows.join('\n')]))
    expect(answer).toMatchObject({ rows: 4, stopped: { code: 'ENTITLEMENT_EXCEEDED' } })
    expect(answer.answers.replaceAll(/(.)..../g, '$1')).toBe('T-FF')
    expect(answer.refused.map(({ row }) => row)).toEqual([1])
    expect(await used({ ...by, account: { ...by.account, checksPerMonth: 3 } })).toBe(3)
  })

  it('shows every charged row, including those that the solver decided after the allowance ended', {
    tags: 'thorough',
  }, async () => {
    const by = await world.personCaller(['author'])
    const hash = await stored(by)
    const limited = { ...by, account: { ...by.account, checksPerMonth: 3 } }
    const { calls, unitLibraryHash } = await callsOf(limited, hash)
    const row = (x: number | null) => JSON.stringify({ paid: true, weight: null, cost: null, grade: null, x, y: x })
    await world.query(`UPDATE namespace SET checks_per_month = 3 WHERE id = '${by.namespaceId}'`)
    const text = [row(1), row(2), '{', row(3), row(null), row(4)].join('\n')
    const answer = await answerPart(calls, unitLibraryHash, new Blob([text]))
    expect(await used(limited)).toBe(3)
    const shown = new BatchAnswers(answer.assertions, 6)
    shown.add(0, answer)
    expect(Array.from({ length: 6 }, (_, at) => shown.stateOf(at))).toEqual([
      DECIDED,
      DECIDED,
      REFUSED,
      UNDECIDED,
      DECIDED,
      UNDECIDED,
    ])
    expect([shown.decided, shown.refused]).toEqual([3, 1])
    expect([4, 3].map((at) => shown.answer(at, 0))).toEqual(['TRUE', null])
    expect(shown.count(0, 'TRUE')).toBe(3)
    expect(answer.stopped?.code).toBe('ENTITLEMENT_EXCEEDED')
  })

  it('is left to the server if the ruleset does not compile here', async () => {
    const by = await world.personCaller(['author'])
    const hash = await stored(by)
    const terms = await batch.terms(by, { rulesetHash: hash, unitLibraryHash: null })
    const broken = new PartDecider({ ...terms, ruleset: { ...terms.ruleset, source: 'assert {' } })
    const { calls, unitLibraryHash } = await callsOf(by, hash)
    const rest = '"weight":"3 kg","cost":null,"grade":"low","x":null,"y":3}'
    const text = `{"paid":true,${rest}\n\n{"paid":false,${rest}\n`
    const undecided = { ...calls, decide: async () => decided(broken, new TextEncoder().encode(text).buffer) }
    expect(await answerPart(undecided, unitLibraryHash, new Blob([text]))).toEqual(
      await answerPart(calls, unitLibraryHash, new Blob([text])),
    )
  })

  it('is not read if it is not UTF-8', async () => {
    const by = await world.personCaller(['author'])
    const terms = await batch.terms(by, { rulesetHash: await stored(by), unitLibraryHash: null })
    expect(new PartDecider(terms).decide(Uint8Array.from([0x7b, 0xff, 0x7d]).buffer)).toBeNull()
  })

  it('is not decided for a member of another namespace', async () => {
    const by = await world.personCaller(['author'])
    const hash = await stored(by)
    const stranger = await world.personCaller(['administrator'])
    await expect(batch.terms(stranger, { rulesetHash: hash, unitLibraryHash: null })).rejects.toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
  })
})

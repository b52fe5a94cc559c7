/** Large namespaces and libraries get right answers while other calls run. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRequest } from '../../api/read-request'
import { checkResult } from '../../api/schemas/check'
import { bridge, converterAdded, converterRequest, unitList } from '../../api/schemas/units'
import { libraryLines } from '../../language/units/converter-pairs'
import { unitSymbols } from '../../language/units/symbol-table'
import { builtInLibrary } from '../../language/units/unit-library'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { hashLibrary } from '../library/unit-libraries'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'

let tested: ServicesUnderTest
let service: Service
beforeAll(async () => {
  tested = await startServices(1)
  service = tested.services[0]!
})
afterAll(() => tested.stop())

const fresh = async ({ credentialId }: Caller) =>
  ({ caller: await service.authenticateById(credentialId!), channel: 'program', addressKey: () => 'test' }) as const
const add = async (caller: Caller, from: string, to: string, factor: string) => {
  const request = readRequest(converterRequest, `{"from_unit":"${from}","to_unit":"${to}","factor":${factor}}`, true)
  return converterAdded.parse(JSON.parse((await service.addConverter(await fresh(caller), request)).body))
}

/** The longest time, in milliseconds, without another task while `call` ran. */
async function longestHold(call: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const answer = call().finally(() => {
    isOver = true
  })
  for (let before = performance.now(); !isOver; ) {
    await turn()
    const now = performance.now()
    longest = Math.max(longest, now - before)
    before = now
  }
  await answer
  return longest
}

it('compares two thousand names and lets other calls run', { tags: ['nightly'] }, async () => {
  const caller = await tested.fullCaller()
  // One third is measured in dollars, one third in kilograms, one third compares euros with pounds.
  await tested.query(`
    WITH sources AS (
      SELECT i, convert_to(CASE i % 3
        WHEN 0 THEN E'// @unit amount USD\\ndeclare amount as numeric;\\nassert some { amount > 1 "USD" };\\n'
        WHEN 1 THEN E'// @unit mass kg\\ndeclare mass as numeric;\\nassert light { mass < 5 "lb" };\\n'
        ELSE E'// @unit fee EUR\\ndeclare fee as numeric;\\nassert low { fee < 9 "GBP" };\\n' END || '// ' || i || E'\\n', 'UTF8') AS source
      FROM generate_series(1, 2000) AS i
    ), stored AS (
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      SELECT '${caller.namespaceId}', encode(sha256(source), 'hex'), source, 0, now() FROM sources RETURNING namespace_id, hash
    )
    INSERT INTO ruleset_name
    SELECT namespace_id, 'policy ' || i, hash, now() FROM stored JOIN sources ON encode(sha256(source), 'hex') = hash`)
  const policies = (wanted: (i: number) => boolean) =>
    Array.from({ length: 2_000 }, (_, i) => i + 1)
      .filter(wanted)
      .map((i) => `policy ${i}`)
      .sort()
  const holds: number[] = []
  const affected = async (from: string, to: string, factor: string) => {
    let names: string[] = []
    holds.push(
      await longestHold(async () => {
        names = (await add(caller, from, to, factor)).affected
      }),
    )
    return names
  }
  expect(await affected('USD', 'CHF', '0.9')).toEqual(policies((i) => i % 3 === 0))
  const began = performance.now()
  expect(await affected('GBP', 'EUR', '1.2')).toEqual(policies((i) => i % 3 === 2))
  expect(await affected('USD', 'JPY', '150')).toEqual(policies((i) => i % 3 === 0))
  expect(await affected('CHF', 'EUR', '1.1')).toEqual(policies((i) => i % 3 !== 1))
  expect(await affected('h', 'mo', '0.00625')).toEqual([])
  // Only the third that compares was compiled again, because the other units were known.
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(Math.min(...holds)).toBeLessThan(100)
})

it('includes the names whose sources are too large to compare in one call', async () => {
  const caller = await tested.fullCaller()
  // A quarter of a megabyte each, without a unit.
  await tested.query(`
    WITH sources AS (
      SELECT i, convert_to(E'declare paid as boolean;\\nassert is_paid { paid };\\n// ' || i || repeat(' word', 50000) || E'\\n', 'UTF8') AS source
      FROM generate_series(101, 180) AS i
    ), stored AS (
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      SELECT '${caller.namespaceId}', encode(sha256(source), 'hex'), source, 0, now() FROM sources RETURNING namespace_id, hash
    )
    INSERT INTO ruleset_name
    SELECT namespace_id, 'policy ' || i, hash, now() FROM stored JOIN sources ON encode(sha256(source), 'hex') = hash`)
  const { affected } = await add(caller, 'USD', 'EUR', '2')
  // 16,000,000 bytes are 63 of them and a part of the next, which is compared whole.
  expect(affected).toEqual(Array.from({ length: 16 }, (_, i) => `policy ${i + 165}`))
  // Their units are cached now, so the next call compares the rest.
  expect((await add(caller, 'USD', 'EUR', '3')).affected).toEqual([])
})

it('computes with a library of a thousand long numerals only in the workers', async () => {
  const caller = await tested.fullCaller()
  const namespaceId = caller.namespaceId!
  const codes = unitSymbols(builtInLibrary())
    .filter(({ standard, symbol }) => standard === 'currency' && /^[A-Z]{3}$/.test(symbol))
    .map(({ symbol }) => symbol)
  const pairs = codes.slice(0, 46).flatMap((from, i) => codes.slice(i + 1, 46).map((to) => [from, to] as const))
  expect(pairs.length).toBeGreaterThan(1_000)
  // Stored directly, because each addition stores a whole library.
  const lines = pairs.map(([from, to], i) => `${to} = ${from} * 1.${String(i).padStart(4, '0').repeat(200)}7 + 0\n`)
  const canonical = `unit library 1\n${lines.sort().join('')}`
  const [first, ...others] = libraryLines(canonical)
  if (first === undefined) throw new Error('the library holds nothing')
  const { from, to, factor, offset } = first
  const stored = {
    ...{ fromUnit: from, toUnit: to, factor, offset, attribution: null },
    ...{ addedAt: new Date(tested.now()), addedBy: 'test' },
  }
  await tested.store.addConverter({
    ...{ namespaceId, seen: null, editorId: null, converter: stored, limitBytes: 10_000_000 },
    library: { hash: hashLibrary(canonical), canonical },
  })
  for (const line of others)
    await tested.query(`
      INSERT INTO unit_converter (namespace_id, from_unit, to_unit, factor, "offset", added_at, added_by)
      VALUES ('${namespaceId}', '${line.from}', '${line.to}', '${line.factor}', '${line.offset}', now(), 'test')`)
  tested.pass(1_000)
  const [a, b, c] = [codes[0]!, codes[1]!, codes[50]!]
  const source = `// @unit q ${b}\ndeclare q as numeric;\nassert some { q > 1 "${a}" };\n`
  const holds: number[] = []
  // The first round reads, opens and relates everything; then everything is known.
  for (let round = 0; round < 2; round++) {
    holds.push(
      await longestHold(async () => {
        const context = await fresh(caller)
        const answers = await Promise.all([
          service.bridgeUnits(context, { from_unit: a, to_unit: `${b}` }),
          service.bridgeUnits(context, { from_unit: `${a}/h`, to_unit: `${b}/d` }),
          service.bridgeUnits(context, { from_unit: c, to_unit: a }),
          service.listUnits(context, {}),
        ])
        const [direct, compound, none, list] = answers.map(({ body }) => JSON.parse(body) as unknown)
        expect(bridge.parse(direct)).toMatchObject({ status: 'convertible', offset: 0 })
        expect(bridge.parse(compound)).toMatchObject({ status: 'convertible' })
        expect(bridge.parse(none)).toMatchObject({ status: 'no_path' })
        expect(unitList.parse(list).converters).toHaveLength(pairs.length)
        await callOperation(service, 'compile', context.caller, { source })
        for (const amount of [`1 ${b}`, `1 ${a}`, `2 ${codes[45]}`, `3 ${c}`]) {
          const { unit_library_hash } = checkResult.parse(
            JSON.parse(await callOperation(service, 'check', context.caller, { source, claims: { q: amount } })),
          )
          expect(unit_library_hash).toBe(hashLibrary(canonical))
        }
      }),
    )
  }
  expect(await longestHold(() => add(caller, a, c, '2'))).toBeLessThan(500)
  expect(Math.min(...holds)).toBeLessThan(250)
})

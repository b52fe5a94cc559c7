/** Batches give the letters and charges of single checks, on a real database and engine. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { checkResult } from '../../api/schemas/check'
import { ANSWER_LETTERS } from '../../api/terms/ruleset-terms'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Batch } from './batch'

const SOURCE = `version 1.3;
declare paid as boolean;
// @unit weight kg
// @range weight 0..100
declare weight as numeric;
declare x as numeric;
declare y as numeric;
assert is_paid { paid };
assert light { weight < 30 "kg" };
assert no_such_pair { Not(And(x * x + y * y == 25, x * y == 13)) };
`
const lines = (...rows: readonly unknown[]) =>
  Buffer.from(rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'))
const dictionary = (paid: unknown, weight: unknown) => ({ paid, weight, x: 1, y: 2 })

let world: ServicesUnderTest
let batch: Batch
let hash: string
let caller: Caller
beforeAll(async () => {
  world = await startServices(1)
  batch = world.workbenches[0]!.batch
  caller = await world.personCaller(['author'])
  hash = await stored(caller)
})
afterAll(() => world.stop())

const stored = async (by: Caller) =>
  (JSON.parse(await callOperation(world.services[0]!, 'compile', by, { source: SOURCE })) as { ruleset_hash: string })
    .ruleset_hash
const check = (rows: Uint8Array, by = caller, unitLibraryHash: string | null = null) =>
  batch.check(by, { rulesetHash: hash, unitLibraryHash, lines: rows })
const used = async (by: Caller) => {
  const { body } = await world.services[0]!.account({ caller: by, channel: 'person', addressKey: () => 'test' }, {})
  return (JSON.parse(body) as { usage: { used: number } }).usage.used
}
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  )

describe('a batch', () => {
  it('gives the answers of single checks, with or without the solver', async () => {
    const rows = [
      dictionary(true, '12 kg'),
      dictionary(false, '99000 g'),
      dictionary(null, 'unknown'),
      { paid: true, weight: '1 lb', x: null, y: null },
      { paid: 'unknown', weight: null, x: null, y: 3 },
    ]
    const { assertions, answers, refused, stopped } = await check(lines(...rows))
    expect(assertions).toEqual(['is_paid', 'light', 'no_such_pair'])
    const single = await Promise.all(
      rows.map(async (claims) => {
        const body = await callOperation(world.services[0]!, 'check', caller, { ruleset_hash: hash, claims })
        const { rules } = checkResult.parse(JSON.parse(body))
        return rules.flatMap(({ assertions: each }) => each.map(({ check: answer }) => ANSWER_LETTERS[answer])).join('')
      }),
    )
    expect(answers).toBe(single.join(''))
    expect(new Set(answers)).toEqual(new Set(['T', 'F', 'U']))
    expect(refused).toEqual([])
    expect(stopped).toBeNull()
  })

  it('refuses only the wrong line, says why, and skips blank ones', async () => {
    const text = lines(
      dictionary(true, '12 kg'),
      '  ',
      '{"paid": }',
      dictionary(true, '400 kg'),
      '[]',
      '',
      dictionary(true, '12 kg'),
      '',
    )
    const { rows, answers, refused } = await check(text)
    expect(rows).toBe(5)
    expect(answers).toBe('TTT---------TTT')
    expect(refused.map(({ row, refusal }) => [row, refusal.code])).toEqual([
      [1, 'BAD_REQUEST'],
      [2, 'VALIDATION_REJECTED'],
      [3, 'BAD_REQUEST'],
    ])
    expect(refused[0]!.refusal.message).toContain('column 10')
    expect(refused[1]!.refusal.details.failures).toMatchObject([{ field: 'weight' }])
  })

  it('keeps every digit of a number', async () => {
    const text = Buffer.from('{"paid":true,"weight":"1 kg","x":1e0,"y":12345678901234567890123456789.5}\n')
    expect((await check(text)).answers).toBe('TTT')
  })

  it('charges one check for each decided dictionary', async () => {
    const by = await world.personCaller(['reviewer'])
    const own = await stored(by)
    const before = await used(by)
    await batch.check(by, {
      rulesetHash: own,
      unitLibraryHash: null,
      lines: lines(dictionary(true, null), '{', dictionary(false, null)),
    })
    expect((await used(by)) - before).toBe(2)
  })

  it('stops at the end of the allowance and returns what was decided', async () => {
    const by = await world.personCaller(['author'])
    const own = await stored(by)
    await world.query(`UPDATE namespace SET checks_per_month = 3 WHERE id = '${by.namespaceId}'`)
    const limited = { ...by, account: { ...by.account, checksPerMonth: 3 } }
    const rows = lines(...Array.from({ length: 5 }, () => dictionary(true, '1 kg')))
    const answer = await batch.check(limited, { rulesetHash: own, unitLibraryHash: null, lines: rows })
    expect(answer).toMatchObject({ rows: 3, answers: 'TTTTTTTTT', stopped: { code: 'ENTITLEMENT_EXCEEDED' } })
    expect(await used(limited)).toBe(3)
  })

  it('continues with the unit library it started with', async () => {
    const first = await check(lines(dictionary(true, '1 kg')))
    const again = await check(lines(dictionary(true, '1 kg')), caller, first.unitLibraryHash)
    expect(again.unitLibraryHash).toBe(first.unitLibraryHash)
  })

  it('finds no ruleset of another namespace and reads only UTF-8', async () => {
    const stranger = await world.personCaller(['administrator'], randomUUID())
    expect(await refusalOf(check(lines(dictionary(true, null)), stranger))).toBe('RULESET_NOT_FOUND')
    expect(await refusalOf(check(Buffer.from([0x7b, 0xff, 0x7d])))).toBe('BAD_REQUEST')
  })

  it('decides nothing after the caller has disconnected', async () => {
    const answer = await batch.check(caller, {
      rulesetHash: hash,
      unitLibraryHash: null,
      lines: lines(dictionary(true, null)),
      signal: AbortSignal.abort(),
    })
    expect(answer.rows).toBe(0)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SqlConnection } from '../../../config/lookups'
import { writeJson } from '../../../language/numeric/lossless-json'
import { openSuiteDatabase } from '../../testing/suite-resources'
import { createLookups } from './create-lookups'
import { SqlLookups } from './sql-lookup'

let database: Awaited<ReturnType<typeof openSuiteDatabase>>
let connection: SqlConnection
const lookups = new SqlLookups()

beforeAll(async () => {
  database = await openSuiteDatabase()
  await database.query('CREATE TABLE trip (id text, hours numeric, cabin text, paid boolean)')
  await database.query(`INSERT INTO trip VALUES ('R1', 51.000000000000000000001, 'economy', true), ('R2', 1, 'a', null),
    ('R2', 2, 'b', null), ('R3', null, repeat('x', 70000), null)`)
  connection = { kind: 'sql', name: 'trips', url: database.ownerUrl }
})
afterAll(() => database.close())

const BY_ID = 'SELECT hours, cabin, paid FROM trip WHERE id = $1'
const look = (query: string, texts: readonly string[], wait_ms = 2_000) =>
  lookups.lookUp(connection, { query, wait_ms }, texts)

describe('a lookup by SQL', () => {
  it('reads one exact row', async () => {
    expect(writeJson(await look(BY_ID, ['R1']))).toBe(
      '{"value":{"hours":51.000000000000000000001,"cabin":"economy","paid":true}}',
    )
    expect(await look('SELECT cabin FROM trip -- a comment', [])).toEqual({ failed: 'there are several records' })
  })

  it.each([
    ['no row', BY_ID, ['R9'], 'there is no such record'],
    ['two rows', BY_ID, ['R2'], 'there are several records'],
    ['a large row', BY_ID, ['R3'], 'the answer is longer than 65536 bytes'],
    ['text that tries to be SQL', BY_ID, ["R1' OR 'a' = 'a"], 'there is no such record'],
    ['no SQL', 'nonsense', [], 'the query failed'],
    ['a missing argument', BY_ID, [], 'the query failed'],
    ['two statements', 'SELECT 1) AS x; DELETE FROM trip; SELECT * FROM (SELECT 1', [], 'the query failed'],
    ['a statement that writes', `DELETE FROM trip WHERE id = 'R1' RETURNING *`, [], 'the query failed'],
    ['a part that writes', `WITH gone AS (DELETE FROM trip RETURNING *) SELECT * FROM gone`, [], 'the query failed'],
    ['a function that writes', `SELECT nextval('name_binding_id_seq')`, [], 'the query failed'],
    ['a function that ends the transaction', `SELECT set_config('transaction_read_only', 'off', true)`, [], ''],
  ])('is unknown, and changes nothing, for %s', async (_, query, texts, failed) => {
    const found = await look(query, texts)
    if (failed !== '') expect(found).toEqual({ failed })
    expect(await look('SELECT count(*) AS rows FROM trip', [])).toMatchObject({ value: { rows: { text: '4' } } })
  })

  it('ends in time', async () => {
    const began = performance.now()
    expect(await look('SELECT pg_sleep(30)', [], 200)).toEqual({ failed: 'there was no answer in time' })
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('tells nothing about a database that does not answer', async () => {
    const away = { ...connection, name: 'away', url: 'postgresql://user:secret@127.0.0.1:1/none' }
    expect(await lookups.lookUp(away, { query: 'SELECT 1', wait_ms: 2_000 }, [])).toEqual({
      failed: 'the query failed',
    })
  })

  it('is chosen by the kind of the connection', async () => {
    const lookUp = createLookups({ connections: [connection], now: () => 0 })
    const source = { kind: 'sql', connection: 'trips', query: BY_ID, wait_ms: 2_000, keep_seconds: 0 } as const
    expect(await lookUp('00000000-0000-4000-8000-00000000cafe', source, ['R1'])).toMatchObject({
      value: { cabin: 'economy' },
    })
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Revisions } from './revisions'
import { FIRST_PAGE, type ListView } from './ruleset-list'

const SOURCES: Readonly<Record<string, string>> = {
  'Travel/a': '// @ask receipt Is there a receipt?\ndeclare receipt as boolean;\nassert held { receipt };\n',
  'travel/b': 'declare paid as boolean;\ndeclare late as boolean;\nassert paid_in_time { And(paid, Not(late)) };\n',
  leave: 'declare days as numeric;\nassert few { days < 30 };\nassert some { days > 0 };\n',
}

let tested: ServicesUnderTest
let revisions: Revisions
let caller: Caller
beforeAll(async () => {
  tested = await startServices(1)
  revisions = tested.workbenches[0]!.revisions
  caller = await tested.personCaller(['author'])
  const namespaceId = caller.namespaceId!
  for (const [name, source] of Object.entries(SOURCES)) {
    const label = name === 'leave' ? ({ domain: 'hr_workforce' } as const) : null
    await revisions.save(caller, {
      namespaceId,
      name,
      source,
      message: null,
      base: null,
      ...(label !== null && { label }),
    })
  }
  await tested.query(`
    WITH stored AS (
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      SELECT '${caller.namespaceId}', encode(sha256(source), 'hex'), source, 0, now()
      FROM (SELECT convert_to('assert broken { nothing };' || E'\\n', 'UTF8') AS source) AS given RETURNING namespace_id, hash
    ) INSERT INTO ruleset_name SELECT namespace_id, 'broken', hash, '2020-01-01' FROM stored`)
})
afterAll(() => tested.stop())

const list = (view: Partial<ListView> = {}) => revisions.list(caller, { ...FIRST_PAGE, ...view })
const names = async (view: Partial<ListView>) => (await list(view)).rows.map(({ name }) => name)

it('searches names, summaries, hashes, rules, claims and questions of all rulesets, not only of the page', async () => {
  expect(await names({ search: 'TRAVEL' })).toEqual(['Travel/a', 'travel/b'])
  expect(await names({ search: 'is there a receipt' })).toEqual(['Travel/a'])
  expect(await names({ search: 'paid_in_time late' })).toEqual(['travel/b'])
  expect(await names({ search: 'no longer compiles' })).toEqual(['broken'])
  expect(await names({ search: 'travel nothing' })).toEqual([])
  expect(await list({ search: 'travel', limit: 1, page: 2 })).toMatchObject({
    rows: [{ name: 'travel/b' }],
    ...{ matches: 2, total: 4, unsearched: 0, domains: ['hr_workforce'] },
  })
  const [row] = (await list({ search: 'leave' })).rows
  expect(await names({ search: row!.hash.slice(3, 40) })).toEqual(['leave'])
  // Special characters of patterns and databases are literal.
  for (const search of ['%', '_%', '\\', "'", '\0', ' \0x'])
    expect((await list({ search })).matches).toBe(search === '\0' ? 4 : 0)
})

it('orders by every column in both directions, with missing values at the end', async () => {
  expect(await names({})).toEqual(['Travel/a', 'broken', 'leave', 'travel/b'])
  expect(await names({ descending: true })).toEqual(['travel/b', 'leave', 'broken', 'Travel/a'])
  expect(await names({ order: 'claims' })).toEqual(['Travel/a', 'leave', 'travel/b', 'broken'])
  expect(await names({ order: 'assertions', descending: true })).toEqual(['leave', 'Travel/a', 'travel/b', 'broken'])
  expect((await names({ order: 'changed' }))[0]).toBe('broken')
  expect((await names({ order: 'domain' }))[0]).toBe('leave')
  for (const order of ['revisions', 'approval'] as const) expect(await names({ order })).toHaveLength(4)
  expect(await names({ domain: 'hr_workforce' })).toEqual(['leave'])
  expect(await names({ domain: null })).toEqual(['Travel/a', 'broken', 'travel/b'])
})

it('finds the rulesets whose open review asks a person, and orders by the due date', async () => {
  const reviews = tested.workbenches[0]!.rulesetReviews
  const invited = await tested.personCaller(['reviewer'], caller.namespaceId!)
  const other = await tested.personCaller(['reviewer'], caller.namespaceId!)
  const request = { message: '', reviewerIds: [invited.person!.id], anyReviewer: false }
  const day = (days: number) => new Date(tested.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { reviewId } = await reviews.open(caller, { ...request, name: 'leave', dueOn: day(9) })
  await reviews.open(caller, { ...request, name: 'Travel/a', dueOn: day(2) })
  await reviews.open(caller, { name: 'travel/b', message: '', reviewerIds: [], anyReviewer: true, dueOn: null })
  expect(await names({ order: 'due' })).toEqual(['Travel/a', 'leave', 'broken', 'travel/b'])
  expect(await names({ order: 'due', descending: true })).toEqual(['leave', 'Travel/a', 'broken', 'travel/b'])
  expect(await names({ askedId: invited.person!.id })).toEqual(['Travel/a', 'leave', 'travel/b'])
  expect(await names({ askedId: invited.person!.id, search: 'paid_in_time', state: 'in_review' })).toEqual(['travel/b'])
  expect(await names({ askedId: other.person!.id })).toEqual(['travel/b'])
  await reviews.end(caller, { reviewId })
  expect(await names({ askedId: invited.person!.id, order: 'due' })).toEqual(['Travel/a', 'travel/b'])
})

it('counts matches even after the last page', async () => {
  expect(await list({ page: 9 })).toMatchObject({ rows: [], matches: 4, total: 4 })
})

it('makes the searchable words again if they are missing or of another engine', async () => {
  await tested.query(
    `UPDATE ruleset_outline SET made_by = 'older', words = 'nothing'; DELETE FROM ruleset_outline WHERE claims = 2`,
  )
  expect(await names({ search: 'paid_in_time' })).toEqual(['travel/b'])
  expect(await names({ search: 'receipt' })).toEqual(['Travel/a'])
})

it('answers a full page with less than 300 KB, however long names and questions are', async () => {
  const many = await tested.personCaller(['author'])
  const source = (n: number) =>
    `// @ask ${'c'.repeat(100)} ${'長い質問'.repeat(1_000)}\ndeclare ${'c'.repeat(100)} as boolean;\nassert ${'a'.repeat(100)}_${n} { ${'c'.repeat(100)} };\n`
  for (let n = 0; n < FIRST_PAGE.limit; n++)
    await revisions.save(many, {
      ...{ namespaceId: many.namespaceId!, name: `${'n'.repeat(90)}/${n}`, source: source(n) },
      ...{ message: null, base: null },
    })
  const page = await revisions.list(many, { ...FIRST_PAGE, search: '質問' })
  expect(page.rows).toHaveLength(FIRST_PAGE.limit)
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(300_000)
})

it('shows no names of another namespace', async () => {
  const stranger = await tested.fullCaller()
  expect(await revisions.list(stranger, { ...FIRST_PAGE, search: 'travel' })).toMatchObject({
    rows: [],
    matches: 0,
    total: 0,
    domains: [],
  })
})

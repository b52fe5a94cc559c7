import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RulesetRow } from './ruleset-data'
import { COLUMNS, FIRST_VIEW, matching, ordered, queryOf, sortedBy, type TableView, viewFrom } from './table-view'

const row = (name: string, more: Partial<RulesetRow> = {}): RulesetRow => ({
  name,
  hash: 'a'.repeat(64),
  summary: 'Checks it.',
  words: '',
  claims: 1,
  assertions: 1,
  revisions: 1,
  approval: 'none',
  approvalReason: null,
  underOlderEngine: null,
  approvedAt: null,
  domain: null,
  savedAt: '2026-01-01T00:00:00.000Z',
  savedBy: 'Ann',
  ...more,
})
const names = (rows: readonly RulesetRow[]) => rows.map(({ name }) => name)

test('every view reads back from its address', () => {
  const view: fc.Arbitrary<TableView> = fc.record({
    search: fc.string(),
    domain: fc.constantFrom('', 'none', 'finance'),
    sort: fc.constantFrom(...COLUMNS),
    descending: fc.boolean(),
    page: fc.integer({ min: 1, max: 200 }),
  })
  fc.assert(
    fc.property(view, (given) => {
      expect(viewFrom(new URLSearchParams(queryOf(given)))).toEqual(given)
    }),
  )
  expect(queryOf(FIRST_VIEW)).toBe('')
  for (const query of ['sort=-', 'sort=nothing&page=x', 'page=-1', 'page=1.5'])
    expect(viewFrom(new URLSearchParams(query))).toEqual(FIRST_VIEW)
})

test('words are looked for in name, summary, hash, rules and claims, all of them', () => {
  const rows = [row('Travel expenses'), row('leave', { summary: 'Travel and leave' }), row('x', { hash: 'bcd' })]
  const namesOf = (search: string) => names(matching(rows, { ...FIRST_VIEW, search }))
  expect(namesOf(' travel ')).toEqual(['Travel expenses', 'leave'])
  expect(namesOf('travel leave')).toEqual(['leave'])
  expect(namesOf('bcd')).toEqual(['x'])
  expect(namesOf('')).toHaveLength(3)
  rows.push(row('y', { words: 'receipt_held receipt held has_receipt Is there a receipt?' }))
  expect(namesOf('receipt_held')).toEqual(['y'])
  expect(namesOf('held receipt')).toEqual(['y'])
})

test('the domain is one, or none', () => {
  const rows = [row('a', { domain: 'finance' }), row('b')]
  expect(names(matching(rows, { ...FIRST_VIEW, domain: 'finance' }))).toEqual(['a'])
  expect(names(matching(rows, { ...FIRST_VIEW, domain: 'none' }))).toEqual(['b'])
})

test('sorted by any column, both ways, with what has no value at the end', () => {
  const rows = [
    row('b 10', { claims: 3 }),
    row('b 9', { claims: null }),
    row('a', { claims: 12, approval: 'approved' }),
  ]
  const by = (view: TableView) => names(ordered(rows, view))
  expect(by(FIRST_VIEW)).toEqual(['a', 'b 9', 'b 10'])
  const claims = sortedBy(FIRST_VIEW, 'claims')
  expect(by(claims)).toEqual(['b 10', 'a', 'b 9'])
  expect(by(sortedBy(claims, 'claims'))).toEqual(['a', 'b 10', 'b 9'])
  expect(by(sortedBy(FIRST_VIEW, 'approval'))).toEqual(['b 9', 'b 10', 'a'])
  expect(sortedBy(sortedBy(claims, 'claims'), 'claims')).toEqual(claims)
})

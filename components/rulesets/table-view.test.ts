import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REVIEW_STATES } from '../../server/api/terms/review-terms'
import { LIST_ORDERS } from '../../server/api/terms/ruleset-terms'
import { listRequest } from './ruleset-data'
import { FIRST_VIEW, queryOf, sortedBy, type TableView, viewFrom } from './table-view'

test('every view survives a round trip through the URL', () => {
  const view: fc.Arbitrary<TableView> = fc.record({
    search: fc.string(),
    domain: fc.constantFrom('', 'none', 'finance'),
    archived: fc.boolean(),
    state: fc.constantFrom('' as const, ...REVIEW_STATES),
    reviewer: fc.oneof(fc.constant(''), fc.uuid()),
    sort: fc.constantFrom(...LIST_ORDERS),
    descending: fc.boolean(),
    page: fc.integer({ min: 1, max: 200 }),
  })
  fc.assert(
    fc.property(view, (given) => {
      expect(viewFrom(new URLSearchParams(queryOf(given)))).toEqual(given)
    }),
  )
  expect(queryOf(FIRST_VIEW)).toBe('')
  for (const query of ['sort=-', 'sort=nothing&page=x', 'page=-1', 'page=1.5', 'reviewer=anybody'])
    expect(viewFrom(new URLSearchParams(query))).toEqual(FIRST_VIEW)
})

test('the server is asked for one page of matches', () => {
  expect(listRequest(FIRST_VIEW)).toEqual({
    ...{ search: '', archived: false, order: 'name' },
    ...{ descending: false, page: 1, limit: 50 },
  })
  expect(listRequest({ ...FIRST_VIEW, search: ' a  b ', domain: 'finance', page: 3 })).toMatchObject({
    search: 'a  b',
    domain: 'finance',
    page: 3,
  })
  const reviewer = '0193a2f0-0000-7000-8000-000000000001'
  expect(listRequest({ ...FIRST_VIEW, domain: 'none', state: 'draft', reviewer })).toMatchObject({
    ...{ domain: null, state: 'draft', askedId: reviewer },
  })
})

test('a click sorts by a column, and a second one reverses the order', () => {
  const claims = sortedBy({ ...FIRST_VIEW, page: 4 }, 'claims')
  expect(claims).toMatchObject({ sort: 'claims', descending: false, page: 1 })
  expect(sortedBy(claims, 'claims')).toMatchObject({ sort: 'claims', descending: true })
  expect(sortedBy(sortedBy(claims, 'claims'), 'claims')).toEqual(claims)
})

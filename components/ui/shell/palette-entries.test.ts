import { expect, test } from 'vitest'
import { actionEntries, hitEntries, pageEntries } from './palette-entries'

const PAGES = [
  { href: '/units', title: 'Units' },
  { href: '/libraries', title: 'Libraries' },
]
const hrefs = (...given: Parameters<typeof pageEntries>) =>
  pageEntries(...given).map(({ target }) => (target.kind === 'page' ? target.href : target.kind))

test('offers the pages of the shown ruleset, and not the shown page', () => {
  expect(hrefs('', PAGES, '/rulesets/travel~meals/check', false)).toEqual([
    '/rulesets/travel~meals',
    '/rulesets/travel~meals/history',
    '/units',
    '/libraries',
  ])
  expect(hrefs('', PAGES, '/units', true)).toEqual(['/rulesets/new', '/libraries'])
  expect(hrefs('', PAGES, '/rulesets/new', true)).toEqual(['/units', '/libraries'])
})

test('keeps entries whose title has every typed word', () => {
  expect(hrefs('HIST travel', PAGES, '/rulesets/travel', false)).toEqual(['/rulesets/travel/history'])
  expect(hrefs('.*', PAGES, '/', true)).toEqual([])
  expect(actionEntries('text form', [{ title: 'Format the text', run: () => {} }])).toHaveLength(1)
})

test('leads from a hit to its line, its claim or its ruleset', () => {
  const excerpt = { text: 'x', marks: [] }
  const hit = { name: 'a/b', excerpt }
  const entries = hitEntries([
    { ...hit, kind: 'name', subject: null, line: null },
    { ...hit, kind: 'label', subject: 'finance', line: null },
    { ...hit, kind: 'question', subject: 'amount', line: 3 },
    { ...hit, kind: 'question', subject: null, line: 4 },
    { ...hit, kind: 'assertion', subject: 'paid', line: 5 },
  ])
  expect(entries.map(({ target }) => target)).toEqual([
    { kind: 'page', href: '/rulesets/a~b' },
    { kind: 'page', href: '/rulesets/a~b' },
    { kind: 'claim', href: '/rulesets/a~b/check', claim: 'amount' },
    { kind: 'line', href: '/rulesets/a~b', line: 4 },
    { kind: 'line', href: '/rulesets/a~b', line: 5 },
  ])
  expect(entries.map(({ title }) => title)).toEqual(['a/b', 'Label', 'Question amount', 'Question', 'Assertion paid'])
})

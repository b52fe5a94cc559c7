import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HITS_A_PAGE, MAX_QUERY_CHARS } from '../../api/terms/ruleset-terms'
import type { Caller } from '../calls/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'

const TRAVEL = `version 1.4;

// Long trips need a receipt,
// says the board.

// @ask hasReceipt Is there a paper receipt?
declare hasReceipt as boolean;
declare distance as numeric "km";
declare on_day as date;

parameter daily_rate "EUR" by on_day {
  2025-01-01: 28 @ "BGBl. I 2024 Nr. 12";
};

let is_long = distance > 100 "km";

assert trip_proven {
  Implies(is_long,
    hasReceipt)
};
`

let tested: ServicesUnderTest
let author: Caller
beforeAll(async () => {
  tested = await startServices(1)
  author = await tested.personCaller(['author'])
  await save('travel/abroad', TRAVEL)
  await save('Broken later', 'declare paid as boolean;\nassert paid_at_once { paid };\n', { domain: 'hr_workforce' })
})
afterAll(() => tested.stop())

async function save(name: string, source: string, label: object | null = null, base: string | null = null) {
  const answer = await tested.workbenches[0]!.revisions.save(author, {
    ...{ namespaceId: author.namespaceId!, name, source, message: null, base },
    label: label as null,
  })
  if (answer.kind !== 'saved') throw new Error('the name was taken')
  return answer.hash
}
const find = (query: string, caller = author, page = 1) => tested.workbenches[0]!.search.find(caller, { query, page })
const found = async (query: string) =>
  (await find(query)).hits.map(({ kind, name, subject, line }) => [kind, name, subject, line])

it.each([
  ['a name, also in its middle', 'broad', [['name', 'travel/abroad', null, null]]],
  ['a label', 'workforce', [['label', 'Broken later', 'hr_workforce', null]]],
  ['rule text, by the line with the most words', 'implies long', [['assertion', 'travel/abroad', 'trip_proven', 18]]],
  ['words of a name that underscores or capitals join', 'proven', [['assertion', 'travel/abroad', 'trip_proven', 17]]],
  ['a question', 'PAPER rec', [['question', 'travel/abroad', 'hasReceipt', 6]]],
  ['a note that has several lines', 'board trips', [['note', 'travel/abroad', null, 3]]],
] as const)('finds %s', async (_, query, hits) => {
  expect(await found(query)).toEqual(hits)
})

it('finds claims, definitions and cited sources', async () => {
  expect(await found('distance')).toEqual([
    ['claim', 'travel/abroad', 'distance', 8],
    ['definition', 'travel/abroad', 'is_long', 15],
  ])
  expect((await found('bgbl')).map(([kind]) => kind)).toEqual(expect.arrayContaining(['source']))
})

it('marks the words of the query in the excerpt', async () => {
  const [hit] = (await find('paper rec')).hits
  const { text, marks } = hit!.excerpt
  expect(text).toBe('Is there a paper receipt?')
  expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['paper', 'receipt'])
})

it('shows a note without the marks of a comment', async () => {
  const [hit] = (await find('says board')).hits
  expect(hit!.excerpt.text).toBe('says the board.')
})

it('searches only the newest revision of a name', async () => {
  const first = await save('moved', 'declare a as boolean;\nassert early_words { a };\n')
  expect(await found('early words')).toHaveLength(1)
  await save('moved', 'declare a as boolean;\nassert later_words { a };\n', null, first)
  expect(await found('early words')).toEqual([])
  const rows = `SELECT count(*)::int AS count FROM ruleset_passage WHERE hash = '${first}'`
  expect(await tested.query(rows)).toEqual([{ count: 0 }])
  expect(await found('later words')).toHaveLength(1)
})

it('gives at most a page of hits and says whether there are more', async () => {
  const rules = Array.from({ length: HITS_A_PAGE + 5 }, (_, n) => `assert many_${n} { a };`).join('\n')
  await save('many', `declare a as boolean;\n${rules}\n`)
  const first = await find('many_')
  expect([first.hits.length, first.hasMore]).toEqual([HITS_A_PAGE, true])
  const second = await find('many_', author, 2)
  expect(second.hasMore).toBe(false)
  const keys = [...first.hits, ...second.hits].map(({ kind, subject }) => `${kind} ${subject}`)
  expect(new Set(keys).size).toBe(HITS_A_PAGE + 6)
})

it('answers with less than 300 KB, whatever the texts are', async () => {
  const long = `${'試験'.repeat(40)} ${'wide '.repeat(400)}`
  const rules = Array.from(
    { length: HITS_A_PAGE },
    (_, n) => `assert wide_${'x'.repeat(100)}_${n} { a };\n// ${long}${n}\n`,
  )
  await save(`${'n'.repeat(100)}`, `declare a as boolean;\n${rules.join('')}`)
  for (const query of ['wide', '試', 'wide wide wide', 'w']) {
    const answer = await find(query)
    expect(answer.hits).toHaveLength(HITS_A_PAGE)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(300_000)
  }
})

it('shows no texts of another namespace, and nothing to callers who may not read', async () => {
  expect((await find('receipt', await tested.personCaller(['author']))).hits).toEqual([])
  expect((await find('receipt', await tested.personCaller(['reviewer'], author.namespaceId!))).hits).not.toEqual([])
  await expect(find('receipt', await tested.evaluationCaller())).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
})

it('reads any query as words', async () => {
  const hostile = [
    "'",
    "' & ' |",
    ':*',
    "a':*b",
    '\\',
    '%',
    '_',
    '\0',
    '\ud800',
    '🚀',
    '!receipt',
    'receipt\0',
    '<b>',
    ')(',
  ]
  for (const query of [...hostile, 'x '.repeat(100), 'ab'.repeat(100), "'".repeat(200), '𝔸ß'.repeat(60)])
    expect(await find(query)).toMatchObject({ tookTooLong: false, hasMore: false })
  expect(await found('!paper')).toEqual(await found('paper'))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: MAX_QUERY_CHARS }), async (query) => {
      expect((await find(query)).tookTooLong).toBe(false)
    }),
    { numRuns: 50 },
  )
})

it('stops a search that takes too long', async () => {
  const search = { words: ['a'], domains: [], offset: 0, limit: 1 }
  await tested.query(
    `INSERT INTO ruleset_passage SELECT namespace_id, hash, 1000 + n, 'note', NULL, 1, 'a', 'a'
     FROM ruleset, generate_series(1, 20000) AS n`,
  )
  expect(await tested.store.findTexts(author.namespaceId!, search, 1)).toBeNull()
  expect(await tested.store.findTexts(author.namespaceId!, search, 10_000)).toHaveLength(1)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeRuleset, renderReview } from '../../../server/engine/explain/review'
import type { ReviewDocument } from '../../../server/engine/explain/review-document'
import { analyseRuleset } from '../../../server/language/semantics/analyse'
import { placeLibrary } from '../../../server/language/syntax/sharing/read-parts'
import { randomRuleset } from '../../../server/language/testing/random-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../../server/language/text/limits'
import { hashSharedLines } from '../../../server/language/text/shared-lines'
import { builtInLibrary } from '../../../server/language/units/unit-library'
import { type ReviewChanges, reviewChanges } from './review-changes'
import { foldSameRows, type LineChange, reviewLines } from './review-lines'
import { measureLikeness, type WordPiece, wordChanges } from './word-changes'

const LIBRARY = builtInLibrary()

function checked(source: string) {
  const { ruleset, diagnostics } = analyseRuleset(source, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return ruleset
}

const libraryOf = (lines: string) => ({ lines, sha256: hashSharedLines(lines) })

const review = (source: string): ReviewDocument => describeRuleset(checked(source))

const side = (pieces: readonly WordPiece[], left: 'added' | 'removed') =>
  pieces
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

/** Writes the changes as lines of text: `-removed-`, `+added+`. */
function changeLines({ summary, sections }: ReviewChanges): string[] {
  const words = (pieces: readonly WordPiece[]) =>
    pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`)).join('')
  const line = (change: LineChange) =>
    change.kind === 'changed' ? `  ${words(change.words)}` : `  ${change.kind}: ${change.line.text}`
  return [
    ...(summary === null ? [] : [words(summary)]),
    ...sections.flatMap(({ id, entries, unchanged }) => [
      `${id}, ${unchanged} unchanged`,
      ...entries.flatMap(({ kind, name, title, moved, through, lines }) => [
        `${kind}${moved ? ' and moved' : ''}: ${name ?? title}${kind === 'through' ? ` (${through.join(', ')})` : ''}`,
        ...(kind === 'changed' ? lines.filter(({ kind }) => kind !== 'same').map(line) : []),
      ]),
    ]),
  ]
}

const POLICY = `version 1.3;
// @question Is there a receipt?
declare has_receipt as boolean;
// @unit amount USD
// @range amount 0..5000
declare amount as numeric;
// A receipt is needed above the limit.
assert receipt_when_large { Implies(amount > 75 "USD", has_receipt) };
assert never_huge { amount < 4000 "USD" };
`

describe('changes between reviews', () => {
  it('are empty between a review and itself', () => {
    expect(reviewChanges(review(POLICY), review(POLICY))).toEqual({ same: true, summary: null, sections: [] })
  })

  it('are listed word by word for a changed sentence', () => {
    expect(changeLines(reviewChanges(review(POLICY), review(POLICY.replace('75', '90'))))).toEqual([
      'assertions, 1 unchanged',
      'changed: receipt_when_large',
      expect.stringMatching(/^ {2}States: .*-75-\+90\+.*$/),
    ])
  })

  it('list every assertion whose answer changes through a definition, also indirectly', () => {
    const before = `declare n as numeric;
declare a as boolean;
// The first limit.
let limit = 10;
let twice = limit * 2;
let few = { limit, 7 };
let free = 3;
assert direct { n < limit };
assert through { n < twice };
assert in_set { IsMember(n, few) };
assert apart { Or(a, n < free) };
`
    expect(changeLines(reviewChanges(review(before), review(before.replace('= 10', '= 11'))))).toEqual([
      'assertions, 1 unchanged',
      ...['through: direct (‘limit’)', 'through: through (‘limit’)', 'through: in_set (‘limit’)'],
      'definitions, 1 unchanged',
      expect.stringMatching(/^changed: limit$/),
      expect.stringMatching(/-10-\+11\+/),
      ...['through: twice (‘limit’)', 'through: few (‘limit’)'],
    ])
    // A note does not affect answers.
    expect(changeLines(reviewChanges(review(before), review(before.replace('first', 'second'))))).toEqual([
      'definitions, 3 unchanged',
      'changed: limit',
      expect.stringMatching(/-first-\+second\+/),
    ])
  })

  it('list assertions that read a claim of another type, but not of another range', () => {
    const before = `// @range n 0..5
declare n as numeric;
declare m as numeric;
assert same { n == m };
assert other { m > 1 };
`
    const inUsd = `// @unit n USD\n// @unit m USD\n${before}`.replace('m > 1', 'm > 1 "USD"')
    const changes = changeLines(reviewChanges(review(before), review(inUsd)))
    expect(changes).toContain('changed: same')
    expect(changeLines(reviewChanges(review(before), review(before.replace('0..5', '0..6')))).join()).not.toContain(
      'through',
    )
  })

  it('list assertions that refer to an open value that a definition now sets', () => {
    const before = 'declare a as boolean;\ndeclare local open as boolean;\nassert it { Or(a, open) };\n'
    const after = before.replace('assert', 'let open = Not(a);\nassert')
    expect(changeLines(reviewChanges(review(before), review(after)))).toContain('changed: it')
  })

  it('list each assertion whose answer can change, whichever definition of a random ruleset is changed', {
    tags: 'thorough',
  }, () => {
    const name = (position: number) => `d${position}`
    const texts = fc.sample(
      fc.tuple(
        // Each definition refers to at most one earlier definition, each assertion to at most one definition.
        fc.array(fc.option(fc.nat(5)), { minLength: 1, maxLength: 6 }),
        fc.array(fc.option(fc.nat(5)), { minLength: 1, maxLength: 6 }),
        fc.nat(5),
      ),
      { numRuns: 200, seed: 20261123 },
    )
    for (const [lets, asserts, pick] of texts) {
      const changed = pick % lets.length
      const below = lets.map((to, position) => (to === null || position === 0 ? null : to % position))
      const source = (value: number) =>
        [
          'declare n as numeric;',
          ...below.map(
            (to, position) =>
              `let ${name(position)} = ${to === null ? 'n' : name(to)} + ${position === changed ? value : position + 1};`,
          ),
          ...asserts.map(
            (to, position) => `assert t${position} { ${to === null ? 'n' : name(to % lets.length)} > ${position} };`,
          ),
        ].join('\n')
      const reaches = (to: number | null): boolean => to !== null && (to === changed || reaches(below[to] ?? null))
      const expected = asserts.flatMap((to, position) =>
        reaches(to === null ? null : to % lets.length) ? [`t${position}`] : [],
      )
      const { sections } = reviewChanges(review(source(100)), review(source(101)))
      const listed = sections.find(({ id }) => id === 'assertions')?.entries ?? []
      expect(listed.map(({ name: listedName }) => listedName)).toEqual(expected)
    }
  })

  it('name what was added and removed', () => {
    const after = POLICY.replace(/assert never_huge.*\n/, 'assert small_always { amount < 10 "USD" };\n')
    const changes = changeLines(reviewChanges(review(POLICY), review(after)))
    expect(changes).toContain('removed: never_huge')
    expect(changes).toContain('added: small_always')
    expect(changes).not.toContain('changed: receipt_when_large')
  })

  it('list definitions of a library, and what changes through them', () => {
    const using = (limit: number) =>
      placeLibrary(
        'version 1.4;\ndeclare n as whole;\nassert few { n < limit };\n',
        'house/limits',
        libraryOf(`  table limit unique (n) -> numeric { > ${limit} => 1; else => 2; };\n`),
      )
    const changes = reviewChanges(review(using(3)), review(using(4)))
    expect(
      changes.sections.map(({ id, entries }) => [id, ...entries.map(({ kind, name }) => `${kind} ${name}`)]),
    ).toEqual([
      ['assertions', 'through few'],
      ['library-house%2Flimits', 'changed limit'],
    ])
    const own = using(3)
      .replace(/use .*\{\n/, '')
      .replace('};\n};', '};')
    const named = reviewChanges(review(using(3)), review(own))
    expect(
      named.sections.map(({ id, entries }) => [id, ...entries.map(({ kind, name }) => `${kind} ${name}`)]),
    ).toEqual([
      ['definitions', 'added limit'],
      ['library-house%2Flimits', 'removed limit'],
    ])
  })

  it('list a moved entry once', () => {
    const lines = POLICY.trimEnd().split('\n')
    const last = lines.pop()
    const after = `${[...lines.slice(0, 6), last, ...lines.slice(6)].join('\n')}\n`
    // The first line is the summary, which names the assertions in order.
    const [, section, moved, ...rest] = changeLines(reviewChanges(review(POLICY), review(after)))
    expect(section).toBe('assertions, 1 unchanged')
    expect(moved).toMatch(/^moved and moved: /)
    expect(rest).toEqual([])
  })

  it('ignore list numbers: an item in the middle is one added line', () => {
    const from =
      'version 1.3;\ndeclare a as boolean;\ndeclare b as boolean;\ndeclare c as boolean;\ndeclare d as boolean;\n'
    const before = review(`${from}assert all_of_them { And(a, Or(b, c), d) };\n`)
    const after = review(`${from}declare e as boolean;\nassert all_of_them { And(a, e, Or(b, c), d) };\n`)
    const entry = reviewChanges(before, after).sections.find(({ id }) => id === 'assertions')?.entries[0]
    expect(entry?.lines.filter(({ kind }) => kind !== 'same').map(({ kind }) => kind)).toEqual(['added', 'changed'])
  })

  it('are complete: both reviews can be restored from them, and reviews that read differently have some', {
    tags: 'thorough',
  }, () => {
    const random = randomRuleset({ depth: 2, maxAssertions: 3, unbridged: true })
    fc.assert(
      fc.property(random, random, (left, right) => {
        const [was, is] = [checked(left), checked(right)]
        const [before, after] = [describeRuleset(was), describeRuleset(is)]
        const changes = reviewChanges(before, after)
        expect(changes.same).toBe(renderReview(was) === renderReview(is))
        if (changes.summary !== null) {
          expect(side(changes.summary, 'added')).toBe(before.summary)
          expect(side(changes.summary, 'removed')).toBe(after.summary)
        }
        for (const { id, entries } of changes.sections)
          for (const entry of entries) {
            const find = (document: ReviewDocument) =>
              document.sections
                .find((section) => section.id === id)
                ?.entries.find(({ name, title }) => (name === null ? title === entry.title : name === entry.name))
            for (const [document, left] of [
              [before, 'added'],
              [after, 'removed'],
            ] as const) {
              const entryOfDocument = find(document)
              const texts = entry.lines
                .filter(({ kind }) => kind !== left)
                .map((change) => (change.kind === 'changed' ? side(change.words, left) : change.line.text))
              expect(texts).toEqual(
                entryOfDocument === undefined ? [] : reviewLines(entryOfDocument).map(({ text }) => text),
              )
            }
          }
      }),
      { numRuns: 200, seed: 20261122 },
    )
  })
})

describe('changes between two lines', () => {
  it('can restore both lines, whatever they contain', () => {
    const text = fc.array(fc.constantFrom('amount', '1,000', ' ', '  ', '.', ',', '“', '”', '…', 'é', '\u{1f600}'), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(text, text, (left, right) => {
        const pieces = wordChanges(left.join(''), right.join(''))
        expect(side(pieces, 'added')).toBe(left.join(''))
        expect(side(pieces, 'removed')).toBe(right.join(''))
      }),
    )
  })

  it('keep numbers whole and group phrases', () => {
    expect(wordChanges('Pay 1,000 USD within one week.', 'Pay 1,200 USD within thirty days.')).toEqual([
      { kind: 'same', text: 'Pay ' },
      { kind: 'removed', text: '1,000' },
      { kind: 'added', text: '1,200' },
      { kind: 'same', text: ' USD within ' },
      { kind: 'removed', text: 'one week' },
      { kind: 'added', text: 'thirty days' },
      { kind: 'same', text: '.' },
    ])
  })

  it('measure likeness by common words', () => {
    expect(measureLikeness('a b c d', 'a b c d')).toBe(1)
    expect(measureLikeness('a b c d', 'd c x y')).toBe(0.5)
    expect(measureLikeness('a b', 'c d')).toBe(0)
  })
})

describe('a changed table', () => {
  const table = (rows: readonly string[]) => `version 1.4;
declare speed as numeric "km/h";
table fine first (speed) -> numeric "USD" { ${rows.join(' ')} };
assert small { fine < 100 "USD" };
`
  const rows = [10, 20, 30, 40, 50].map((speed) => `< ${speed} "km/h" => ${speed};`)

  it('is shown as its changed rows', () => {
    const now = rows.map((row) => row.replace('=> 30', '=> 35'))
    const { sections } = reviewChanges(review(table(rows)), review(table(now)))
    const entry = sections.flatMap(({ entries }) => entries).find(({ name }) => name === 'fine')
    const shown = foldSameRows(entry?.lines ?? []).map((change) =>
      change.kind === 'changed'
        ? change.words.map(({ kind, text }) => (kind === 'same' ? text : `${kind} ${text}`)).join('')
        : `${change.kind}: ${change.line.text}`,
    )
    expect(shown.slice(2)).toEqual([
      'same: Speed | Result',
      'same: 2 rows are unchanged',
      'less than 30 km/h | removed 30added 35 USD',
      'same: 2 rows are unchanged',
    ])
  })

  it('with a row more shows that row', () => {
    const now = [...rows.slice(0, 2), '25 "km/h" => 7;', ...rows.slice(2)]
    const { sections } = reviewChanges(review(table(rows)), review(table(now)))
    const entry = sections.flatMap(({ entries }) => entries).find(({ name }) => name === 'fine')
    const changed = (entry?.lines ?? []).filter(({ kind }) => kind !== 'same')
    expect(changed.map(({ kind, line }) => `${kind}: ${line.text}`)).toEqual(['added: 25 km/h | 7 USD'])
  })
})

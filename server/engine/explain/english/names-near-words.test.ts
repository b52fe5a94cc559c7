/** Names made of the words of the sentences themselves: two different rules never have the same sentence. */
import { describe, expect, it } from 'vitest'
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { cellInWords } from './cell-words'
import { printSentence } from './clause'
import { humaniseName, Names } from './names'
import { describeExpression, TermList } from './sentence'
import * as tree from './testing/checked-trees'

const DATE = { kind: 'date' } as const
const NUMBER = { kind: 'numeric', unit: null } as const
const MONTH_END = { rule: 'last' } as const

type Template = (left: Checked, right: Checked) => Checked

const OF_DATES: readonly Template[] = [
  (left, right) => tree.arithmeticTree(left, '-', right),
  (left, right) => calendar('full-months', left, right),
  (left, right) => calendar('full-years', left, right),
  (left, right) => tree.extremeTree('Max', left, right),
  (left) => calendar('year', left),
  (left) => left,
]
const OF_SPAN_AND_DATE: readonly Template[] = [
  (span, date) => tree.arithmeticTree(date, '+', span),
  (span, date) => tree.arithmeticTree(date, '-', span),
  (span) => tree.roundTree(span, 1, 'floor'),
  (span) => tree.roundTree(span, 1, 'ceiling'),
  (_, date) => tree.arithmeticTree(date, '-', tree.numberTree(2, tree.unitNamed('d'))),
]

function calendar(part: 'year' | 'full-months' | 'full-years', ...operands: readonly Checked[]): Checked {
  return { kind: 'calendar', part, operands, ...MONTH_END, type: tree.BARE, start: 0, end: 0 }
}

/** Every third name is a number, and the others are dates. */
function declared(names: readonly string[]) {
  const inputs = names.map((name, i) => tree.makeInput(name, i % 3 === 0 ? NUMBER : DATE))
  const uses = inputs.map((input, i) => tree.inputUse(i, input))
  return { names: new Names(tree.makeRuleset(inputs, [], [])), uses }
}

function everyTerm(uses: readonly Checked[]): readonly Checked[] {
  const dates = uses.filter(({ type }) => type.kind === 'date')
  const numbers = uses.filter(({ type }) => type.kind === 'numeric')
  const pairs = (lefts: readonly Checked[], templates: readonly Template[]) =>
    lefts.flatMap((left) => dates.flatMap((right) => templates.map((template) => template(left, right))))
  return [...pairs(dates, OF_DATES), ...pairs(numbers, OF_SPAN_AND_DATE)]
}

function textOf(term: Checked, names: Names): string {
  return printSentence(describeExpression(term, names), '', '')
}

/** The words that templates write around two names. */
function connectives(): readonly string[] {
  const { names, uses } = declared(['aa', 'bb', 'cc'])
  const words = everyTerm(uses).flatMap(
    (term) =>
      textOf(term, names)
        .toLowerCase()
        .match(/[a-z]+/g) ?? [],
  )
  return [...new Set(words)].filter((word) => !['aa', 'bb', 'cc'].includes(word))
}

/** "start_to_end", "to_end" and so on, for every word of the templates. */
function adversarialNames(): readonly string[] {
  const found = connectives().flatMap((word) => [`start_${word}_end`, `${word}_end`])
  const nested = ['start_to_end_to', 'from_start_to_end', 'grace_after_start', 'grace_after_start_before_end']
  return ['grace', 'start', 'end', 'aft', ...found, ...nested]
}

describe('names made of the words around them', () => {
  it('come from the templates', () => {
    expect(connectives()).toEqual(expect.arrayContaining(['from', 'to', 'after', 'before', 'rounded', 'of', 'and']))
  })

  it('give two different terms two sentences', { tags: 'thorough' }, () => {
    const all = adversarialNames()
    // Each name is a number in one of the three rounds.
    const alike: string[] = []
    for (const shift of [0, 1, 2]) {
      const { names, uses } = declared([...all.slice(shift), ...all.slice(0, shift)])
      const seen = new Map<string, string>()
      for (const term of everyTerm(uses)) {
        const text = textOf(term, names).toLowerCase()
        const means = JSON.stringify(term)
        if ((seen.get(text) ?? means) !== means) alike.push(text)
        seen.set(text, means)
      }
      expect(seen.size).toBeGreaterThan(1_000)
    }
    expect(alike).toEqual([])
  })

  it('give two different cells of a table two texts', () => {
    const { names, uses } = declared(['x', 'start', 'end', 'before_start', 'after_end', 'end_to_start', 'start_to_end'])
    const terms = new TermList(names)
    const dates = uses.filter(({ type }) => type.kind === 'date')
    const texts = [
      ...dates.flatMap((value) =>
        (['==', '<', '<=', '>', '>='] as const).map((operator) => ({ kind: 'compare' as const, operator, value })),
      ),
      ...dates.flatMap((low) => dates.map((high) => ({ kind: 'range' as const, low, high, open: false }))),
      ...dates.flatMap((low) => dates.map((high) => ({ kind: 'range' as const, low, high, open: true }))),
    ].map((test) => cellInWords({ negated: false, tests: [test] }, dates[0]!, (node, near) => terms.write(node, near)))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('stay plain if nothing else can be read', () => {
    const { names, uses } = declared(['days_to_pay', 'as_of', 'day_after_the_end', 'as_of_day'])
    expect(uses.map((use) => textOf(use, names))).toEqual(
      ['days_to_pay', 'as_of', 'day_after_the_end', 'as_of_day'].map((name) => `${capital(humaniseName(name))}.`),
    )
    expect(textOf(calendar('full-years', uses[1]!, uses[3]!), names)).toBe(
      'The number of full years from as of to as of day.',
    )
  })
})

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

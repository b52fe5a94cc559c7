import { describe, expect, it } from 'vitest'
import { findNormativeWords } from './clause'
import { type CitingRule, citingRuleOf, coverageInWords, measureCoverage } from './coverage'
import { applyEdits, type ClauseEdit } from './edit-clauses'
import { findQuantities, hasQuantity } from './quantities'
import { splitClauses } from './split-clauses'
import { normalizeText } from './text-lines'
import { findWrittenNumbers, hasDate } from './written-numbers'

function isGrounded(clause: string, rule: string): boolean {
  const found = findQuantities(clause)
  return findWrittenNumbers(rule).every((number) =>
    number.kind === 'date' ? hasDate(clause, number.text) : hasQuantity(clause, found, number.value, number.unit),
  )
}

describe('a number of a rule', () => {
  it.each([
    ['Claims are filed within thirty (30) days.', 'elapsed <= 30 "d"'],
    ['Claims are filed within thirty days.', 'elapsed <= 30 "day"'],
    ['Meals cost up to USD 75 a day.', 'cost <= 75 "USD"'],
    ['Meals cost up to $75.', 'cost <= 75 "USD"'],
    ['Meals cost up to 75 US dollars.', 'cost <= 75 "USD"'],
    ['Meals cost up to seventy-five dollars.', 'cost <= 75.00 "USD"'],
    ['A loan of at most 1,500,000.50 EUR.', 'loan <= 1500000.50 "EUR"'],
    ['A loan of at most EUR 1.500,50.', 'loan <= 1500.5 "EUR"'],
    ['A loan of at most €1.5 million.', 'loan <= 1500000 "EUR"'],
    ['A loan of one hundred and fifty thousand euros.', 'loan <= 150_000 "EUR"'],
    ['The share is at least 20 %.', 'share >= 20 "%"'],
    ['The share is at least twenty percent.', 'share >= 0.2'],
    ['The share is at least half.', 'share >= 0.5'],
    ['From 1 January 2026.', 'filed >= 2026-01-01'],
    ['From January 1st, 2026.', 'filed >= 2026-01-01'],
    ['From 01.01.2026.', 'filed >= 2026-01-01'],
    ['| Country | USD a day |\n| DE | 60 |', 'cost <= 60 "USD"'],
    ['No number at all.', 'cost > 0 // 75 in a comment, and "75" in a text'],
    ['Paid twice a year.', 'times <= 2'],
    ['A distance of 5 km.', 'way <= 5 "km"'],
  ])('is in %j: %j', (clause, rule) => {
    expect(isGrounded(clause, rule)).toBe(true)
  })

  it.each([
    ['Claims are filed within thirty days.', 'elapsed <= 31 "d"'],
    ['Claims are filed within 30 months.', 'elapsed <= 30 "d"'],
    ['Claims are filed within 30 months or 60 days.', 'elapsed <= 30 "d"'],
    ['Meals cost up to 75 EUR.', 'cost <= 75 "USD"'],
    ['Meals cost up to 75.', 'cost <= 75 "USD"'],
    ['Meals cost up to 175 USD.', 'cost <= 75 "USD"'],
    ['Meals cost up to 75.50 USD.', 'cost <= 75 "USD"'],
    ['The share is 20 %.', 'share >= 2 "%"'],
    ['From 1 January 2026.', 'filed >= 2026-01-02'],
    ['From 11 January 2026.', 'filed >= 2026-01-01'],
    ['A hundred and fifty.', 'count <= 50'],
  ])('is missing in %j: %j', (clause, rule) => {
    expect(isGrounded(clause, rule)).toBe(false)
  })
})

const TEXT = normalizeText(
  '1. Meals\n1.1 Meals must cost at most 60 USD. The following counts:\n(a) lunch;\n(b) dinner.\n1.2 Guests are welcome.\n2. Claims shall be filed within 30 days, unless agreed.\n3. "Trip" means travel.',
)

function cover(rules: readonly Partial<CitingRule>[], edits: readonly ClauseEdit[] = []) {
  const edited = applyEdits(TEXT, splitClauses(TEXT), edits)
  const base = { name: 'rule', isAssertion: true, text: '', clauses: [], citesElsewhere: false }
  return measureCoverage(
    TEXT,
    edited,
    rules.map((rule) => ({ ...base, ...rule })),
  )
}

describe('the coverage of a document', () => {
  it('counts clauses with text', () => {
    const coverage = cover([{ name: 'meal', clauses: ['1.1'] }])
    expect(coverage.clauses.map(({ label, state, rules }) => [label, state, ...rules])).toEqual([
      ['1', 'not_counted'],
      ['1.1', 'covered', 'meal'],
      ['1.1(a)', 'open'],
      ['1.1(b)', 'open'],
      ['1.2', 'open'],
      ['2', 'open'],
      ['3', 'open'],
    ])
  })

  it('counts a rule once that cites a clause twice', () => {
    const coverage = cover([{ name: 'meal', clauses: ['1.1', '1.1'] }])
    expect(coverage.clauses[1]?.rules).toEqual(['meal'])
    expect(coverage.counts.covered).toBe(1)
  })

  it('takes the citations of one document, and says that a rule cites others', () => {
    const part = { name: 'meal', isAssertion: true, text: 'x' }
    const cited = (...labels: string[]) => labels.map((document) => ({ document, clause: '1.1' }))
    expect(citingRuleOf({ ...part, citations: cited('A', 'B') }, 'A')).toEqual({
      ...{ ...part, clauses: ['1.1'], citesElsewhere: true },
    })
    expect(citingRuleOf({ ...part, citations: cited('A') }, 'A').citesElsewhere).toBe(false)
  })

  it('finds what an open clause demands', () => {
    const words = findNormativeWords('Claims shall be filed within 30 days, unless agreed.')
    expect(words.map(({ word }) => word)).toEqual(['shall', 'within', 'unless'])
    expect(findNormativeWords('Guests are welcome.')).toEqual([])
  })

  it('leaves out definitions and clauses that cannot be checked', () => {
    const at = (label: string) => splitClauses(TEXT).find((clause) => clause.label === label)?.start ?? -1
    const coverage = cover(
      [
        { name: 'meal', clauses: ['1.1', '1.1(a)', '1.1(b)'] },
        { name: 'other' },
        { name: 'more', citesElsewhere: true },
      ],
      [
        { kind: 'mark', start: at('3'), mark: { kind: 'definition' } },
        { kind: 'mark', start: at('1.2'), mark: { kind: 'not_checkable', reason: 'A matter of taste.' } },
      ],
    )
    expect(coverageInWords(coverage)).toBe(
      '3 of 6 clauses covered, 1 definition, 1 not checkable, 1 open; 1 rule cites no clause',
    )
    expect(coverage.uncited).toEqual(['other'])
  })

  it('reports clauses that the document does not have, and numbers that a cited clause does not have', () => {
    const coverage = cover([
      { name: 'meal', clauses: ['1.1(a)'], text: 'cost <= 60 "USD"' },
      { name: 'late', clauses: ['2'], text: 'elapsed <= 31 "d"' },
      { name: 'wrong', clauses: ['9.9'], text: 'x < 1' },
    ])
    expect(coverage.missing).toEqual([{ rule: 'late', number: '31 d', clauses: ['2'] }])
    expect(coverage.unknown).toEqual([{ rule: 'wrong', clause: '9.9' }])
  })
})

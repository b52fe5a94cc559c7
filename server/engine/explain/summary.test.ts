import { describe, expect, it } from 'vitest'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedAssertion } from '../../language/semantics/checked-ruleset'
import {
  compareTree,
  inputUse,
  makeAssertion,
  makeInput,
  makeRuleset,
  numberTree,
} from './english/testing/checked-trees'
import { renderSummary } from './summary'

const AMOUNT = makeInput('amount', { kind: 'numeric', unit: null })
const OTHERS = ['category', 'has_receipt', 'is_travel', 'trip_days'].map((name) => makeInput(name, { kind: 'boolean' }))
const PAIR = { from: 'kg', to: 'USD', cause: 'missing' } as const

function summary(inputs: readonly Input[], assertions: readonly Partial<CheckedAssertion>[]): string {
  const expression = compareTree(numberTree(1), '>', numberTree(2))
  const all = assertions.map((more, i) => makeAssertion(`a${i}`, expression, more))
  return renderSummary(makeRuleset(inputs, [], all))
}

describe('the summary', () => {
  it('names the claims that the assertions read most, in the order of declaration', () => {
    expect(summary([AMOUNT, ...OTHERS], [{ reads: [0, 4] }, { reads: [2, 4] }])).toBe(
      'a0 and a1: 2 assertions about 5 claims, among them amount, has receipt and trip days.',
    )
  })

  it('names all claims if they are few', () => {
    expect(summary([AMOUNT], [{ reads: [0] }])).toBe('a0: 1 assertion about 1 claim (amount).')
    expect(summary([], [{}])).toBe('a0: 1 assertion about no claims.')
  })

  it('counts answers that a policy resolves, and those that are never decided', () => {
    expect(
      summary(
        [AMOUNT, ...OTHERS.slice(0, 1)],
        [{ policy: 'pessimistic' }, { policy: 'optimistic' }, { policy: 'optimistic', unbridged: [PAIR] }, {}],
      ),
    ).toBe(
      'a0, a1, a2 and 1 more: 4 assertions about 2 claims (amount and category); 2 answers are resolved by policy where something is unknown; 1 is never decided, for want of a unit conversion.',
    )
  })

  it('omits locals from the claims', () => {
    const local = makeInput('undue', { kind: 'boolean' }, { kind: 'local' })
    const expression = inputUse(0, local)
    expect(summary([local], [{ expression, reads: [0] }])).toBe('a0: 1 assertion about no claims.')
  })
})

describe('summaries in a list', () => {
  const SUBJECTS = [
    'travel',
    'meals',
    'lodging',
    'gifts',
    'mileage',
    'training',
    'equipment',
    'phones',
    'visas',
    'fuel',
  ]
  const RULES = ['within limit', 'has receipt', 'approved', 'paid in time', 'is listed', 'recorded']
  const WHERE = ['abroad', 'at home', 'for guests', 'for staff', 'in advance', 'after the trip']

  it('differ within the visible part of a row, for 301 rulesets of one size', { tags: 'thorough' }, () => {
    const named = (words: string) => words.replaceAll(' ', '_')
    const texts = Array.from({ length: 301 }, (_, index) => {
      const subject = SUBJECTS[index % 10]
      const rule = RULES[Math.floor(index / 10) % 6]
      const where = WHERE[Math.floor(index / 60)]
      const names = [`${subject} ${rule} ${where}`, ...Array.from({ length: 12 }, (_, i) => `rule ${i + 2}`)]
      const claims = Array.from({ length: 22 }, (_, i) => makeInput(`claim_${i}`, { kind: 'boolean' }))
      const expression = compareTree(numberTree(1), '>', numberTree(2))
      return renderSummary(
        makeRuleset(
          claims,
          [],
          names.map((name) => makeAssertion(named(name), expression)),
        ),
      )
    })
    expect(new Set(texts.map((text) => text.slice(0, 60))).size).toBe(301)
    for (const text of texts) expect(text).toContain('13 assertions about 22 claims')
  })
})

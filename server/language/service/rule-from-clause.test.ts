import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { addRule, COMPARISONS, findFormProblem, proposeName, type RuleForm, type RuleShape } from './rule-from-clause'

const LIBRARY = builtInLibrary()
const analysed = (text: string) => analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
const problemsOf = (text: string) => analysed(text).diagnostics.map(({ message }) => message)

const name = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/),
    // Words of the language in their places only.
    fc.constantFrom('assert', 'declare', 'as', 'enum', 'date', 'version', 'let', 'else', 'numeric', 'report', 'text'),
  )
  .filter((word) => findFormProblem(formOf(word, { kind: 'requirement', claim: { name: 'x', question: '' } })) === null)
const question = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant('How much // "was" paid?\n@unit x'))
const askedClaim = fc.record({ name, question })
const number = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, part]) => `${whole}.${part}`)
const limit = fc.record({
  claim: fc.record({
    name,
    question,
    unit: fc.constantFrom('', 'USD', 'km', 'd', 'h', '%'),
    range: fc.constantFrom('', '0..10', '-5..7.5'),
  }),
  comparison: fc.constantFrom(...COMPARISONS),
  value: number,
})
const shape: fc.Arbitrary<RuleShape> = fc.oneof(
  limit.map((each) => ({ kind: 'limit' as const, ...each })),
  askedClaim.map((claim) => ({ kind: 'requirement' as const, claim })),
  fc.record({ kind: fc.constant('if_then' as const), when: fc.oneof(askedClaim, limit), demanded: askedClaim }),
  fc.record({
    kind: fc.constant('one_of' as const),
    claim: askedClaim,
    allowed: fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constant('other')), { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('deadline' as const),
    from: askedClaim,
    until: askedClaim,
    days: fc.nat(1_000).map((days) => `${days}`),
  }),
)
const form = fc
  .record({ name, document: fc.constantFrom('TE-07', 'HR_1.a'), clause: fc.constantFrom('1', '4.2(b)', '§3'), shape })
  .filter((each) => findFormProblem(each) === null)

function formOf(ruleName: string, ofShape: RuleShape): RuleForm {
  return { name: ruleName, document: 'TE-07', clause: '4.2(b)', shape: ofShape }
}

describe('a rule for a clause', () => {
  it('compiles without a remark, and cites the clause', () => {
    fc.assert(
      fc.property(form, (each) => {
        const text = addRule('', each) ?? ''
        const { ruleset, diagnostics } = analysed(text)
        const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
        expect(errors, text).toEqual([])
        expect(ruleset?.assertions.map((assertion) => assertion.name)).toEqual([each.name])
        expect(ruleset?.inputs.map((input) => input.name)).toEqual(claimNames(each))
        expect(ruleset?.citations).toMatchObject([
          { name: each.name, document: each.document, clause: each.clause, words: null },
        ])
      }),
      { numRuns: 300 },
    )
  })

  it('is added to a text that has rules, whose names stay unique', () => {
    fc.assert(
      fc.property(form, form, (first, second) => {
        const before = addRule('', first) ?? ''
        // A claim with the same name keeps its type, which need not fit the second rule.
        fc.pre(!claimNames(first).some((claim) => claimNames(second).includes(claim)))
        const text = addRule(before, second) ?? ''
        expect(text.startsWith(before.trimEnd())).toBe(true)
        const { ruleset, diagnostics } = analysed(text)
        expect(
          diagnostics.filter(({ severity }) => severity === 'error'),
          text,
        ).toEqual([])
        expect(new Set(ruleset?.assertions.map((assertion) => assertion.name)).size).toBe(2)
        expect(ruleset?.citations?.length).toBe(2)
      }),
      { numRuns: 100 },
    )
  })

  it.each<[string, RuleShape, string]>([
    [
      'limit',
      {
        kind: 'limit',
        claim: { name: 'cost', question: 'How much was paid?', unit: 'USD', range: '0..1000' },
        comparison: '<=',
        value: '60',
      },
      'version 1.4;\n\n// @ask cost How much was paid?\n// @unit cost USD\n// @range cost 0..1000\ndeclare cost as numeric;\n\n// @cite rule TE-07 4.2(b)\nassert rule { cost <= 60 "USD" };\n',
    ],
    [
      'if-then',
      {
        kind: 'if_then',
        when: { claim: { name: 'cost', question: '', unit: 'USD', range: '' }, comparison: '>=', value: '75' },
        demanded: { name: 'has_receipt', question: 'Is there a receipt?' },
      },
      'version 1.4;\n\n// @unit cost USD\ndeclare cost as numeric;\n\n// @ask has_receipt Is there a receipt?\ndeclare has_receipt as boolean;\n\n// @cite rule TE-07 4.2(b)\nassert rule { Implies(cost >= 75 "USD", has_receipt) };\n',
    ],
    [
      'one of',
      { kind: 'one_of', claim: { name: 'seat', question: '' }, allowed: ['economy', ' economy ', 'other'] },
      'version 1.4;\n\ndeclare seat as enum {"economy", "other"} else "another";\n\n// @cite rule TE-07 4.2(b)\nassert rule { IsMember(seat, {"economy", "other"}) };\n',
    ],
    [
      'deadline',
      {
        kind: 'deadline',
        from: { name: 'spent', question: '' },
        until: { name: 'filed', question: '' },
        days: '30',
      },
      'version 1.4;\n\ndeclare spent as date;\n\ndeclare filed as date;\n\n// @cite rule TE-07 4.2(b)\nassert rule { filed - spent <= 30 "d" };\n',
    ],
  ])('is written in the usual form: %s', (_, ofShape, text) => {
    expect(addRule('', formOf('rule', ofShape))).toBe(text)
    expect(problemsOf(text)).toEqual([])
  })

  it('uses a claim that the text declares, and gives a second rule another name', () => {
    const rule = formOf('receipt', { kind: 'requirement', claim: { name: 'has_receipt', question: 'A receipt?' } })
    const once = addRule('// ours\nversion 1.4;\n// declare has_receipt as numeric;\n', rule) ?? ''
    const twice = addRule(once, rule) ?? ''
    expect(twice).toMatch(
      /assert receipt \{ has_receipt \};[\s\S]*@cite receipt_2 [\s\S]*assert receipt_2 \{ has_receipt \};/,
    )
    expect(problemsOf(twice).filter((message) => message.includes('declared'))).toEqual([])
    expect(analysed(twice).ruleset?.inputs.length).toBe(1)
  })

  it('is added after comments, and quickly refused after many', () => {
    const rule = formOf('a', { kind: 'requirement', claim: { name: 'x', question: '' } })
    expect(addRule('/* version 1.3; */ // x\nversion 1.4;\n', rule)).not.toBeNull()
    expect(addRule('/* a */ '.repeat(10_000), rule)).toBeNull()
  })

  it.each(['version 1.3;\n', 'declare a as boolean;\n', '// version 1.4;\n'])(
    'is not added to a text without citations: %s',
    (text) => {
      expect(addRule(text, formOf('a', { kind: 'requirement', claim: { name: 'x', question: '' } }))).toBeNull()
    },
  )
})

describe('a form', () => {
  const limited = (value: string, unit = '', range = '') =>
    formOf('rule', { kind: 'limit', claim: { name: 'cost', question: '', unit, range }, comparison: '<=', value })

  it.each<[RuleForm, RegExp]>([
    [limited(''), /number/],
    [limited('1,000'), /number/],
    [limited('007'), /number/],
    [limited('7', 'US D'), /unit/],
    [limited('7', '', '9..1'), /range/],
    [formOf('', { kind: 'requirement', claim: { name: 'x', question: '' } }), /need a name/],
    [formOf('And', { kind: 'requirement', claim: { name: 'x', question: '' } }), /word of the language/],
    [formOf('rule', { kind: 'requirement', claim: { name: 'größe', question: '' } }), /cannot be a name/],
    [formOf('rule', { kind: 'one_of', claim: { name: 'x', question: '' }, allowed: [' ', '\n'] }), /allowed value/],
    [
      formOf('rule', {
        kind: 'deadline',
        from: { name: 'x', question: '' },
        until: { name: 'x', question: '' },
        days: '3',
      }),
      /two names/,
    ],
  ])('says what to change: %j', (each, sentence) => {
    expect(findFormProblem(each)).toMatch(sentence)
  })

  it('proposes names that can be used', () => {
    expect(['Meal cost', 'Größe (m²)', '4.2 Late claims!', 'and', '...'].map(proposeName)).toEqual([
      ...['meal_cost', 'groesse_m2', 'late_claims', '', ''],
    ])
  })
})

function claimNames({ shape: { ...of } }: RuleForm): readonly string[] {
  if (of.kind === 'if_then') return ['claim' in of.when ? of.when.claim.name : of.when.name, of.demanded.name]
  return of.kind === 'deadline' ? [of.from.name, of.until.name] : [of.claim.name]
}

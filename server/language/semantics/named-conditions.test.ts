import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../engine/testing/random-rules'
import { meanSame } from '../../testing/fixes/fix-promises'
import { repetitions } from '../../testing/repetitions'
import { randomClaims } from '../testing/random-claims'
import { APPLIED, RandomExpressions } from '../testing/random-expressions'
import { EVERYTHING, printDeclarations } from '../testing/random-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { analyseRuleset } from './analyse'
import type { CheckedRuleset } from './checked-ruleset'

const LIBRARY = builtInLibrary()

function analysed(text: string) {
  return analyseRuleset(`version 1.4;\n${text}`, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
}

function compiled(text: string): CheckedRuleset {
  const { ruleset, diagnostics } = analysed(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (ruleset === null) throw new Error('no ruleset without an error')
  return ruleset
}

/** Expects that both texts have the same answers. */
function expectSame(one: string, other: string): void {
  expect(meanSame(compiled(one), compiled(other), seededRandom(7))).toBe(true)
}

const CLAIMS = `declare amount as numeric;
declare limit as numeric;
declare applicant as record { age as whole, income as numeric };
declare partner as record { age as whole, income as numeric };
declare child as list of { age as whole, absence as list of { days as whole } up to 2 } up to 2;
`

describe('a condition with parameters', () => {
  it('reads a parameter, not the claim with the same name', () => {
    expectSame(
      `${CLAIMS}condition is_large(amount) = amount > 5; assert a { is_large(limit) };`,
      `${CLAIMS}assert a { limit > 5 };`,
    )
    expectSame(
      `${CLAIMS}condition is_old(applicant) = applicant.age > 5; assert a { is_old(partner) };`,
      `${CLAIMS}assert a { partner.age > 5 };`,
    )
  })

  it('reads the names of its definition, not those of its use', () => {
    expectSame(
      `${CLAIMS}condition within(x) = x <= limit;
       assert a { ForAll(y in {amount, 3}, within(y)) };`,
      `${CLAIMS}assert a { And(amount <= limit, 3 <= limit) };`,
    )
    const { diagnostics } = analysed(
      `${CLAIMS}condition within(x) = x <= d.age; assert a { ForAll(d in child, within(1)) };`,
    )
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code, line }) => [code, line])).toEqual([
      ['name-characters', 7],
    ])
  })

  it('keeps a parameter apart from the record that it stands for', () => {
    expectSame(
      `${CLAIMS}condition is_older(p) = p.age > applicant.age; assert a { Or(is_older(partner), is_older(applicant)) };`,
      `${CLAIMS}assert a { Or(partner.age > applicant.age, applicant.age > applicant.age) };`,
    )
  })

  it('takes entries of lists, and lists in them', () => {
    expectSame(
      `${CLAIMS}condition attends(c) = And(c.age >= 6, ForAll(x in c.absence, x.days <= 3), Count(c.absence) < 2);
       condition both_old(c, p) = And(attends(c), c.age < p.age);
       assert a { ForAll(c in child, both_old(c, applicant)) };`,
      `${CLAIMS}assert a { ForAll(c in child, And(
         And(c.age >= 6, ForAll(x in c.absence, x.days <= 3), Count(c.absence) < 2), c.age < applicant.age)) };`,
    )
  })

  it('groups an operand as a whole', () => {
    expectSame(
      `${CLAIMS}condition is_double(x, y) = x * 2 == y; assert a { is_double(amount + 1, limit - 1) };`,
      `${CLAIMS}assert a { (amount + 1) * 2 == (limit - 1) };`,
    )
  })

  it('takes a value with the unit that each use has', () => {
    const units = 'declare fare as numeric "USD"; declare walk as numeric "min"; declare ride as numeric "h";'
    expectSame(
      `${units}condition is_less(x, y) = x < y; assert a { Or(is_less(walk, ride), is_less(fare, 5 "USD")) };`,
      `${units}assert a { Or(walk < ride, fare < 5 "USD") };`,
    )
  })

  it('stops if nested bodies become too large', { tags: 'thorough' }, () => {
    const levels = Array.from({ length: 60 }, (_, i) => `condition c${i + 1}(x) = And(c${i}(x), c${i}(x));`)
    const { exceeded } = analysed(`${CLAIMS}condition c0(x) = x > 1;\n${levels.join('\n')}\nassert a { c60(amount) };`)
    expect(exceeded?.budget).toBe('expression_nodes')
    const nested = `${'c('.repeat(50)}amount > 1${')'.repeat(50)}`
    const doubled = analysed(`${CLAIMS}condition c(x) = And(x, Not(x));\nassert a { ${nested} };`)
    expect(doubled.exceeded?.budget).toBe('expression_nodes')
    const many = Array.from({ length: 2_000 }, (_, i) => `assert a${i} { c9(amount) };`)
    expect(
      analysed(`${CLAIMS}condition c0(x) = x > 1;\n${levels.slice(0, 9).join('\n')}\n${many.join('\n')}`).exceeded
        ?.budget,
    ).toBe('expression_nodes')
  })

  it('means its body with the operands in place of the parameters', { tags: ['repeated'] }, () => {
    const expressions = new RandomExpressions({ ...EVERYTHING, depth: 2, nonlinear: false, partial: false })
    const cases = fc.tuple(
      randomClaims(),
      expressions.definition('number').filter((text) => / = .*\bx0\b/s.test(text)),
      expressions.number('bare', 1),
      fc.integer(),
    )
    fc.assert(
      fc.property(cases, ([claims, definition, operand, seed]) => {
        const [head = '', body = ''] = definition.slice(0, -1).split(/ = (.*)/s)
        const written = body.replace(/\bx0\b/g, `(${operand})`)
        const used = new Set(`${definition} ${operand}`.match(/[A-Za-z_]\w*/g))
        const declared = `month_end last;\n${printDeclarations(claims, used)}`
        const named = compiled(`${declared}${head} = ${body};\nassert a { ${APPLIED.number}(${operand}) };`)
        expect(meanSame(named, compiled(`${declared}assert a { ${written} };`), seededRandom(seed))).toBe(true)
      }),
      { numRuns: repetitions(300) },
    )
  })
})

describe('the editor', () => {
  const text = `version 1.4;\n${CLAIMS}condition is_old(p) = p.age > 5; assert a { And(is_old(partner), is_old(applicant)) };`
  const { names } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)

  it('knows the condition, its parameter and the fields that the first use finds', () => {
    const at = text.indexOf('condition is_old')
    const shown = names
      .filter(({ start }) => start > at)
      .map(({ name, role, declares }) => `${role} ${name}${declares ? '!' : ''}`)
    expect(shown).toEqual([
      'condition is_old!',
      'variable p!',
      'variable p',
      'claim age',
      'assertion a!',
      'condition is_old',
      'claim partner',
      'condition is_old',
      'claim applicant',
    ])
  })
})

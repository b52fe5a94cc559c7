/** A claim that is a code equals no number, wherever a set, a quantifier or a list reads it. */
import { describe, expect, it } from 'vitest'
import { builtInLibrary } from '../../language/units/unit-library'
import { createBinder } from '../claims/binder'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { Meter } from '../core/meter'
import { decideAll } from '../decide/decide'
import { renderReview } from '../explain/review'
import { openRuleset } from '../testing/open-text'
import { compileProgram } from './program'

const DECLARATIONS = `version 1.4;
declare a as whole or {"NA", "Exempt"} else "invalid";
declare b as whole or {"NA"};
declare filed as date or {"NA"};
declare scores as list of whole or {"NA"} up to 2;
assert reads { Or(a > 1, b > 1, filed > 2026-01-01, Count(scores) > 1) };
let both = {a, b};
let not_reported = {"NA", "Exempt"};
`
const tools = {
  solver: null,
  budget: { solver_steps: 0, solver_memory_mb: 0 },
  meter: new Meter(1e7),
  mode: 'tiers',
} as const

/** The answer to `condition` when all claims are given. */
function answer(condition: string, claims: Readonly<Record<string, unknown>>): string {
  const ruleset = openRuleset(`${DECLARATIONS}assert asked { ${condition} };`)
  const bound = createBinder(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS).bind(claims)
  if (!bound.ok) throw new Error(JSON.stringify(bound))
  const results = decideAll(compileProgram(ruleset), bound.known, bound.unbridged, tools)
  if (results === 'needs solver') throw new Error('the solver is needed')
  return results[1]!.check
}

const NA = { a: 'NA', b: 'NA', filed: 'NA', scores: ['NA', 0] }
const ZERO = { a: 0, b: 0, filed: '1970-01-01', scores: [0, 0] }

describe('a set with claims that may be codes', () => {
  it.each<[string, string, string]>([
    ['IsMember(a, {0, 7})', 'FALSE', 'TRUE'],
    ['Not(IsMember(a, {0, 7}))', 'TRUE', 'FALSE'],
    ['IsMember(0, {a, b})', 'FALSE', 'TRUE'],
    ['IsMember(filed, {1970-01-01})', 'FALSE', 'TRUE'],
    ['IsSubset({a, b}, {0, 5})', 'FALSE', 'TRUE'],
    ['ForAll(x in {a, b}, x < 5)', 'FALSE', 'TRUE'],
    ['Exists(x in {a, b}, x == 0)', 'FALSE', 'TRUE'],
    ['CountWhere(x in {a, b, 0}, x == 0) == 1', 'TRUE', 'FALSE'],
    ['ExactlyOne(x in {a, 0}, x == 0)', 'TRUE', 'FALSE'],
    ['AtLeast(2, x in {a, b, 0}, x == 0)', 'FALSE', 'TRUE'],
    ['AtMost(1, x in {a, b, 0}, x == 0)', 'TRUE', 'FALSE'],
    ['CountWhere(x in {a, 0, 1}, Or(b == "NA", b == 0)) == 3', 'TRUE', 'TRUE'],
    ['CountWhere(x in {a, a, 0, 0.0}, x == 0) == 1', 'TRUE', 'FALSE'],
    ['Exists(x in both, x == 0)', 'FALSE', 'TRUE'],
    ['Exists(x in Union(both, {5}), x == 0)', 'FALSE', 'TRUE'],
    ['IsMember(0, both)', 'FALSE', 'TRUE'],
    ['IsSubset(both, {0})', 'FALSE', 'TRUE'],
    ['NoneRepeated(scores)', 'TRUE', 'FALSE'],
    ['IsMember(a, {"NA", "invalid"})', 'TRUE', 'FALSE'],
    ['IsMember(a, not_reported)', 'TRUE', 'FALSE'],
  ])('%s', (condition, ofCodes, ofNumbers) => {
    expect(answer(condition, NA)).toBe(ofCodes)
    expect(answer(condition, ZERO)).toBe(ofNumbers)
  })

  it('has no value if a set that it defines holds a code', () => {
    expect(answer('IsSubset({0}, Union({a}, {7}))', NA)).toBe('UNKNOWN')
    expect(answer('IsSubset({0}, Union({a}, {7}))', ZERO)).toBe('TRUE')
  })

  it('takes a number with decimals as another text if a whole number is declared', () => {
    expect(answer('a == "invalid"', { ...NA, a: '41.5' })).toBe('TRUE')
    expect(answer('a == "invalid"', { ...NA, a: '41.0' })).toBe('FALSE')
  })

  it('gives up if unions double', () => {
    const doubled = (from: string) =>
      Array.from({ length: 60 }, (_, i) => `let u${i + 1} = Union(u${i}, u${i});`).reduce(
        (text, line) => `${text}\n${line}`,
        from,
      )
    for (const first of ['let u0 = {a, 1};', 'let u0 = Difference({a}, {a});'])
      expect(() =>
        openRuleset(`${DECLARATIONS}${doubled(first)} assert asked { Exists(x in u60, x == 0) };`),
      ).not.toThrow(RangeError)
  })

  it('names a code that the claim does not have', () => {
    expect(() => openRuleset(`${DECLARATIONS}assert asked { IsMember(b, {"NA", "Exempt"}) };`)).toThrow(
      /"b" has no code "Exempt"/,
    )
  })

  it('reads as it is written', () => {
    const text = `${DECLARATIONS}assert asked { And(IsMember(a, not_reported), ForAll(x in {a, b}, x < 5), IsMember(b, {0, 5})) };`
    const [, asked = ''] = renderReview(openRuleset(text)).split('Asked (asked)')
    const [states] = asked.split('Reads:')
    expect(states).toMatchInlineSnapshot(`
      "
          States: all of the following hold:
              (1) a is listed in ‘not reported’
              (2) for every ‘x’ among a and b: ‘x’ is less than 5
              (3) b is one of 0 or 5
          A comparison of numbers or dates is not met where a claim that it compares or calculates with is one of its codes.
          "
    `)
  })
})

import { describe, expect, it } from 'vitest'
import { formatRuleset } from '../format/format'
import { analyseRuleset } from '../semantics/analyse'
import { BOMBS } from '../testing/bombs'
import { builtInLibrary } from '../units/unit-library'
import { DEFAULT_LANGUAGE_LIMITS, type LanguageLimits } from './limits'

const LIBRARY = builtInLibrary()

/** Returns what is exceeded with one smaller budget. */
function exceeded(text: string, budget: keyof LanguageLimits, limit: number) {
  const { exceeded: reported, ruleset } = analyseRuleset(text, LIBRARY, { ...DEFAULT_LANGUAGE_LIMITS, [budget]: limit })
  expect(ruleset === null).toBe(reported !== null)
  return reported
}

const TAIL = 'declare a as boolean; assert x { a };'

describe('a budget admits its limit and refuses one more', () => {
  it.each<[keyof LanguageLimits, string, number]>([
    [
      'source_bytes',
      `// \u00e9\u20ac\u{1f600}\n${TAIL}`,
      new TextEncoder().encode(`// \u00e9\u20ac\u{1f600}\n${TAIL}`).length,
    ],
    ['claims', 'declare a as boolean; declare b as numeric; declare local c as boolean; assert x { a };', 2],
    ['assertions', 'declare a as boolean; assert x { a }; assert y { a };', 2],
    ['expression_depth', 'declare a as boolean; assert x { Not((Not(a))) };', 4],
    ['expression_depth', 'declare a as numeric; assert x { a + 1 + 2 + 3 > 4 };', 5],
    ['expression_depth', 'declare a as boolean; assert x { ForAll(z in { a }, IF a THEN Not(z) END) };', 4],
    ['numeral_digits', 'declare a as numeric; assert x { a > 12345.678 };', 8],
    ['numeral_digits', 'declare a as numeric; assert x { a > 1e7 };', 8],
    ['numeral_digits', 'declare a as numeric; assert x { a > 1e-7 };', 7],
    ['expression_nodes', TAIL, 1],
    [
      'expression_nodes',
      'let s = { 1, 2 }; declare a as numeric; assert x { ForAll(y in s, y < a) };',
      3 + 1 + 1 + 2 * 3,
    ],
    [
      'expression_nodes',
      'declare e as enum { "p", "q", "r" }; assert x { Exists(y in Members(e), Exists(z in { y, e }, z == e)) };',
      1 + 4 + 3 * (1 + 3 + 2 * 3),
    ],
  ])('%s: %s', (budget, text, limit) => {
    expect(exceeded(text, budget, limit)).toBeNull()
    expect(exceeded(text, budget, limit - 1)).toEqual({ budget, limit: limit - 1, actual: limit })
  })

  it('reports a number of digits that JSON can represent, for any exponent', () => {
    const reported = exceeded(`declare a as numeric; assert x { a > 1e${'9'.repeat(400)} };`, 'numeral_digits', 1_000)
    expect(reported?.actual).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('reports the position', () => {
    const { diagnostics } = analyseRuleset('declare a as numeric;\nassert x { a > 12345 };', LIBRARY, {
      ...DEFAULT_LANGUAGE_LIMITS,
      numeral_digits: 4,
    })
    expect(diagnostics.map(({ code, line, column, endColumn }) => ({ code, line, column, endColumn }))).toEqual([
      { code: 'limit-exceeded', line: 2, column: 16, endColumn: 21 },
    ])
  })
})

describe('a text that means to be costly gets its answer', { tags: 'thorough' }, () => {
  it.each(Object.keys(BOMBS))('%s', (name) => {
    const text = BOMBS[name]!()
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(DEFAULT_LANGUAGE_LIMITS.source_bytes)
    const { diagnostics, exceeded, ruleset } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
    expect(ruleset !== null || exceeded !== null || diagnostics.length > 0).toBe(true)
    expect(diagnostics.length).toBeLessThanOrEqual(1_001)
    expect(formatRuleset(text).length).toBeGreaterThan(0)
  })
})

/**
 * Each rewrite equals the function of its language: for numbers on both sides of zero, with and without a unit, to any
 * number of places.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { Program } from '../../engine/evaluate/program'
import { knownByName, openText } from '../../engine/testing/open-text'
import { applyFix } from '../../language/messages/diagnostic'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { repetitions } from '../repetitions'
import { floored, type Rounding, rounded } from './habit'

const LIBRARY = builtInLibrary()

/** A call and its value in thousandths or as a plain number. */
interface Call {
  readonly text: (x: string, places: number) => string
  /** Part of the title of the fix, if languages differ. */
  readonly fix?: string
  readonly value: (x: number, places: number) => number
}

const toPlaces =
  (mode: Rounding) =>
  (x: number, places: number): number =>
    rounded(x, 10 ** (3 - places), mode)

const places = (name: string) => (x: string, count: number) => `${name}(${x}, ${count})`
const alone = (name: string) => (x: string) => `${name}(${x})`

const CALLS: readonly Call[] = [
  { text: places('ROUND'), value: toPlaces('half from zero') },
  { text: places('round'), fix: 'away from zero', value: toPlaces('half from zero') },
  { text: places('round'), fix: 'to even', value: toPlaces('half even') },
  { text: places('ROUNDUP'), value: toPlaces('away from zero') },
  { text: places('ROUNDDOWN'), value: toPlaces('towards zero') },
  { text: places('Truncate'), value: toPlaces('towards zero') },
  { text: places('ceiling'), fix: 'places', value: toPlaces('up') },
  { text: places('floor'), fix: 'places', value: toPlaces('down') },
  { text: alone('Math.round'), value: (x) => Math.round(x) },
  { text: alone('Math.trunc'), value: (x) => Math.trunc(x) },
  { text: alone('INT'), value: (x) => Math.floor(x) },
  { text: alone('int'), value: (x) => Math.trunc(x) },
  { text: alone('Floor'), value: (x) => Math.floor(x) },
  { text: alone('Ceil'), value: (x) => Math.ceil(x) },
  { text: alone('Abs'), value: (x) => Math.abs(x) },
]

/** Returns the ruleset with the rewrite. */
function rewritten(call: string, fix: string | undefined, unit: string | null): string {
  const annotations = unit === null ? '' : `// @unit x ${unit}\n// @unit result ${unit}\n`
  const text = `${annotations}declare x as numeric;\ndeclare result as numeric;\nassert a { ${call} == result };\n`
  const fixes = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS).diagnostics.flatMap((one) => one.fixes)
  const chosen = fixes.find(({ title }) => fix === undefined || title.includes(fix))
  if (chosen === undefined) throw new Error(`no fix for ${call}`)
  return applyFix(text, chosen)
}

const programs = new Map<string, Program>()

function isTrue(text: string, x: number, result: number): boolean {
  const program = programs.get(text) ?? openText(text)
  programs.set(text, program)
  return (
    program.evaluate(
      0,
      knownByName(program.ruleset, { x: String(x), result: String(result) }),
      new Meter(1_000_000),
    ) === 1
  )
}

/** Thousandths, with additional whole numbers and halves. */
const numbers = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }).map((n) => n / 1000),
  fc.integer({ min: -400, max: 400 }).map((n) => n / 2),
  fc.integer({ min: -4000, max: 4000 }).map((n) => n * 0.125),
)
const units = fc.constantFrom(null, 'USD', 'kg', 'mg/kg', 'd')

describe('the rewrite of a function', () => {
  it('equals the function for negative numbers, units and places', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CALLS),
        numbers,
        fc.integer({ min: -2, max: 3 }),
        units,
        (call, x, count, unit) => {
          const text = rewritten(call.text('x', count), call.fix, unit)
          const value = call.value(x, count)
          expect([text, x, value, isTrue(text, x, value)]).toEqual([text, x, value, true])
          expect(isTrue(text, x, value + 1)).toBe(false)
        },
      ),
      { numRuns: repetitions(5_000) },
    )
  })

  it('equals remainders and whole division of each convention', { tags: ['repeated'] }, () => {
    const ways: readonly (readonly [string, string | undefined, (a: number, b: number) => number])[] = [
      ['MOD(x, $)', 'sign of the divisor', floored],
      ['MOD(x, $)', 'SQL', (a, b) => a % b],
      ['x mod $', 'SQL', (a, b) => a % b],
      ['(x // $)', undefined, (a, b) => Math.floor(a / b)],
      ['(x div $)', undefined, (a, b) => Math.trunc(a / b)],
      ['QUOTIENT(x, $)', undefined, (a, b) => Math.trunc(a / b)],
    ]
    const eighths = fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8)
    fc.assert(
      fc.property(
        fc.constantFrom(...ways),
        eighths,
        fc.constantFrom(1, 2, 4, 7, 0.5, 12),
        ([form, fix, value], x, by) => {
          const text = rewritten(form.replace('$', String(by)), fix, null)
          expect([text, x, isTrue(text, x, value(x, by))]).toEqual([text, x, true])
        },
      ),
      { numRuns: repetitions(2_000) },
    )
  })
})

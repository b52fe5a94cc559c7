import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareRationals, fromInteger, isEqual, Rational } from '../../language/numeric/rational'
import { repetitions } from '../../testing/repetitions'
import { Meter } from '../core/meter'
import type { Known } from '../core/value'
import type { Program } from '../evaluate/program'
import { reportValues } from '../reports'
import { openText } from '../testing/open-text'
import { finiteCompletions, openReport, ratios, reportTexts } from '../testing/random-reports'
import { type Possible, possibleValues } from './possible-values'

const SERIES = { tags: ['repeated'], timeout: 120_000 }

function possibleOf(program: Program, known: Known): Possible {
  return possibleValues(program, 0, program.ruleset.reports[0]!.reads, known, new Meter(2_000_000))
}

/** The text of a member, a number, or null without a value. */
function valueAt(program: Program, known: Known): Rational | string | null {
  const value = program.evaluateLet(0, program.begin(known, new Meter(1e6)))
  if (typeof value === 'number') return value === 1 ? 'true' : value === 2 ? 'false' : null
  return typeof value === 'string' || value instanceof Rational ? value : null
}

function isPossible(possible: Possible, value: Rational | string | null): boolean {
  if (possible.kind === 'undecided') return possible.why !== 'unconfirmed'
  if (possible.kind === 'nothing') return value === null
  if (value === null) return possible.mayLack
  if (possible.kind === 'members') return typeof value === 'string' && possible.members.includes(value)
  if (typeof value === 'string') return false
  const { from, to, points } = possible
  const above = from === null ? 1 : compareRationals(value, from.value)
  const below = to === null ? -1 : compareRationals(value, to.value)
  const isInside = (above > 0 || (above === 0 && from!.included)) && (below < 0 || (below === 0 && to!.included))
  return isInside && (points === null || points.some((point) => isEqual(point, value)))
}

it('is exact against every completion of finite and whole claims', SERIES, () => {
  let decided = 0
  let runs = 0
  const known = fc.tuple(
    fc.option(fc.boolean(), { freq: 2 }),
    fc.option(fc.constantFrom('p', 'q', 'r'), { freq: 2 }),
    fc.constant(null),
    fc.constant(null),
    fc.constant(null),
    fc.constant(null),
  )
  fc.assert(
    fc.property(reportTexts(['n', 'm']), known, (text, claims) => {
      const program = openReport(text)
      const possible = possibleOf(program, claims)
      runs++
      if (possible.kind === 'undecided') {
        expect(possible.why).not.toBe('unconfirmed')
        return
      }
      decided++
      const values = [...finiteCompletions(claims)].map((completion) => valueAt(program, completion))
      const given = values.filter((value) => value !== null)
      if (possible.kind === 'nothing') {
        expect(given).toEqual([])
        return
      }
      expect(possible.mayLack).toBe(given.length < values.length)
      if (possible.kind === 'members') {
        expect(new Set(possible.members)).toEqual(new Set(given))
        return
      }
      const numbers = given.flatMap((value) => (typeof value === 'string' ? [] : [value])).sort(compareRationals)
      expect([possible.from, possible.to]).toEqual([
        { value: numbers[0], included: true },
        { value: numbers.at(-1), included: true },
      ])
      for (const value of numbers) expect(isPossible(possible, value)).toBe(true)
      for (const point of possible.points ?? []) expect(numbers.some((value) => isEqual(value, point))).toBe(true)
    }),
    { numRuns: repetitions(1_000) },
  )
  expect(decided / runs).toBeGreaterThan(0.9)
})

/** One value for each claim of the reports. */
const CLAIM_VALUES = fc.tuple(
  fc.boolean(),
  fc.constantFrom('p', 'q', 'r'),
  fc.integer({ min: 0, max: 6 }),
  fc.integer({ min: 0, max: 3 }),
  ratios,
  ratios,
)

it('contains the value of every completion', SERIES, () => {
  const completions = fc.array(CLAIM_VALUES, { minLength: 20, maxLength: 20 })
  let decided = 0
  let runs = 0
  fc.assert(
    fc.property(reportTexts(['n', 'x', 'x', 'y']), completions, (text, all) => {
      const program = openReport(text)
      const possible = possibleOf(
        program,
        program.ruleset.inputs.map(() => null),
      )
      runs++
      if (possible.kind !== 'undecided') decided++
      for (const [b, k, n, m, x, y] of all) {
        const known = [b, k, Rational.small(n - 2, 1), Rational.small(m, 1), x, y]
        expect(isPossible(possible, valueAt(program, known))).toBe(true)
      }
    }),
    { numRuns: repetitions(1_000) },
  )
  expect(decided / runs).toBeGreaterThan(0.8)
})

it('depends only on the claims that the report names', SERIES, () => {
  const isKnown = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })
  let narrowed = 0
  fc.assert(
    fc.property(
      reportTexts(['n', 'm', 'x', 'y']),
      isKnown,
      CLAIM_VALUES,
      fc.array(CLAIM_VALUES, { minLength: 8, maxLength: 8 }),
      (text, known, first, others) => {
        const program = openReport(text)
        const { inputs, reports } = program.ruleset
        const valuesOf = ([b, k, n, m, x, y]: typeof first) => [
          b,
          k,
          Rational.small(n - 2, 1),
          Rational.small(m, 1),
          x,
          y,
        ]
        const given = valuesOf(first)
        const claims = given.map((value, i) => (known[i] ? value : null))
        const [report] = reportValues(program, claims, new Map())
        const named = new Set(report!.dependsOn ?? [])
        const open = reports[0]!.reads.filter((input) => claims[input] === null)
        if (named.size < open.length) narrowed++
        for (const each of others) {
          const completion = given.map((value, i) => (known[i] ? value : valuesOf(each)[i]!))
          // The claims that are not named take their values from the first completion.
          const settled = completion.map((value, i) => (named.has(inputs[i]!.name) ? value : given[i]!))
          expect(valueAt(program, settled)).toEqual(valueAt(program, completion))
        }
      },
    ),
    { numRuns: repetitions(500) },
  )
  expect(narrowed).toBeGreaterThan(10)
})

it('is exact with one of three inputs unknown', () => {
  const text = `version 1.4;
// @range weight 0..40
// @range bags 0..6
declare weight as whole "kg";
declare bags as whole;
declare is_member as boolean;
report fee "USD" = Round(bags * If(weight <= 23 "kg", 10 "USD", 7.25 "USD" * (weight - 20 "kg") / 1 "kg") / If(is_member, 3, 1), 0.01 "USD", "half_up");
assert accepted { And(weight <= 32 "kg", bags > 0, is_member) };
`
  const program = openText(text)
  const wholes = (to: number) => Array.from({ length: to + 1 }, (_, n) => fromInteger(n))
  const all = [wholes(40), wholes(6), [false, true]]
  for (const weight of [3, 23, 24, 40])
    for (const bags of [0, 1, 5])
      for (const isMember of [false, true])
        for (const open of [0, 1, 2]) {
          const known = [fromInteger(weight), fromInteger(bags), isMember].map((value, i) =>
            i === open ? null : value,
          )
          const values = all[open]!.map((each) =>
            valueAt(
              program,
              known.map((value) => value ?? each),
            ),
          )
          const numbers = values.flatMap((value) => (value instanceof Rational ? [value] : [])).sort(compareRationals)
          const possible = possibleOf(program, known)
          expect(possible).toMatchObject({
            kind: 'numbers',
            from: { value: numbers[0], included: true },
            to: { value: numbers.at(-1), included: true },
            mayLack: false,
          })
        }
})

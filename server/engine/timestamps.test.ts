import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIRST_INSTANT, instantOf, LAST_INSTANT } from '../language/numeric/instant'
import { makeRatio, type Rational } from '../language/numeric/rational'
import { repetitions } from '../testing/repetitions'
import { Meter } from './core/meter'
import { FALSE, TRUE } from './core/value'
import { copyResult } from './decide/assertion-result'
import { decideAll } from './decide/decide'
import { compileZ3 } from './solver/z3-module'
import { Z3Solver } from './solver/z3-solver'
import { openText } from './testing/open-text'
import { referenceOutcome } from './testing/reference'

const solver = new Z3Solver(compileZ3())
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }
const CLAIMS = 'version 1.4;\ndeclare received as timestamp;\ndeclare sent as timestamp;\n'
const OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const
const DEADLINES = [
  'received + 72 "h"',
  'received - 90 "min"',
  'received + 2 "wk" - 0.25 "s"',
  'Max(received, 2026-01-01T00:00:00+01:00)',
] as const

function decide(text: string, received: string | null, sent: string | null, mode: 'tiers' | 'solver-only' = 'tiers') {
  const program = openText(text)
  const instant = (value: string | null) => (value === null ? null : instantOf(value))
  const tools = { solver, mode, budget: BUDGET, meter: new Meter(1e9) }
  const results = decideAll(program, [instant(received), instant(sent)], new Map(), tools)
  if (results === 'needs solver') throw new Error('the solver at hand was not asked')
  return { program, result: copyResult(results[0]!) }
}

/** With `op` for the operator. */
const CONDITIONS = [
  ...DEADLINES.map((deadline) => `sent op ${deadline}`),
  'sent - received op 72 "h"',
  '(sent - received) / 2 op 30 "min"',
] as const
const DAYS = [
  'DateOf(sent, "+05:30") op DateOf(received, "+05:30") + 3 "d"',
  'DateOf(received + 36 "h", "-03:00") op DateOf(sent - 90 "min", "Z")',
] as const
const HOURS = [
  'HourOf(sent, "-09:30") op HourOf(received, "+01:00")',
  'HourOf(sent, "Z") + HourOf(received, "+01:00") op 30',
] as const
const MONTH = 'EndOfMonth(DateOf(sent, "+01:00")) op DateOf(received, "+01:00") + 1 "mo"'

function isDecided(condition: string): void {
  for (const policy of ['neutral', 'pessimistic', 'optimistic'])
    for (const [received, sent] of [
      ['2026-01-31T09:30:00+01:00', null],
      [null, '2026-02-28T23:30:00Z'],
      [null, null],
    ] as const) {
      const text = `${CLAIMS.replace(';', ';\nmonth_end last;')}assert a [${policy}] { ${condition} };\n`
      const { result } = decide(text, received, sent)
      expect(result.reasonUnknown ?? '').not.toMatch(/not decided|may depend/i)
      expect(result.check).toBe(policy === 'neutral' ? 'UNKNOWN' : policy === 'pessimistic' ? 'FALSE' : 'TRUE')
    }
}

function withOperators(conditions: readonly string[], operators: readonly string[] = OPERATORS): readonly string[] {
  return conditions.flatMap((condition) => operators.map((operator) => condition.replace('op', operator)))
}

describe('a deadline from a known timestamp next to an unknown one is decided', () => {
  it.each(withOperators(CONDITIONS))('%s', isDecided)

  it.each(withOperators(HOURS))('%s', { tags: 'thorough' }, isDecided)

  it.each(withOperators(DAYS))('%s', { tags: 'thorough' }, isDecided)

  // No date moved by a month is 31 March, which the solver proves slowly.
  it.each(withOperators([MONTH], OPERATORS.slice(0, 4)))('%s', { tags: 'thorough' }, isDecided)
})

describe.each(['tiers', 'solver-only'] as const)('with %s, what no timestamp can change', (mode) => {
  it.each([
    ['sent + 1 "min" > sent', 'TRUE'],
    ['sent + 24 "h" == sent + 1 "d"', 'TRUE'],
    ['DateOf(sent + 24 "h", "+01:00") - DateOf(sent, "+01:00") == 1 "d"', 'TRUE'],
    ['DateOf(sent, "+14:00") >= DateOf(sent, "-10:00")', 'TRUE'],
    ['DateOf(sent, "+14:00") - DateOf(sent, "Z") <= 1 "d"', 'TRUE'],
    ['sent >= 0001-01-01T00:00:00Z', 'TRUE'],
    ['sent > 9999-12-31T23:59:59Z', 'FALSE'],
    ['And(sent > 2026-01-01T00:00:00Z, sent < 2026-01-01T01:00:00+01:00)', 'FALSE'],
    ['HourOf(sent, "+05:30") <= 23', 'TRUE'],
    ['HourOf(sent, "+05:30") == 24', 'FALSE'],
    ['HourOf(sent, "+05:30") * 2 == 7', 'FALSE'],
    ['HourOf(sent + 24 "h", "Z") == HourOf(sent, "Z")', 'TRUE'],
    ['Implies(HourOf(sent, "Z") == 23, HourOf(sent, "+01:00") == 0)', 'TRUE'],
    ['And(DateOf(sent, "Z") == 2026-01-01, sent >= 2026-01-02T00:00:00Z)', 'FALSE'],
  ])('%s is %s', (condition, answer) => {
    const { result } = decide(
      `${CLAIMS}assert a { And(received == received, ${condition}) };\n`,
      '2026-01-01T00:00Z',
      null,
      mode,
    )
    expect([result.check, result.reasonUnknown]).toEqual([answer, null])
  })

  it('finds an instant of a day, and one between two', () => {
    for (const condition of [
      'DateOf(sent, "+05:30") != 2026-03-01',
      'Not(And(sent > 2026-03-01T00:00:00Z, sent < 2026-03-01T00:00:01Z))',
      'HourOf(sent, "+01:00") != 17',
      'Not(And(HourOf(sent, "-08:00") >= 22, sent > 2026-03-01T00:00:00Z, sent < 2026-03-02T00:00:00Z))',
      'Not(And(DateOf(sent, "Z") == 2026-03-01, DateOf(sent, "+01:00") == 2026-03-02))',
      '(sent - received) * 7 != 1 "h"',
    ]) {
      const text = `${CLAIMS}assert a [pessimistic] { And(received == received, ${condition}) };\n`
      const { program, result } = decide(text, '2026-03-01T00:00:00Z', null, mode)
      const [, written = ''] = /sent = (.+) \(supposed\)/.exec(result.counterexample ?? '') ?? []
      expect([condition, result.check, instantOf(written) === null]).toEqual([condition, 'FALSE', false])
      const values = [instantOf('2026-03-01T00:00:00Z'), instantOf(written)]
      expect(referenceOutcome(program.ruleset, 0, values)).toBe(false)
    }
  })
})

const MS_OF_HOUR = 3_600_000n
const MS = fc.oneof(
  fc.integer({ min: -62_000_000_000_000, max: Date.UTC(9999, 11, 30) }),
  fc.integer({ min: -200_000, max: 200_000 }).map((ms) => Date.UTC(2026, 2, 1) + ms),
  fc.integer({ min: -60, max: 60 }).map((hours) => Date.UTC(2024, 1, 29) + hours * 3_600_000),
)

/** The same rules written with JavaScript's `Date`, in whole milliseconds. */
const RULES: readonly (readonly [condition: string, holds: (received: number, sent: number) => boolean])[] = [
  ['sent - received <= 72 "h"', (received, sent) => sent - received <= 72 * 3_600_000],
  ['sent >= received + 1500 "ms"', (received, sent) => sent >= received + 1_500],
  ['sent == received', (received, sent) => sent === received],
  ['DateOf(sent, "+05:30") > DateOf(received, "-03:00")', (received, sent) => day(sent, 330) > day(received, -180)],
  [
    'DateOf(Min(sent, received), "Z") == DateOf(received, "Z")',
    (received, sent) => day(Math.min(sent, received), 0) === day(received, 0),
  ],
  ['HourOf(sent, "+01:00") >= 9', (_, sent) => new Date(sent + 3_600_000).getUTCHours() >= 9],
  [
    'HourOf(sent, "-03:30") == HourOf(received, "+05:45") + 1',
    (received, sent) =>
      new Date(sent - 210 * 60_000).getUTCHours() === new Date(received + 345 * 60_000).getUTCHours() + 1,
  ],
  ['Day(DateOf(sent, "+01:00")) <= 15', (_, sent) => new Date(sent + 3_600_000).getUTCDate() <= 15],
]

function day(ms: number, offset: number): string {
  return new Date(ms + offset * 60_000).toISOString().slice(0, 10)
}

function hours(ms: number): Rational {
  return makeRatio(BigInt(ms - Date.UTC(2000, 0, 1)), MS_OF_HOUR)
}

function comparePairs(pairs: number): void {
  const program = openText(`${CLAIMS}${RULES.map(([rule], i) => `assert a${i} { ${rule} };\n`).join('')}`)
  fc.assert(
    fc.property(MS, MS, (received, sent) => {
      const values = [hours(received), hours(sent)]
      const answers = RULES.map((_, index) => program.evaluate(index, values, new Meter(1e6)))
      expect(answers).toEqual(RULES.map(([, holds]) => (holds(received, sent) ? TRUE : FALSE)))
    }),
    { numRuns: pairs },
  )
}

describe('rules about timestamps', () => {
  it('answer as the Date of the language: 500 pairs', () => comparePairs(500))

  it('answer as the Date of the language: 10,000 pairs', { tags: ['repeated'] }, () =>
    comparePairs(repetitions(10_000)),
  )

  it('reach from the first instant to the last', () => {
    expect([FIRST_INSTANT, LAST_INSTANT]).toEqual([
      hours(-62_135_596_800_000),
      hours(Date.UTC(9999, 11, 31, 23, 59, 59)),
    ])
  })
})

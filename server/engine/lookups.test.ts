import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../language/text/limits'
import { builtInLibrary } from '../language/units/unit-library'
import { createBinder } from './claims/binder'
import { DEFAULT_BIND_LIMITS } from './claims/reading'
import { Meter } from './core/meter'
import { copyResult } from './decide/assertion-result'
import { decideAll } from './decide/decide'
import { reportValues } from './reports'
import { compileZ3 } from './solver/z3-module'
import { Z3Solver } from './solver/z3-solver'
import { openText } from './testing/open-text'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }
const solver = new Z3Solver(compileZ3())

function bind(text: string, claims: Record<string, unknown>) {
  const program = openText(`version 1.4;\n${text}`)
  const bound = createBinder(program.ruleset, builtInLibrary(), LIMITS).bind(claims)
  if (!bound.ok) throw new Error(JSON.stringify(bound))
  return { program, bound }
}

/** The value of the only report, or the reason why it has no value. */
function reported(text: string, claims: Record<string, unknown>): string | null {
  const { program, bound } = bind(text, claims)
  const [report] = reportValues(program, bound.known, bound.unbridged)
  return report?.noValue ?? report?.value ?? null
}

/** The answer to the only assertion, from the tiers and from the solver. */
function answers(text: string, claims: Record<string, unknown>) {
  const { program, bound } = bind(text, claims)
  return (['tiers', 'solver-only'] as const).map((mode) => {
    const results = decideAll(program, bound.known, bound.unbridged, {
      solver,
      mode,
      budget: BUDGET,
      meter: new Meter(1e9),
    })
    if (results === 'needs solver') throw new Error('the solver at hand was not asked')
    return copyResult(results[0]!)
  })
}

const PARAMETER = `declare as_of as date;
declare age as numeric "yr";
parameter upper_age "yr" by as_of { 2023-09-01: 51 @ "PL 118-5, 311"; 2023-10-01: 53; 2025-07-04: 780 "mo" };
`

describe('a parameter', () => {
  it.each([
    ['2023-09-01', '51'],
    ['2023-09-30', '51'],
    ['2023-10-01', '53'],
    ['2025-07-03', '53'],
    ['9999-12-31', '65'],
  ])('on %s has the value %s', (as_of, value) => {
    const text = `${PARAMETER}report limit = upper_age;\nassert a { age >= upper_age };\n`
    expect(reported(text, { as_of, age: '1 yr' })).toBe(value)
  })

  it('has no value before its first date, and says so', () => {
    const text = `${PARAMETER}report limit = upper_age;\nassert a { age >= upper_age };\n`
    expect(reported(text, { as_of: '2023-08-31', age: '1 yr' })).toBe(
      'It has no value, because the parameter upper_age has no value before 2023-09-01.',
    )
    for (const { check, reasonUnknown } of answers(text, { as_of: '2023-08-31', age: '70 yr' }))
      expect([check, reasonUnknown]).toEqual([
        'UNKNOWN',
        'Not proved: with these claims the assertion has no value, because the parameter upper_age has no value before 2023-09-01.',
      ])
  })

  it('is decided where the date is unknown and no value of it matters', () => {
    const text = `${PARAMETER}assert a { Or(as_of < 2023-09-01, age >= upper_age) };\n`
    for (const { check } of answers(text, { as_of: 'unknown', age: '65 yr' })) expect(check).toBe('TRUE')
    for (const { check } of answers(text, { as_of: 'unknown', age: '64 yr' })) expect(check).toBe('UNKNOWN')
  })

  it('of a date with codes has no value for a code', () => {
    const text = `declare decided as date or {"NA"};
parameter fee "USD" by decided { 2020-01-01: 5 };
report due = fee;
assert a { fee > 1 "USD" };
`
    expect(reported(text, { decided: '2024-05-05' })).toBe('5')
    expect(reported(text, { decided: 'NA' })).toMatch(/a code stands where/)
  })
})

describe('a scale', () => {
  const brackets = [
    [0, 10],
    [11_600, 12],
    [47_150, 22],
    [100_525, 24],
  ] as const
  const entries = brackets.map(([from, rate]) => `${from}: ${rate}%;`).join(' ')
  const text = `declare taxable as numeric "USD";
scale income_tax of taxable "USD" { ${entries} };
report tax = income_tax;
assert a { income_tax <= 100 "USD" };
`

  it.each([-5, 0, 1, 11_599, 11_600, 11_601, 47_150, 50_000, 100_525, 1_000_000])(
    'of %s adds up its parts',
    (amount) => {
      let cents = 0
      for (const [i, [from, rate]] of brackets.entries()) {
        const to = brackets[i + 1]?.[0] ?? Number.POSITIVE_INFINITY
        cents += Math.max(0, Math.min(amount, to) - from) * rate
      }
      expect(Number(reported(text, { taxable: `${amount} USD` }))).toBe(cents / 100)
    },
  )

  it('is exact, and takes plain numbers as rates', () => {
    const thirds = text.replace(entries, '0: 0.1; 10: 0.3333333333333333333333;')
    expect(reported(thirds, { taxable: '11 USD' })).toBe('1.3333333333333333333333')
  })

  it('is decided alike by tiers and solver', () => {
    for (const { check } of answers(text, { taxable: '1000 USD' })) expect(check).toBe('TRUE')
    const never = text.replace('income_tax <= 100 "USD"', 'income_tax >= 0 "USD"')
    for (const { check } of answers(never, { taxable: 'unknown' })) expect(check).toBe('TRUE')
  })
})

const CLAIMS = `declare zone as enum {"school", "road"};
declare speed as numeric "km/h" or {"NA"};
declare grade as enum ["low", "middle", "high"];
declare base as numeric "USD";
`

function table(head: string, rows: string): string {
  return `${CLAIMS}table fine ${head} {\n${rows}\n};\nreport due = fine;\nassert a { Or(base > 0 "USD", zone == "road") };\n`
}

const NO_ROW = 'It has no value, because no row of the table fine applies.'
const SEVERAL_ROWS = 'It has no value, because several rows of the table fine apply.'

describe('a table', () => {
  const first = table(
    'first (zone, speed, grade) -> numeric "USD"',
    `"school" | > 50 "km/h" | - => base * 2;
  - | 10 "km/h" .. 20 "km/h", 30000 "m/h" | - => 7;
  - | "NA" | >= "middle" => 8;
  - | not 40 "km/h" | not "low" => 9;`,
  )
  const given = { zone: 'school', speed: '60 km/h', grade: 'low', base: '5 USD' }

  it.each([
    [{}, '10'],
    [{ zone: 'road', speed: '20 km/h' }, '7'],
    [{ speed: '30 km/h' }, '7'],
    [{ speed: 'NA', grade: 'high' }, '8'],
    [{ speed: '40 km/h', grade: 'high' }, NO_ROW],
    [{ speed: '41 km/h', grade: 'middle' }, '9'],
    [{ zone: 'road', grade: 'low' }, NO_ROW],
    [{ zone: 'road', speed: 'unknown', grade: 'low' }, null],
  ])('takes the first row that applies: %o', (claims, value) => {
    expect(reported(first, { ...given, ...claims })).toBe(value)
  })

  it('with several rows in a unique table has no value', () => {
    const unique = table('unique (zone, grade) -> numeric', '"school" | - => 1;\n- | "high" => 2;\nelse => 3;')
    expect(reported(unique, { ...given, grade: 'low' })).toBe('1')
    expect(reported(unique, { ...given, zone: 'road' })).toBe('3')
    expect(reported(unique, { ...given, grade: 'high' })).toBe(SEVERAL_ROWS)
  })

  it('that allows any row needs them to agree', () => {
    const any = table('any (zone, grade) -> numeric "USD"', '"school" | - => base;\n- | "high" => 5;\nelse => 3;')
    expect(reported(any, { ...given, grade: 'high' })).toBe('5')
    expect(reported(any, { ...given, grade: 'high', base: '6 USD' })).toBe(SEVERAL_ROWS)
  })

  it('collects a sum or a count, 0 if no row applies', () => {
    const rows = '"school" | - => 1;\n- | "high" => 20;\n"school" | "high" => 300;'
    const sum = table('collect sum (zone, grade) -> numeric', rows)
    expect(reported(sum, { ...given, grade: 'high' })).toBe('321')
    expect(reported(sum, { ...given, zone: 'road' })).toBe('0')
    const count = table('collect count (zone, grade)', rows.replaceAll(/ => \d+/g, ''))
    expect(reported(count, { ...given, grade: 'high' })).toBe('3')
    expect(reported(count, { ...given, zone: 'road' })).toBe('0')
  })

  it('may give texts, dates and truth values, and be a column of another table', () => {
    const text = `${CLAIMS}table kind first (zone) -> enum {"a", "b"} { "school" => "a"; else => "b" };
table day first (kind) -> date { "a" => 2024-01-31; else => 2024-02-29 };
table ok first (day) -> boolean { < 2024-02-01 => True; else => False };
report r = ok;
assert a { And(ok, kind == "a", base > 0 "USD") };
`
    expect(reported(text, given)).toBe('true')
    expect(reported(text, { ...given, zone: 'road' })).toBe('false')
  })

  it('with many rows stays within the stack', { tags: 'thorough' }, () => {
    const rows = Array.from({ length: 1_500 }, (_, i) => `- | ${i} "km/h" | - => ${i};`).join('\n')
    const text = table('first (zone, speed, grade) -> numeric', rows)
    expect(reported(text, { ...given, speed: '1499 km/h' })).toBe('1499')
  })
})

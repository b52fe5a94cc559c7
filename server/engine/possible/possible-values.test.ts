import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { createBinder } from '../claims/binder'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { type ReportValue, reportValues } from '../reports'
import { openText } from '../testing/open-text'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }

function reported(text: string, claims: Record<string, unknown>): ReportValue {
  const program = openText(`version 1.4;\n${text}`)
  const bound = createBinder(program.ruleset, builtInLibrary(), LIMITS).bind(claims)
  if (!bound.ok) throw new Error(JSON.stringify(bound))
  return reportValues(program, bound.known, bound.unbridged)[0]!
}

const NOT_WORKED_OUT =
  'Not worked out, because its arithmetic or its size is beyond what the engine decides. Values for more claims make it simpler.'

/** `[60, 75)`, or the members. */
function possible(text: string, claims: Record<string, unknown> = {}): string {
  const report = reported(text, claims)
  const { possible: found, orNoValue } = report
  if (found === undefined) return report.value ?? report.noValue ?? 'nothing'
  if (found === null) return report.undecided ?? 'no reason'
  const suffix = orNoValue === undefined ? '' : ' or none'
  if ('members' in found) return `${found.members.join(' | ')}${suffix}`
  const { from, to, values } = found
  if (values !== undefined) return `${values.join(' | ')}${suffix}`
  return `${from === null ? '(-' : `${from.included ? '[' : '('}${from.value}`}, ${to === null ? '-)' : `${to.value}${to.included ? ']' : ')'}`}${suffix}`
}

const NUMBERS = 'declare x as numeric;\ndeclare y as numeric;\ndeclare b as boolean;\ndeclare n as whole;\n'
const WITH = (report: string, range = '') =>
  `${range}${NUMBERS}report r = ${report};\nassert a { Or(x > 0, y > 0, b, n > 0) };\n`
const OPEN = { x: null, y: null, b: null, n: null }

describe('possible values', () => {
  it.each([
    ['x', '', '(-, -)'],
    ['x', '// @range x 0..10\n', '[0, 10]'],
    ['If(x < 5, x, 5)', '// @range x 0..10\n', '[0, 5]'],
    ['If(x < 5, x, 0)', '// @range x 0..10\n', '[0, 5)'],
    ['If(x > 5, x, 7)', '', '(5, -)'],
    ['If(b, 60, 75)', '', '60 | 75'],
    ['If(And(x > 3, x < 2), 1, 5 + x - x)', '', '5'],
    ['If(x + y > 10, x + y, 10)', '// @range x 0..10\n// @range y 0..7.5\n', '[10, 17.5]'],
    ['1 / x', '// @range x 1..4\n', '[0.25, 1]'],
    ['1 / x', '// @range x 0..4\n', '[0.25, -) or none'],
    ['x / y', '// @range x 1..4\n// @range y 2..3\n', '[1/3, 2]'],
    ['Floor(x / 3)', '// @range x 0..10\n', '[0, 3]'],
    ['Round(x, 0.01, "half_up")', '// @range x 0.124..10.005\n', '[0.12, 10.01]'],
    ['x - Floor(x)', '', '[0, 1)'],
    ['Floor(x)', '', '(-, -)'],
    ['n / 3', '// @range n 0.5..10\n', '[1/3, 10/3]'],
    ['2 * n + If(b, 1, 0)', '// @range n 0..10\n', '[0, 21]'],
    ['x * x', '', NOT_WORKED_OUT],
    ['x * y', '', '(-, -)'],
    ['x * y', '// @range x 0.5..2\n// @range y -3..4\n', '[-6, 8]'],
    ['x * x', '// @range x 0.5..2\n', '[0.25, 4]'],
    ['Round(x / y, 0.1, "half_up")', '// @range x 1..2\n// @range y 3..7\n', '[0.1, 0.7]'],
    ['If(x * y > 6, "a", If(x * y > 7, "b", "c"))', '// @range x 0.5..2\n// @range y -3..4\n', NOT_WORKED_OUT],
    ['If(x * y > 6, "a", "c")', '// @range x 0.5..2\n// @range y -3..4\n', 'a | c'],
    ['Min(x, y, 3)', '// @range x 0..10\n', '(-, 3]'],
    ['If(x == y, 1, 0)', '', '0 | 1'],
    ['If(x > 1, "a", If(x > 3, "b", "c"))', '', 'a | c'],
    ['x > 3', '', 'false | true'],
    ['x > 3', '// @range x 4..5\n', 'true'],
    ['If(x / y > 3, "a", "b")', '', 'a | b or none'],
    ['If(n == 3, 2 * x, 4 * n)', '// @range n 0..5\n// @range x 0..1\n', '[0, 20]'],
    ['If(3 * x > 2 * n, 3 * x - 2 * n, 10)', '// @range n 0..5\n// @range x 0..1\n', '(0, 10]'],
  ])('%s', (report, range, expected) => {
    expect(possible(WITH(report, range), OPEN)).toBe(expected)
  })

  const DATES = (report: string, more = '') =>
    `month_end last;\ndeclare born as date;\ndeclare filed as date;\n${more}report r${report};\nassert a { born <= filed };\n`
  const AS_OF = { born: null, filed: '2026-03-31' }

  it.each([
    [' = FullYears(born, filed)', '', '[-7974, 2025]'],
    [' = If(FullYears(born, filed) >= 18, FullYears(born, filed), 99)', '', '[18, 2025]'],
    [' = If(And(born <= filed, born + 18 "yr" > filed), born, filed)', '', '[2008-04-01, 2026-03-31]'],
    [' = EndOfMonth(born)', '', '[0001-01-31, 9999-12-31]'],
    [' = born + 3 "mo"', '', '[0001-04-01, +010000-03-31]'],
    [' "d" = If(And(born >= 2026-01-31, born <= 2026-02-02), EndOfMonth(born) - filed, 0 "d")', '', '[-59, 0]'],
    [' = If(Year(born) == 2024, born + 1 "mo", filed)', '', '[2024-02-01, 2026-03-31]'],
    [' = If(born < filed, filed, filed + (FullYears(filed, filed) + 1) / 2 * 1 "d")', '', '2026-03-31 or none'],
    [
      ' = If(born < filed, born, filed + (FullYears(filed, filed) + 1) / 2 * 1 "d")',
      '',
      '[0001-01-01, 2026-03-30] or none',
    ],
    [' = If(Month(born) == 2, 1, Day(born))', '', NOT_WORKED_OUT],
    [' = If(Month(born) == 2, "a", "b")', '', 'a | b'],
    [' = filed + term * 1 "d"', 'declare term as whole;\n', '[-2735938-12-29, +2739877-01-03] or none'],
    [' = filed + term * 1 "d"', 'declare term as numeric;\n', NOT_WORKED_OUT],
    [' = filed + term * 1 "mo"', '// @range term 1..12\ndeclare term as whole;\n', '[2026-04-30, 2027-03-31]'],
  ])('%s of a date', (report, more, expected) => {
    expect(
      possible(DATES(report, more), more === '' ? AS_OF : { born: '2000-01-01', filed: '2026-03-31', term: null }),
    ).toBe(expected)
  })

  it('knows the years between two unknown dates', () => {
    const text = DATES(' = FullYears(born, filed)')
    expect(possible(text, { born: null, filed: null })).toBe('[-9999, 9998]')
    const reason = DATES(' = FirstFailed(adult, later) else "approved"').replace(
      'report',
      'assert adult { FullYears(born, filed) >= 18 };\nassert later { filed >= 2000-01-01 };\nreport',
    )
    expect(possible(reason, { born: null, filed: null })).toBe('adult | later | approved')
  })

  const BAGS = (report: string) => `declare bag as list of { weight as numeric "kg", is_fragile as boolean } up to 4;
declare member as optional record { level as enum {"gold", "basic"} };
declare paid as numeric "USD" or {"waived", "NA"};
report r${report};
assert a { And(ForAll(b in bag, b.weight > 0 "kg"), paid == "NA", member.level == "gold") };
`
  const ALL = { bag: null, member: null, paid: null }
  const TWO = [
    { weight: '30 kg', is_fragile: null },
    { weight: null, is_fragile: true },
  ]

  it.each([
    [' "USD" = Sum(b in bag, If(b.weight > 23 "kg", 75 "USD", 0 "USD"))', ALL, '0 | 75 | 150 | 225 | 300'],
    [' "USD" = Sum(b in bag, If(b.weight > 23 "kg", 75 "USD", 0 "USD"))', { ...ALL, bag: TWO }, '75 | 150'],
    [' = Count(b in bag, Or(b.is_fragile, b.weight > 50 "kg"))', { ...ALL, bag: TWO }, '1 | 2'],
    [' = Count(bag)', ALL, '0 | 1 | 2 | 3 | 4'],
    [' = member.level', ALL, 'gold | basic or none'],
    [' = member.level', { ...ALL, member: { level: null } }, 'gold | basic'],
    [' = If(IsGiven(member), If(member.level == "gold", 1, 2), 3)', ALL, '1 | 2 | 3'],
    [' "USD" = If(paid == "waived", 0 "USD", If(paid == "NA", 5 "USD", Max(paid, 10 "USD")))', ALL, '[0, -)'],
    [' "USD" = paid', ALL, '(-, -) or none'],
    [' "USD" = If(IsNumber(paid), 1 "USD", 2 "USD")', { ...ALL, paid: 'NA' }, '2'],
  ])('%s of lists, records and codes', (report, claims, expected) => {
    expect(possible(BAGS(report), claims)).toBe(expected)
  })
})

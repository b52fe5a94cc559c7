import { expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { adviceOfNewerFunction } from './newer-functions'

const CLAIMS = `version 1.4;
month_end last;
shape begins_with_a = "a.*";
declare born as date;
declare as_of as date;
declare filed as date;
declare name as text;
`
/** By function: a part of its advice, and a condition with this part. */
const SHOWN: readonly (readonly [name: string, part: string, condition: string])[] = [
  ['Date', '2026-01-31', 'born <= 2026-01-31'],
  ['Today', 'as_of', 'as_of > born'],
  ['DateDiff', 'FullYears(born, as_of)', 'FullYears(born, as_of) >= 18'],
  ['Age', 'FullMonths(born, as_of)', 'FullMonths(born, as_of) >= 216'],
  ['DaysBetween', 'as_of - born >= 30 "d"', 'as_of - born >= 30 "d"'],
  ['EOMONTH', 'EndOfMonth(filed)', 'as_of <= EndOfMonth(filed)'],
  ['AddMonths', 'filed + 3 "mo"', 'as_of <= filed + 3 "mo"'],
  ['StartsWith', 'Matches(name, begins_with_a)', 'Matches(name, begins_with_a)'],
]

it.each(SHOWN)('the advice on %s compiles', (name, part, condition) => {
  expect(adviceOfNewerFunction(name)).toContain(part)
  const { diagnostics } = analyseRuleset(
    `${CLAIMS}assert a { ${condition} };\n`,
    builtInLibrary(),
    DEFAULT_LANGUAGE_LIMITS,
  )
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})

it('has no advice on other functions', () => {
  expect(adviceOfNewerFunction('Frobnicate')).toBeNull()
})

it.each([
  'born <= Date(2026, 1, 1)',
  'DateDiff("year", born, as_of) >= 18',
  'Age(born) >= 18',
  'Today() > born',
  'as_of <= AddMonths(born, 3)',
  'Contains(name, "b")',
  'Lower(name) == "a"',
])('%s gets the advice in version 1.4', (condition) => {
  const [name = ''] = /[A-Z][A-Za-z]+/.exec(condition) ?? []
  const text = `${CLAIMS}assert a { ${condition} };\n`
  const errors = analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS).diagnostics.filter(
    ({ severity }) => severity === 'error',
  )
  expect(errors.map(({ message }) => message)).toEqual([
    `There is no function "${name}". ${adviceOfNewerFunction(name)}`,
  ])
})

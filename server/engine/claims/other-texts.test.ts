import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../../language/semantics/analyse'
import { hoverAt } from '../../language/service/hover'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { claimSchema } from '../explain/claim-schema'
import { renderReview } from '../explain/review'
import { validationContract } from '../explain/validation-contract'
import { compileText } from '../testing/ask'
import { createBinder } from './binder'
import { DEFAULT_BIND_LIMITS } from './reading'

const TEXT = `version 1.4;
// @range age 0..120
declare income as numeric "USD" or {"NA", "8888"} else "invalid";
declare age as whole or {"blank"} else "other";
declare born as date else "undated";
declare country as enum {"US", "CA"} else "abroad";
assert a { And(income > 1 "USD", age > 1, born > 2000-01-01, country == "US") };
`
const ruleset = compileText(TEXT)
const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS)
const accepts = new Ajv2020({ allowUnionTypes: true, ownProperties: true }).compile(claimSchema(ruleset))
const GIVEN = { income: 'NA', age: 'blank', born: '2001-01-01', country: 'US' }

/** The code that a value counts as, "a number", or why it is refused. */
function read(name: keyof typeof GIVEN, value: unknown): string {
  const bound = binder.bind({ ...GIVEN, [name]: value })
  if (!bound.ok) return 'failures' in bound ? `refused: ${bound.failures[0]?.expected}` : 'over a limit'
  const at = ruleset.inputs.findIndex((input) => input.name === name)
  const { form } = ruleset.inputs[at]!
  const code = bound.known[form?.kind === 'coded' ? form.code : at]
  return code === '' ? 'a number' : String(code)
}

describe('with else, a text', () => {
  it.each([
    ['income', '52000 USD', 'a number'],
    ['income', '8888', '8888'],
    ['income', '52,000 USD', 'invalid'],
    ['income', '52000USD', 'invalid'],
    ['income', 'USD 52000', 'invalid'],
    ['income', '', 'invalid'],
    ['income', 'na', 'invalid'],
    ['age', '2.5', 'other'],
    ['age', '12 yr', 'other'],
    ['born', '31.01.2026', 'undated'],
    ['born', '2026-02-30', 'undated'],
    ['country', 'us', 'abroad'],
  ] as const)('of %s, %j, counts as %s', (name, value, code) => {
    expect([read(name, value), accepts({ ...GIVEN, [name]: value })]).toEqual([code, true])
  })

  it.each(['52000', '-3', '1e3', '7/3', '52000.00', '52000 '])(
    'that is a number without its unit, %j, is refused like the number',
    (value) => {
      const expected = 'refused: a unit behind the number: a string such as "12 USD"'
      expect([read('income', value), accepts({ ...GIVEN, income: value })]).toEqual([expected, false])
      expect(read('income', 52_000)).toBe(expected)
    },
  )

  it('that is a number outside its range is refused', () => {
    expect(read('age', '121')).toBe('refused: a value from 0 to 120')
  })

  it('is announced by hover, contract and review', () => {
    const analysis = analyseRuleset(TEXT, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
    const hover = (name: string) => hoverAt(TEXT, TEXT.lastIndexOf(`${name} `), analysis, builtInLibrary())?.lines
    expect(hover('income')).toContain(
      'Any other text that is submitted counts as "invalid". A number without its unit is refused.',
    )
    expect(hover('country')).toContain('Any other text that is submitted counts as "abroad".')
    const { claims } = validationContract(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS)
    expect(
      claims.map(({ accepts: forms }) => forms.find(({ form }) => form.includes('every other'))?.form).slice(0, 2),
    ).toEqual([
      'JSON string: every other text, except a number without its unit, counts as "invalid"',
      'JSON string: every other text counts as "other"',
    ])
    const review = renderReview(ruleset)
    expect(review).toContain('any other text, except a number without its unit, counts as "invalid"')
    expect(review).toContain('any other text counts as "other"')
  })
})

import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const CLAIMS = `// @unit debt USD
declare debt as numeric;
// @unit income USD
declare income as numeric;
// @unit ltv %
declare ltv as numeric;
// @unit impurity kg
declare impurity as numeric;
// @unit batch kg
declare batch as numeric;
declare n as numeric;
declare secured as boolean;
`

function errorCodes(condition: string): string[] {
  const { diagnostics } = analyseRuleset(
    `${CLAIMS}assert a { ${condition} };`,
    builtInLibrary(),
    DEFAULT_LANGUAGE_LIMITS,
  )
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
}

describe('a bare number whose units cancelled', () => {
  it.each([
    'debt / income <= 43 "%"',
    '43 "%" >= debt / income',
    'ltv == debt / income',
    'debt / income <= 4300 "bp"',
    'impurity / batch <= 5 "mg/kg"',
    '1 - debt / income >= 20 "%"',
    '-(debt / income) <= 20 "%"',
    '(debt / income + 2 * debt / income) / 2 <= 43 "%"',
    'debt / income + 3 "%" <= 43 "%"',
    '3 "%" + debt / income <= 0.43 * 100 "%"',
    'debt / income <= If(secured, 43 "%", 36 "%")',
    'If(secured, 0, debt / income) <= 43 "%"',
    'IsMember(debt / income, { 10 "%", 20 "%" })',
    'Exists(x in { debt / income, 3 "%" }, x > 43 "%")',
    'debt / (100 * income) <= 43 "%"',
  ])('meets a part of a whole: %s', (condition) => {
    expect(errorCodes(condition)).toEqual([])
  })

  it.each([
    ['debt / income <= 43 "USD"', 'number-without-unit'],
    ['100 * debt / income <= 43 "%"', 'scaled-percentage'],
    ['(100 * debt + 100 * debt) / income <= 43 "%"', 'scaled-percentage'],
    ['ltv <= 0.43', 'bare-versus-united'],
    ['n / n <= 43 "%"', 'unclear-unit'],
    ['5 - 3 <= ltv', 'number-without-unit'],
  ])('does not meet a number that may be counted differently: %s', (condition, code) => {
    expect(errorCodes(condition)).toEqual([code])
  })
})

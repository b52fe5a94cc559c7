import { describe, expect, it } from 'vitest'
import { printNumeral } from '../../language/numeric/numeral'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { bindJson, booleanClaim, expectBound, LIBRARY, numberClaim, readDictionary } from '../testing/claims'
import { createBinder } from './binder'
import { DEFAULT_BIND_LIMITS } from './reading'

describe('quantities', () => {
  function quantity(json: string, unit: string | null = 'min') {
    const answer = expectBound(bindJson([numberClaim('c', unit)], `{"c": ${json}}`))
    expect(answer.quantities).toHaveLength(1)
    return answer.quantities[0]
  }

  it('holds the value as sent and as a literal of the language', () => {
    expect(quantity('"120 USD"', 'USD')).toEqual({
      claim: 'c',
      submitted: '120 USD',
      bound: '120 "USD"',
      measured_in: 'USD',
    })
    expect(quantity('"120.50 \\"USD\\""', 'USD')).toEqual({
      claim: 'c',
      submitted: '120.50 "USD"',
      bound: '120.50 "USD"',
      measured_in: 'USD',
    })
    expect(quantity('12345678901234567890.12', null)).toEqual({
      claim: 'c',
      submitted: '12345678901234567890.12',
      bound: '12345678901234567890.12',
      measured_in: null,
    })
    expect(quantity('"7/3"', null)).toMatchObject({ submitted: '7/3', bound: '7/3' })
  })

  it('names the declared unit as the author wrote it; another spelling of it is not a conversion', () => {
    const bound = { claim: 'c', measured_in: 'months' }
    for (const [sent, unit] of [
      ['12 months', 'months'],
      ['12 mo', 'mo'],
      ['12 month', 'month'],
    ] as const)
      expect(quantity(JSON.stringify(sent), 'months')).toEqual({ ...bound, submitted: sent, bound: `12 "${unit}"` })
    expect(quantity('"2 yr"', 'months')).toMatchObject({
      measured_in: 'months',
      conversion: { from: 'yr', to: 'months' },
    })
  })

  it('states a conversion only if the unit differs', () => {
    expect(quantity('"1.5 h"')).toEqual({
      claim: 'c',
      submitted: '1.5 h',
      bound: '1.5 "h"',
      measured_in: 'min',
      conversion: { from: 'h', to: 'min', by: 'engine', status: 'convertible', factor: 60 },
    })
    expect(quantity('"30 minutes"')).toEqual({
      claim: 'c',
      submitted: '30 minutes',
      bound: '30 "minutes"',
      measured_in: 'min',
    })
  })

  it('states why a conversion is missing', () => {
    expect(quantity('"3 kg"')).toMatchObject({ conversion: { from: 'kg', to: 'min', by: 'engine', status: 'no_path' } })
    expect(quantity('"3 mo"')).toMatchObject({ conversion: { from: 'mo', status: 'ambiguous' } })
    expect(quantity('"3 mo"')).not.toHaveProperty('conversion.factor')
  })

  it('has one entry per bound numeric claim, in the order of declaration', () => {
    const inputs = [numberClaim('b', 'USD'), booleanClaim('x'), numberClaim('a'), numberClaim('u', 'm')]
    const answer = expectBound(bindJson(inputs, '{"a": 1, "u": null, "x": true, "b": "1 EUR"}'))
    expect(answer.quantities.map((entry) => entry.claim)).toEqual(['b', 'a'])
  })
})

function checked(source: string) {
  const { ruleset, diagnostics } = analyseRuleset(source, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(JSON.stringify(diagnostics))
  return ruleset
}

/** Number and unit that the language reads in a literal compared with the claim. */
function meaning(expression: Checked): string {
  if (expression.kind === 'compare') return meaning(expression.right)
  if (expression.kind === 'convert') return meaning(expression.operand)
  if (expression.kind !== 'number' || expression.type.kind !== 'numeric') throw new Error(`a ${expression.kind}`)
  return `${printNumeral(expression.value)} ${expression.type.unit?.text ?? ''}`
}

it.each([
  ['min', '"120 min"', '120 "min"', '120 min'],
  ['min', '"1.50 hours"', '1.50 "hours"', '1.5 h'],
  ['min', '"-1e3 s"', '-1e3 "s"', '-1000 s'],
  ['mg/kg', '"0.5 \\"mg/kg\\""', '0.5 "mg/kg"', '0.5 mg/kg'],
  ['widgets', '"12 widgets"', '12 "widgets"', '12 widgets'],
  ['', '12345678901234567890.12', '12345678901234567890.12', '12345678901234567890.12 '],
  ['', '-1E+2', '-1E+2', '-100 '],
])('in %s, %s is bound as %s, which the language reads as %s', (unit, json, literal, read) => {
  const annotation = unit === '' ? '' : `// @unit c ${unit}\n`
  const head = `${annotation}declare c as numeric;\n`
  const ruleset = checked(`${head}assert a { c > 1${unit === '' ? '' : ` "${unit}"`} };\n`)
  const answer = expectBound(createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS).bind(readDictionary(`{"c": ${json}}`)))
  expect(answer.quantities[0]!.bound).toBe(literal)
  const restated = checked(`${head}assert a { c == ${literal} };\n`)
  expect(meaning(restated.assertions[0]!.expression)).toBe(read)
})

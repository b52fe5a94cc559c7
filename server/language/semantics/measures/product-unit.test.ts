import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const CLAIMS = `// @unit income USD
declare income as numeric;
// @unit rate %/yr
declare rate as numeric;
// @unit share %
declare share as numeric;
// @unit term yr
declare term as numeric;
declare bonus as numeric;
`

/** The unit of a definition, or null if it is bare. */
function unitOf(definition: string, version = '1.4'): string | null {
  const text = `version ${version};\n${CLAIMS}let it = ${definition};\nassert a { Or(it >= it, bonus > 1, share > 1 "%", rate > 1 "%/yr", income > 1 "USD", term > 1 "yr") };\n`
  const { ruleset, diagnostics } = analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const { type } = ruleset.lets[0]!.value
  return type.kind === 'numeric' ? (type.unit?.text ?? null) : type.kind
}

describe('the unit of a product with a percentage', () => {
  it.each([
    ['7.5 "%" * income', 'USD'],
    ['income * share', 'USD'],
    ['income * 25 "bp"', 'USD'],
    ['income / 80 "%"', 'USD'],
    ['income * (100 "%" + 19 "%") / 2', 'USD'],
    ['rate * income', 'USD/yr'],
    ['rate * term * income', 'USD'],
    ['share * share * income', 'USD'],
    ['1 "USD/yr" / share', 'USD/yr'],
    ['1 "yr" / 1 "%/yr"', 'yr2'],
  ])('%s is in %s', (definition, unit) => {
    expect(unitOf(definition)).toBe(unit)
  })

  it.each([
    ['rate * term', '%'],
    ['share * 3', '%'],
    ['share / term', '%/yr'],
    ['share * 20 "%"', '%'],
    ['share * 20 "bp"', '%'],
    ['rate * rate', '%/yr2'],
    ['share / 20 "%"', null],
    ['1 / share', '1/%'],
  ])('%s, which is not an amount, is in %s', (definition, unit) => {
    expect(unitOf(definition)).toBe(unit)
  })

  it('stays as it was in earlier versions', () => {
    expect(unitOf('7.5 "%" * income', '1.3')).toBe('%.USD')
    expect(unitOf('share * share', '1.2')).toBe('%2')
  })

  it('is the unit that a claim without one takes', () => {
    const adopted = (version: string) => {
      const text = `version ${version};\n${CLAIMS}assert a { And(bonus <= 7.5 "%" * income, share > 1 "%", rate > 1 "%/yr", term > 1 "yr") };\n`
      const { ruleset } = analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
      return ruleset?.inputs.find(({ name }) => name === 'bonus')?.adoptedUnit?.text
    }
    expect([adopted('1.3'), adopted('1.4')]).toEqual(['%.USD', 'USD'])
  })
})

import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { FALSE, type Known, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import { compileProgram } from '../../engine/evaluate/program'
import { compileText } from '../../engine/testing/ask'
import { formatRuleset } from '../format/format'
import { fromInteger } from '../numeric/rational'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { analyseRuleset } from './analyse'

const CLAIMS = `version 1.4;
declare rule as boolean;
declare a as boolean;
declare b as boolean;
declare c as boolean;
`

function outcomes(statement: string, cases: readonly Known[]): readonly Outcomes[] {
  const program = compileProgram(compileText(`${CLAIMS}${statement}`))
  return cases.map((known) => program.evaluate(0, known, new Meter(10_000)))
}

describe('an exception', () => {
  it('takes the place of the rule where its condition holds', () => {
    const statement = 'assert it { rule } except when a { Not(rule) };'
    expect(
      outcomes(statement, [
        [true, false, false, false],
        [true, true, false, false],
        [false, true, false, false],
        [true, null, false, false],
      ]),
    ).toEqual([TRUE, FALSE, TRUE, TRUE | FALSE])
  })

  it('must not meet another one with a different value', () => {
    const statement = 'assert it { rule } except when a { False } except when b { True } except when c { False };'
    const known = (a: boolean, b: boolean, c: boolean): Known => [true, a, b, c]
    expect(
      outcomes(statement, [
        known(true, true, false),
        known(false, true, true),
        known(true, false, true),
        known(true, true, true),
        known(false, true, false),
      ]),
    ).toEqual([NONE, NONE, FALSE, NONE, TRUE])
  })

  it('wins over earlier ones if it follows `then`', () => {
    const statement = 'assert it { rule } except when a { False } then except when b { True } except when c { rule };'
    const known = (a: boolean, b: boolean, c: boolean): Known => [false, a, b, c]
    expect(
      outcomes(statement, [
        known(true, true, false),
        known(true, false, false),
        known(true, false, true),
        known(false, true, true),
      ]),
    ).toEqual([TRUE, FALSE, FALSE, NONE])
  })

  it('follows the value of a let or report, with its unit', () => {
    const ruleset = compileText(
      `${CLAIMS}report fee "min" = 1 "h" except when a { 30 "min" };
       let limit = 2 except when b { 3 };
       assert it { And(fee > 1 "min", limit > 1) };`,
    )
    expect(ruleset.reports[0]).toMatchObject({ unit: { text: 'min' }, source: '1 "h" except when a { 30 "min" }' })
    const program = compileProgram(ruleset)
    const run = program.begin([true, true, false, false], new Meter(10_000))
    expect(program.evaluateLet(0, run)).toEqual(fromInteger(30))
  })

  it('is part of the source of its assertion', () => {
    const { assertions } = compileText(`${CLAIMS}assert it {\n  rule\n}\n  except when a { b };`)
    expect(assertions[0]).toMatchObject({ source: 'rule except when a { b }', reads: [0, 1, 2] })
  })

  it('is written on the line of its rule, or on a separate line', () => {
    const short = 'assert it { rule } except when a { b } then except when c { rule };\n'
    expect(formatRuleset(`${CLAIMS}${short.replaceAll(' ', '  ')}`)).toBe(CLAIMS + short)
    const long =
      'let x = If(a, 1, 2)\n  except when And(b, c) { 3 }\n  // Later ones win.\n  then except when c { 4 };\n'
    expect(formatRuleset(CLAIMS + long)).toBe(CLAIMS + long)
  })

  it('leaves its words to claims', () => {
    const { diagnostics } = analyseRuleset(
      'version 1.4; declare except as boolean; declare when as boolean; assert it { Or(except, when) } except when when { except };',
      builtInLibrary(),
      DEFAULT_LANGUAGE_LIMITS,
    )
    expect(diagnostics).toEqual([])
  })
})

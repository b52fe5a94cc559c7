import { describe, expect, it } from 'vitest'
import type { Known } from '../../../engine/core/value'
import { compileProgram } from '../../../engine/evaluate/program'
import { reportValues } from '../../../engine/reports'
import { compileText } from '../../../engine/testing/ask'
import { fromInteger } from '../../numeric/rational'
import { completeAt } from '../../service/complete'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const TEXT = `version 1.4;
declare age as whole;
declare is_resident as boolean;
declare income as numeric "USD";
assert of_age [pessimistic] { age >= 18 };
assert resident { is_resident };
assert enough { income >= 30000 "USD" } except when age > 70 { True };
report reason = FirstFailed(of_age, resident, enough) else "approved";
`

function reason(text: string, ...known: Known) {
  const [value] = reportValues(compileProgram(compileText(text)), known, new Map())
  return value?.value ?? value
}

describe('FirstFailed', () => {
  it('names the first assertion that is FALSE', () => {
    const ruleset = compileText(TEXT)
    expect(ruleset.reports[0]).toMatchObject({ name: 'reason', unit: null, reads: [0, 1, 2] })
    expect(ruleset.lets[0]?.value.type).toEqual({
      kind: 'text',
      members: ['of_age', 'resident', 'enough', 'approved'],
    })
    const [old, young] = [fromInteger(30), fromInteger(16)]
    const [rich, poor] = [fromInteger(40_000), fromInteger(20_000)]
    expect(reason(TEXT, old, true, rich)).toBe('approved')
    expect(reason(TEXT, young, false, poor)).toBe('of_age')
    expect(reason(TEXT, old, false, poor)).toBe('resident')
    expect(reason(TEXT, old, true, poor)).toBe('enough')
    expect(reason(TEXT, fromInteger(71), true, poor)).toBe('approved')
  })

  it('is open while an assertion before the first FALSE one is, whatever its policy answers', () => {
    const [rich, poor] = [fromInteger(40_000), fromInteger(20_000)]
    const open = (claim: string, ...members: readonly string[]) => ({
      ...{ name: 'reason', unit: null, value: null },
      dependsOn: [claim],
      possible: { members },
    })
    expect(reason(TEXT, null, true, rich)).toEqual(open('age', 'of_age', 'approved'))
    expect(reason(TEXT, fromInteger(30), null, poor)).toEqual(open('is_resident', 'resident', 'enough'))
    expect(reason(TEXT, fromInteger(16), null, null)).toBe('of_age')
  })

  it('has no value without else, if none is FALSE', () => {
    const text = TEXT.replace(' else "approved"', '')
    expect(reason(text, fromInteger(30), true, fromInteger(40_000))).toMatchObject({
      value: null,
      noValue: 'It has no value, because none of the conditions of a list holds.',
    })
  })

  it('may be read by later assertions, and never reads itself', () => {
    compileText(`${TEXT}assert listed { reason != "enough" };`)
    const { diagnostics } = analyseRuleset(
      'version 1.4; declare a as boolean; report r = FirstFailed(it) else "x"; assert it { And(a, r == "x") };',
      builtInLibrary(),
      DEFAULT_LANGUAGE_LIMITS,
    )
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['used-before'])
  })

  it('offers the assertions above', () => {
    const text = `${TEXT}report other = FirstFailed(of_age, `
    const offered = completeAt(
      text,
      text.length,
      analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS),
      builtInLibrary(),
    )
    expect(offered.map(({ label }) => label)).toEqual(['of_age', 'resident', 'enough'])
  })
})

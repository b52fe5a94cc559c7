import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { FALSE, type Known, NONE, TRUE } from '../../engine/core/value'
import { compileProgram } from '../../engine/evaluate/program'
import { compileText } from '../../engine/testing/ask'
import { formatRuleset } from '../format/format'
import { findFolds } from '../service/folding'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { analyseRuleset } from './analyse'

const CLAIMS = `version 1.4;
declare a as boolean;
declare b as boolean;
declare size as enum ["small", "large"];
`

function outcome(condition: string, ...known: Known): number {
  return compileProgram(compileText(`${CLAIMS}assert it { ${condition} };`)).evaluate(0, known, new Meter(10_000))
}

describe('first', () => {
  it('gives the value of the first condition that holds', () => {
    const condition = 'first { a => 1; b => 2; else => 3 } == 2'
    expect(outcome(condition, true, true, 'small')).toBe(FALSE)
    expect(outcome(condition, false, true, 'small')).toBe(TRUE)
    expect(outcome(condition, false, false, 'small')).toBe(FALSE)
    expect(outcome(condition, null, true, 'small')).toBe(TRUE | FALSE)
    expect(outcome(condition, false, null, 'small')).toBe(TRUE | FALSE)
  })

  it.each([
    'first { a => b }',
    'first { a => 1 } == 1',
    'first { a => "x" } == "x"',
    'first { a => size } == "small"',
    'first { a => 2026-01-31 } > 2000-01-01',
  ])('has no value without else, if no condition holds: %s', (condition) => {
    expect(outcome(condition, false, true, 'small')).toBe(NONE)
    expect(outcome(condition, true, true, 'small')).toBe(TRUE)
  })

  it('may be an enum that a let and a report name', () => {
    const ruleset = compileText(`${CLAIMS}let given = first { a => size; b => "small" };
report reason = first { a => "first"; b => "second"; else => "none" };
assert it { And(given == "small", reason != "none") };`)
    expect(ruleset.lets.map(({ value }) => value.type)).toEqual([
      { kind: 'enum', vocabulary: ['small', 'large'], ordered: true },
      { kind: 'text', members: ['first', 'second', 'none'] },
    ])
  })

  it('joins the units of its values, and adopts them for claims', () => {
    const { ruleset, inputs } = analyseRuleset(
      `${CLAIMS}declare fee as numeric; report r "h" = first { a => 90 "min"; else => 1 "h" }; assert it { first { a => fee; else => 5 "USD" } > 3 "USD" };`,
      builtInLibrary(),
      DEFAULT_LANGUAGE_LIMITS,
    )
    expect(ruleset?.reports[0]?.unit?.text).toBe('h')
    expect(inputs.find(({ name }) => name === 'fee')?.adoptedUnit?.text).toBe('USD')
  })

  it('is written on one line or with a line for each condition', () => {
    const short = 'let x = first { a => 1; else => -2 };\n'
    expect(formatRuleset(`version 1.4;\nlet x=first{a=>1;else=>-2};`)).toBe(`version 1.4;\n${short}`)
    const long = `let x = first {\n  a => 1; // one\n  // two\n  else => 2;\n};\n`
    expect(formatRuleset(`version 1.4;\n${long}`)).toBe(`version 1.4;\n${long}`)
  })

  it('folds as a whole', () => {
    const text = 'version 1.4;\nlet x = first {\n  a => 1;\n  else => 2\n};\nassert it {\n  x > 1\n};\n'
    expect(findFolds(text).map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [2, 4],
      [6, 7],
    ])
  })

  it('leaves the word to older texts', () => {
    expect(compileText('declare first as boolean; assert it { first };').inputs[0]?.name).toBe('first')
    const { diagnostics } = analyseRuleset(
      'declare a as boolean; assert it { first { a => a } };',
      builtInLibrary(),
      DEFAULT_LANGUAGE_LIMITS,
    )
    expect(diagnostics.map(({ code }) => code)).toEqual(['newer-word'])
  })
})

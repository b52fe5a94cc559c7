import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { randomRuleset } from './random-ruleset'

const LIBRARY = builtInLibrary()

function errors(text: string): string[] {
  const { diagnostics } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line}: ${d.code}: ${d.message}`)
}

describe('random rulesets', () => {
  it('compile', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(randomRuleset({ unbridged: true }), (text) => {
        expect(errors(text)).toEqual([])
      }),
      { numRuns: repetitions(1_000) },
    )
  })

  it('compile if they are deep, and if most options are off', { tags: ['repeated'] }, () => {
    fc.assert(
      fc.property(randomRuleset({ depth: 5 }), (text) => {
        expect(errors(text)).toEqual([])
      }),
      { numRuns: repetitions(200) },
    )
    const plain = {
      nonlinear: false,
      partial: false,
      units: false,
      quantifiers: false,
      numerics: false,
      functions: false,
      dates: false,
      definitions: false,
      lookups: false,
      libraries: false,
    }
    fc.assert(
      fc.property(randomRuleset(plain), (text) => {
        expect(errors(text)).toEqual([])
      }),
      { numRuns: repetitions(300) },
    )
  })

  it('contain every construct', { tags: 'thorough' }, () => {
    const all = fc.sample(randomRuleset({ depth: 4, unbridged: true }), { numRuns: 4_000, seed: 7 }).join('\n')
    const words = [
      'And(',
      'Or(',
      'Not(',
      'Xor(',
      'Implies(',
      'If(',
      'IF ',
      ' ELSE ',
      'CASE ',
      'DEFAULT:',
      'ForAll(',
      'Exists(',
    ]
    words.push(
      'Min(',
      'Max(',
      'Abs(',
      'Floor(',
      'Ceil(',
      'Round(',
      'FullYears(',
      'EndOfMonth(',
      'DateOf(',
      'HourOf(',
      'as timestamp',
      'month_end next',
      'condition is_large(',
      'is_marked(',
      'use "house/shared" sha256:',
      'library {',
      'first {',
      'FirstFailed(a0',
      'else =>',
      ' } except when ',
      ' then except when ',
      'AtLeast(',
      'AtMost(',
      'ExactlyOne(',
      'CountWhere(',
      'IsMember(',
      'IsSubset(',
      'Union(',
      'Intersect(',
      'Difference(',
    )
    words.push(
      'Members(',
      ' % ',
      ' / ',
      ' * ',
      '-(',
      'declare local',
      'let total',
      'let limits',
      'let sizes',
      'let marks',
      'let choice',
    )
    words.push(
      'parameter by_day',
      'scale banded',
      'table ruled',
      'table graded',
      'collect sum',
      'collect count',
      'else =>',
    )
    words.push('let settled', '[pessimistic]', '"degF"', '"min"', 'foreign', 'load')
    expect(words.filter((word) => !all.includes(word))).toEqual([])
  })
})

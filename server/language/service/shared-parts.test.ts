import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { hashSharedLines } from '../text/shared-lines'
import { builtInLibrary } from '../units/unit-library'
import { completeAt } from './complete'
import { findFolds } from './folding'
import { hoverAt } from './hover'
import { outlineOf } from './outline'
import { renameAt, usesAt } from './rename'

const LIBRARY = builtInLibrary()
const LINES = `  condition is_adult(p) = p.age >= age_limit;
  table fee first (age_limit) -> numeric "EUR" {
    > 20 "yr" => 5;
    else      => 0;
  };
`
const HASH = hashSharedLines(LINES)
const TEXT = `version 1.4;
declare age_limit as numeric "yr";
declare who as record { age as numeric "yr" };
use "house/people" sha256:${HASH} {
${LINES}};
assert a { And(is_adult(who), fee == 0 "EUR") };
`

function analyse(text: string) {
  return analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
}

function completions(written: string): readonly string[] {
  const offset = written.indexOf('|')
  const text = written.replace('|', '')
  return completeAt(text, offset, analyse(text), LIBRARY).map(({ label }) => label)
}

describe('the editor', () => {
  it('folds a library, which is told from other folds, and its statements', () => {
    expect(findFolds(TEXT)).toEqual([
      { startLine: 4, endLine: 9, kind: 'library' },
      { startLine: 6, endLine: 8, kind: 'region' },
    ])
    const own = TEXT.replace(/use .* \{/, 'library {')
    expect(findFolds(own)[0]).toEqual({ startLine: 4, endLine: 9, kind: 'region' })
  })

  it('says where a name comes from, and goes to it', () => {
    const at = TEXT.lastIndexOf('is_adult')
    expect(hoverAt(TEXT, at + 1, analyse(TEXT), LIBRARY)?.lines).toEqual(['From the library "house/people".'])
    expect(usesAt(at, analyse(TEXT))[0]?.start).toBe(TEXT.indexOf('is_adult'))
    const entries = outlineOf(TEXT, analyse(TEXT)).map(({ name, detail }) => [name, detail])
    expect(entries).toContainEqual(['is_adult', 'condition on p, from house/people'])
    expect(entries).toContainEqual(['a', ''])
  })

  it.each(['use', 'house', 'sha256:'])('explains the head at %s', (word) => {
    const hover = hoverAt(TEXT, TEXT.indexOf(word) + 1, analyse(TEXT), LIBRARY)
    expect(hover?.lines.at(-1)).toBe(`The lines here of "house/people" have the hash sha256:${HASH}.`)
  })

  it('renames nothing that a library names', () => {
    for (const name of ['age_limit', 'is_adult', 'fee'])
      expect(renameAt(TEXT, TEXT.indexOf(name) + 1, 'other', analyse(TEXT), analyse)).toEqual({
        ok: false,
        reason: `"${name}" is a word of the library "house/people", whose lines stay as they are. Make its statements the ruleset's own before you rename it.`,
      })
    expect(renameAt(TEXT, TEXT.indexOf('who'), 'person', analyse(TEXT), analyse).ok).toBe(true)
  })

  it('offers the names of a library, and statements inside one', () => {
    expect(completions(TEXT.replace('fee ==', '| =='))).toContain('fee')
    expect(completions('version 1.4;\nlibrary {\n  |\n};\n')).toContain('condition')
    expect(completions('version 1.4;\ndeclare d as date;\nlibrary {\n  parameter rate by |\n')).toContain('d')
    expect(completions('version 1.4;\ndeclare d as date;\nlibrary {\n  condition c(x) = x;\n  par|\n')).toContain(
      'parameter',
    )
  })
})

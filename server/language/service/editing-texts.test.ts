/** The editor knows texts, shapes and vocabularies, and shows no kind of texts as if it were a member. */
import { expect, it } from 'vitest'
import { applyFix } from '../messages/diagnostic'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { completeAt } from './complete'
import { findHighlights } from './highlighting'
import { hoverAt } from './hover'
import { outlineOf } from './outline'
import { renameAt } from './rename'

const LIBRARY = builtInLibrary()
const analysed = (text: string) => analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)

const TEXT = `version 1.4;
vocabulary race_codes = { "1", "2" };
shape uli = "[A-Z0-9]{5}" check mod97;
declare uli as text or {"NA"};
declare race as list of enum race_codes up to 3;
declare other as enum race_codes or {"6"};
assert a { And(Matches(uli, uli), Length(uli) < 9, uli != "none") };
assert b { And(ForAll(r in race, IsMember(r, race_codes)), other == "6") };
`

function renamed(at: number, newName: string): string {
  const result = renameAt(TEXT, at, newName, analysed(TEXT), analysed)
  return result.ok ? applyFix(TEXT, result) : result.reason
}

it('says what a name is', () => {
  const hover = (word: string) => hoverAt(TEXT, TEXT.indexOf(word) + word.length - 1, analysed(TEXT), LIBRARY)
  expect(hover('vocabulary race_codes')?.code).toBe('vocabulary race_codes = {"1", "2"};')
  expect(hover('enum race_codes')?.code).toBe('vocabulary race_codes = {"1", "2"};')
  expect(hover('shape uli')).toMatchObject({
    code: 'shape uli = "[A-Z0-9]{5}" check mod97;',
    lines: [
      'What an entire text looks like; Matches asks for it.',
      'A text also has the check digits of ISO 7064 MOD 97-10.',
    ],
  })
  expect(hover('Matches(uli')?.code).toBe('uli: text (claim)')
  expect(hover('"none"')).toBeNull()
})

it('offers vocabularies, checks, shapes and codes', () => {
  const labels = (written: string) => {
    const text = TEXT + written
    return completeAt(text, text.length, analysed(text), LIBRARY).map(({ label }) => label)
  }
  expect(labels('declare x as enum ')).toEqual(['race_codes'])
  expect(labels('shape y = "a" check ')).toEqual(['mod97', 'luhn', 'isin'])
  expect(labels('assert c { Matches(uli, ')).toEqual(['uli'])
  expect(labels('assert c { uli == ').slice(0, 2)).toEqual(['NA', 'race_codes'])
  expect(labels('assert c { uli == ').join()).not.toContain('text that')
})

it('renames a shape and the claim of the same name apart', () => {
  const shape = renamed(TEXT.indexOf('uli = "'), 'loan_shape')
  expect(shape).toContain('shape loan_shape = ')
  expect(shape).toContain('Matches(uli, loan_shape)')
  const claim = renamed(TEXT.indexOf('uli as'), 'loan_id')
  expect(claim).toContain('Matches(loan_id, uli), Length(loan_id) < 9, loan_id != "none"')
  const codes = renamed(TEXT.indexOf('race_codes'), 'races')
  expect(codes.match(/\braces\b/g)).toHaveLength(4)
  expect(renamed(TEXT.indexOf('race_codes'), 'uli')).toContain('is the name of a claim')
})

it('lists and highlights the statements', () => {
  const outline = outlineOf(TEXT, analysed(TEXT)).map(({ kind, name, detail }) => `${kind} ${name}: ${detail}`)
  expect(outline.slice(0, 3)).toEqual(['let race_codes: vocabulary', 'let uli: shape', 'claim uli: text'])
  const meanings = new Map(findHighlights(TEXT, analysed(TEXT)).map(({ start, meaning }) => [start, meaning]))
  expect(meanings.get(TEXT.indexOf('uli = "'))).toBe('let')
  expect(meanings.get(TEXT.indexOf('uli, uli'))).toBe('claim')
  expect(meanings.get(TEXT.indexOf('Matches'))).toBe('function')
})

it.each(['vocabulary v = {"a"};', 'shape s = "a";', 'declare x as enum {"a"} ignoring case;'])(
  'asks for version 1.4 at %s',
  (statement) => {
    const text = `declare c as boolean;\n${statement}\nassert a { c };\n`
    const errors = analysed(text).diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code }) => code)).toEqual(['newer-word'])
    const mended = applyFix(text, errors[0]!.fixes[0]!)
    expect(analysed(mended).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  },
)

it('leaves the new words to older texts as names', () => {
  const text =
    'declare text as boolean;\ndeclare shape as boolean;\nlet vocabulary = And(text, shape);\nassert a { vocabulary };\n'
  expect(analysed(text).diagnostics).toEqual([])
  expect(analysed(`version 1.4;\n${text}`).diagnostics).toEqual([])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Report } from '../../server/language/messages/report'
import { analyseRuleset } from '../../server/language/semantics/analyse'
import { WORD_LISTS } from '../../server/language/service/token-rules'
import { lexText } from '../../server/language/syntax/lexer'
import { NAME } from '../../server/language/syntax/token'
import { PART_WORDS, TABLE_POLICIES, wordsOf } from '../../server/language/syntax/words'
import { DEFAULT_LANGUAGE_LIMITS } from '../../server/language/text/limits'
import { builtInLibrary } from '../../server/language/units/unit-library'
import { colouredLines } from './coloured-text'
import { EDITOR_THEMES } from './editor-themes'

const styles = readFileSync(path.join(import.meta.dirname, 'coloured-text.css'), 'utf8')

const EVERY_KEYWORD = `version 1.4;
month_end last;
shape uli = "[A-Za-z0-9]{23,45}" check mod97;
vocabulary codes = {"1", "2"};
declare as_of as date or {"NA"} else "other";
declare sent as timestamp;
declare flag as boolean default False;
declare amount as numeric "USD" default 5 "USD";
declare income as numeric "USD" or codes else "invalid";
declare count as whole;
declare country as enum {"US", "CA"} ignoring case or {"NA"};
declare street as text or {"NA"};
declare race as list of enum codes or {"6"} up to 5;
declare dates as list of date up to 2;
declare person as list of { age as whole, born as date } up to 3;
declare applicant as record { born as date, paid as boolean };
declare partner as optional record { born as date };
declare local open_fact as boolean;
condition adult(p) = p.age >= 18;
parameter limit "USD" by as_of { 2023-09-01: 51 @ "PL 118-5"; };
scale tax of amount "USD" { 0: 10%; 11600: 12%; };
table fine first (country, count) -> numeric "USD" { "US" | > 2 => 5; "CA" | not 3 => 6; else => 7; };
table other unique (flag) -> numeric { True => 1; False => 2; };
table more any (flag) -> numeric { True => 1; False => 2; };
table summed collect sum (flag) -> numeric { True => 1; };
table counted collect count (flag) { True; };
let picked = first { flag => 1; else => 2 };
let size = CASE country OF "US": 1, DEFAULT: 2 END;
let part = IF flag THEN 1 ELSE 2 END;
report fee "USD" = amount except when flag { 2 "USD" } then except when applicant.paid { 3 "USD" };
assert a [pessimistic] { Sum(p in person where p.age > 3, p.age) > 1 };
assert b [optimistic] { ForAll(p in person, adult(p)) };
report reason = FirstFailed(a, b) else "approved";
assert c [neutral] { Exists(n in { 1, 2 }, n == count) };
`
/** The fields of records and the check of a shape, which the analysis does not list as names. */
const OTHER_NAMES = ['age', 'born', 'paid', 'mod97'] as const

function placesOf(name: string): readonly number[] {
  return [...EVERY_KEYWORD.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => index)
}

function tokenAt(text: string, at: number): string {
  const line = text.slice(0, at).split('\n').length - 1
  let column = at - (text.lastIndexOf('\n', at - 1) + 1)
  for (const piece of colouredLines(text)[line] ?? []) {
    if (column < piece.text.length) return piece.token
    column -= piece.text.length
  }
  return ''
}

/** Returns `token text` of each piece that is not blank. */
function pieces(text: string): string[] {
  return colouredLines(text).flatMap((line) =>
    line.filter((piece) => piece.text.trim() !== '').map((piece) => `${piece.token} ${piece.text.trim()}`),
  )
}

describe('a text in the colours of the editor', () => {
  it('colours statements, names, numbers, strings and comments', () => {
    expect(pieces('assert paid { amount <= 75 "USD" }; // the limit')).toEqual([
      'keyword assert',
      'identifier paid',
      'delimiter {',
      'identifier amount',
      'operator <=',
      'number 75',
      'string "USD"',
      'delimiter };',
      'comment // the limit',
    ])
  })

  it('colours the words of tables and parameters in their places', () => {
    expect(pieces('table fine first (by) -> numeric {\n  > 2 .. 3 => 1; else => 2\n};')).toEqual([
      'keyword table',
      'identifier fine',
      'type first',
      'delimiter (',
      'identifier by',
      'delimiter )',
      'operator ->',
      'type numeric',
      'delimiter {',
      'operator >',
      'number 2',
      'operator ..',
      'number 3',
      'operator =>',
      'number 1',
      'delimiter ;',
      'keyword else',
      'operator =>',
      'number 2',
      'delimiter };',
    ])
    expect(pieces('parameter age "yr" by as_of {').slice(3, 5)).toEqual(['keyword by', 'identifier as_of'])
  })

  it('colours every keyword', () => {
    const analysis = analyseRuleset(EVERY_KEYWORD, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
    expect(analysis.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const names = new Set([...analysis.names.map(({ start }) => start), ...OTHER_NAMES.flatMap(placesOf)])
    const tokens = lexText(EVERY_KEYWORD, new Report())
    const keywords = Array.from({ length: tokens.count }, (_, i) => i)
      .filter((i) => tokens.kinds[i] === NAME && !names.has(tokens.starts[i]!))
      .map((i) => ({ at: tokens.starts[i]!, word: EVERY_KEYWORD.slice(tokens.starts[i]!, tokens.ends[i]!) }))
    const plain = keywords.filter(({ at }) => ['', 'identifier'].includes(tokenAt(EVERY_KEYWORD, at)))
    expect(plain.map(({ word }) => word)).toEqual([])
    // The text has every word that a list of the editor or the parser has, but for functions.
    const used = new Set(keywords.map(({ word }) => word))
    const { functions, ...lists } = WORD_LISTS
    expect(functions).toEqual(wordsOf('1.4').callable)
    const words = [...Object.values(lists).flat(), ...TABLE_POLICIES.flatMap((policy) => policy.split(' '))]
    expect(words.filter((word) => !used.has(word))).toEqual(PART_WORDS)
    expect(PART_WORDS.map((word) => tokenAt(word, 0))).toEqual(['keyword', 'keyword'])
  })

  it('does not colour names that are like keywords', () => {
    for (const text of ['check > default', 'where <= up', 'to == of', 'ignoring + last'])
      expect(pieces(text).filter((piece) => !/^(identifier|operator) /.test(piece))).toEqual([])
  })

  it('continues a block comment over lines and ends an annotation at the end of its line', () => {
    expect(pieces('/* one\ntwo */ declare\n// @ask paid Was it paid?\nassert')).toEqual([
      'comment /* one',
      'comment two */',
      'keyword declare',
      'comment.annotation //',
      'annotation @ask',
      'comment.annotation paid Was it paid?',
      'keyword assert',
    ])
    expect(pieces('// @ask\nassert')).toEqual(['comment.annotation //', 'annotation @ask', 'keyword assert'])
  })

  it('preserves every character of every example', () => {
    const texts = ['', '\n', '"open', 'a @ b # ü', '/* never closed\n*', '// @\n// @ask\nx']
    for (const text of texts)
      expect(
        colouredLines(text)
          .map((line) => line.map((piece) => piece.text).join(''))
          .join('\n'),
      ).toBe(text)
  })

  for (const theme of ['light', 'dark'] as const)
    it(`has the ${theme} colours of the editor`, () => {
      const prefix = theme === 'dark' ? ':root[data-theme="dark"] ' : ''
      const byRules = EDITOR_THEMES[theme].rules.slice(
        0,
        EDITOR_THEMES[theme].rules.findIndex(({ token }) => token === 'claim'),
      )
      for (const { token, foreground } of byRules)
        if (token !== 'identifier')
          expect(`\n${styles}`).toMatch(`\n${prefix}.token-${token.replace('.', '-')} {\n  color: #${foreground};`)
    })
})

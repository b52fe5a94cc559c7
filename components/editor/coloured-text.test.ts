import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { colouredLines } from './coloured-text'
import { EDITOR_THEMES } from './editor-themes'

const styles = readFileSync(path.join(import.meta.dirname, 'coloured-text.css'), 'utf8')

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

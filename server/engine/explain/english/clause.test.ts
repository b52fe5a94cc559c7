import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteVisible, visibleLine } from './clause'

const TRICKY = [
  '"',
  '\\',
  'u',
  '0',
  '2',
  ' ',
  '\n',
  '\t',
  '\u202e',
  '\u00a0',
  '\u2028',
  'a',
  '\u0430',
  '\u03bf',
  'n',
  '{',
  '}',
]
const tricky = fc.array(fc.constantFrom(...TRICKY), { maxLength: 8 }).map((characters) => characters.join(''))

describe('quoted strings', () => {
  it('are never alike for two strings', { tags: 'thorough' }, () => {
    const seen = new Map<string, string>()
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: 'binary' })), (text) => {
        const shown = quoteVisible(text)
        expect(seen.get(shown) ?? text).toBe(text)
        seen.set(shown, text)
      }),
      { numRuns: 5_000 },
    )
  })

  it('stay on one line, end where they seem to end, and hide no character', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: 'binary' })), (text) => {
        const shown = quoteVisible(text)
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^" | "$| {2}/u)
        expect(shown.slice(1, -1)).toMatch(/^(?:[^"\\]|\\.)*$/)
      }),
    )
  })

  it('keep a visible space between two quotes', () => {
    expect(quoteVisible('" "')).toBe('"\\" \\""')
  })

  it('show a foreign letter inside a Latin word, and keep foreign words unchanged', () => {
    expect(quoteVisible('\u0430pproved')).toBe('"\\u0430pproved"')
    expect(quoteVisible('отказ')).toBe('"отказ"')
    expect(quoteVisible('β-blocker')).toBe('"β-blocker"')
    expect(quoteVisible('café au lait')).toBe('"café au lait"')
  })
})

describe("author's lines", () => {
  it('hold no character that breaks, hides or reorders the line', () => {
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: 'binary' })), (text) => {
        expect(visibleLine(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u)
      }),
    )
  })
})

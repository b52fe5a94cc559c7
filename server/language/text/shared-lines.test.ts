import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseSource } from './line-index'
import { hashSharedLines, isLibraryName, sharedLines } from './shared-lines'

describe('the lines of a library', () => {
  it('are those between the braces', () => {
    expect(sharedLines('\n  a\n\n  b\n')).toBe('  a\n\n  b\n')
    expect(sharedLines(' \r\n  a  \r\n\r\n')).toBe('  a\n')
    expect(sharedLines(' a; ')).toBe(' a;\n')
    expect(sharedLines('\n\n a')).toBe('\n a\n')
  })

  it('have the hash that sha256sum prints', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(text, (lines) => {
        expect(hashSharedLines(lines)).toBe(createHash('sha256').update(lines).digest('hex'))
      }),
    )
  })

  it('are the same in the normalised ruleset', () => {
    const letters = ['a', ' ', '\t', '\n', '\r', '\ufeff', 'e', '\u0301', ';', '\u037e', '\u00a0', '\u2028']
    const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 30 })
    fc.assert(
      fc.property(text, (between) => {
        const whole = normaliseSource(`use {${between}};`)
        expect(sharedLines(whole.slice(5, whole.lastIndexOf('}')))).toBe(sharedLines(between))
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each([
  ['house/people', true],
  ['People 2026.1', true],
  ['', false],
  ['/people', false],
  ['people/', false],
  [' people', false],
  ['people"', false],
  ['people\n', false],
])('"%s" can be the name of a library: %s', (name, can) => {
  expect(isLibraryName(name)).toBe(can)
})

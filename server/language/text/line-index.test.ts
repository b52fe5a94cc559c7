import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseSource } from './line-index'

describe('the normalised source', () => {
  it('drops byte-order marks, trailing white space and blank lines at the end', () => {
    expect(normaliseSource('\ufeff\ufeffdeclare a as boolean;  \t\r\n\r\n// x \r\n\n \n')).toBe(
      'declare a as boolean;\n\n// x\n',
    )
  })

  it('ends every line with LF, the last one too', () => {
    expect(normaliseSource('a\rb\r\nc')).toBe('a\nb\nc\n')
    expect(normaliseSource(' \n\n')).toBe('')
  })

  it('is in NFC', () => {
    expect(normaliseSource('"Cafe\u0301"')).toBe('"Caf\u00e9"\n')
  })

  it('keeps leading white space, inner blanks and blank lines in between', () => {
    expect(normaliseSource('\n\n  a  b\n\nc')).toBe('\n\n  a  b\n\nc\n')
  })

  it('changes nothing the second time, and keeps the number of lines up to the last non-blank one', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        ' ',
        '\t',
        '\n',
        '\r',
        '\ufeff',
        'e',
        '\u0301',
        '\u00a0',
        '\u2028',
        '\u037e',
        '"',
        '=',
        '\u0338',
        '\u212a',
      ),
      maxLength: 40,
    })
    fc.assert(
      fc.property(text, (source) => {
        const once = normaliseSource(source)
        expect(normaliseSource(once)).toBe(once)
        const written = source.replace(/^\ufeff+/, '').trimEnd()
        expect(once.split('\n').length - 1).toBe(written === '' ? 0 : written.split(/\r\n?|\n/).length)
      }),
      { numRuns: 2_000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { libraryLines, libraryText } from '../../language/units/converter-pairs'
import { admitConverter, isConverter } from '../../language/units/proposed-converter'
import type { Converter } from '../../language/units/unit'
import { createUnitLibrary, isUnit } from '../../language/units/unit-library'
import { OpenLibraries, openLibrary } from './open-library'

const UNITS = ['USD', 'EUR', 'GBP', '$', 'h', 'mo', 'L', 'kg', 'gal', 'degC', 'USD/h', 'EUR/mo', '%'] as const

function exact(text: string) {
  const value = parseNumeral(text, 10_000)
  if (!isRational(value)) throw new Error(`${text} is not a numeral`)
  return value
}

function admitted(from: string, to: string, factor: string, offset: string): Converter[] {
  const answer = admitConverter({ from, to, factor: exact(factor), offset: exact(offset) })
  return isConverter(answer) ? [answer] : []
}

const unit = fc.constantFrom<string>(...UNITS)
const numeral = fc.constantFrom('1', '0.1', '7', '1/3', '12345678901234567890.123456789', '1e-40')
const posted = fc
  .array(fc.tuple(unit, unit, numeral, fc.constantFrom('0', '0', '-2.5', '1/7')), { maxLength: 8 })
  .map((all) => all.flatMap((one) => admitted(...one)))

describe('a library opened from its stored text', () => {
  it('relates every pair like the converters that it was written from', { tags: ['nightly'] }, () => {
    fc.assert(
      fc.property(posted, (converters) => {
        const written = createUnitLibrary(converters)
        const opened = openLibrary({ hash: 'any', converters: libraryLines(libraryText(converters)) })
        for (const from of UNITS)
          for (const to of UNITS) {
            const [a, b] = [written.parse(from), written.parse(to)]
            if (isUnit(a) && isUnit(b))
              expect([from, to, opened.relate(a, b)]).toEqual([from, to, written.relate(a, b)])
          }
      }),
      { numRuns: 100 },
    )
  })
  it('may hold numerals that print with more digits than any budget allows', () => {
    const [tiny] = admitted('USD', 'EUR', '1e-9999', '0')
    const library = openLibrary({ hash: 'any', converters: libraryLines(libraryText([tiny!])) })
    expect(library.converters).toEqual([tiny])
  })
})

describe('OpenLibraries', () => {
  it('opens each library once', () => {
    const libraries = new OpenLibraries()
    const converters = libraryLines(libraryText(admitted('USD', 'EUR', '0.9', '0')))
    const one = libraries.open({ hash: 'one', converters })
    expect(libraries.open({ hash: 'one', converters })).toBe(one)
    expect(libraries.open({ hash: null, converters: [] }).converters).toEqual([])
    expect(libraries.open({ hash: 'two', converters: [] })).not.toBe(one)
  })
})

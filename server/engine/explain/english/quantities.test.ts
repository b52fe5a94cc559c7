import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromInteger, makeRatio } from '../../../language/numeric/rational'
import { BUILT_IN_STANDARDS } from '../../../language/units/standards/built-in-standards'
import { numeralInWords, quantityInWords, unitInWords } from './quantities'
import { unitNamed } from './testing/checked-trees'

describe('quantities', () => {
  it.each([
    [fromInteger(75), 'USD', '75 USD'],
    [fromInteger(1), 'h', '1 hour'],
    [makeRatio(3n, 2n), 'h', '1.5 hours'],
    [fromInteger(1250), 'h', '1,250 hours'],
    [fromInteger(-1234567), 'USD', '-1,234,567 USD'],
    [makeRatio(12345678n, 1000n), 'mg/kg', '12,345.678 mg/kg'],
    [makeRatio(123456n, 10_000_000n), 'USD', '0.0123456 USD'],
    [makeRatio(100_000n, 3n), 'USD', '100,000/3 USD'],
    [fromInteger(43), '%', '43 percent'],
    [fromInteger(2), '1/h', '2 per hour'],
    [fromInteger(2), 'and', '2 "and"'],
    [fromInteger(2), 'hours', '2 "hours"'],
    [fromInteger(2), 'of', '2 "of"'],
  ])('%j %s', (value, of, text) => {
    expect(quantityInWords(value, unitNamed(of))).toBe(text)
  })

  it('do not group the digits of a possible key: a bare number, a number of days', () => {
    expect([numeralInWords(fromInteger(2024)), numeralInWords(fromInteger(202_406))]).toEqual(['2024', '202406'])
    expect(quantityInWords(fromInteger(20_240), unitNamed('d'))).toBe('20240 days')
    expect(quantityInWords(fromInteger(20_240), unitNamed('USD'))).toBe('20,240 USD')
  })

  it('are never alike for two numbers or two units', () => {
    const seen = new Map<string, string>()
    const unitText = fc.oneof(
      fc.constantFrom(
        'h',
        'hour',
        'hours',
        '%',
        'percent',
        '1/h',
        '1/hour',
        'per',
        'USD',
        '"USD"',
        'is',
        '\u0410',
        'A',
      ),
      fc.string({
        unit: fc.constantFrom('h', '/', '1', '"', '\\', 'd', '%', '.', '\u0430', 'a'),
        minLength: 1,
        maxLength: 4,
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), fc.integer({ min: 1, max: 8 }), unitText, (n, d, text) => {
        const value = makeRatio(BigInt(n), BigInt(d))
        const key = `${n / d} ${text}`
        const shown = quantityInWords(value, unitNamed(text))
        expect(seen.get(shown) ?? key).toBe(key)
        seen.set(shown, key)
      }),
      { numRuns: 5_000 },
    )
    expect(unitInWords('\u0410')).not.toBe(unitInWords('A'))
  })

  it('write each unit as the words of its row, in every standard', () => {
    const spoken = BUILT_IN_STANDARDS.flatMap(({ symbols }) => symbols).filter((row) => row.spoken !== undefined)
    expect(spoken.length).toBeGreaterThan(10)
    for (const row of spoken) expect(unitInWords(row.symbol), row.symbol).toBe(row.spoken?.[1])
  })
})

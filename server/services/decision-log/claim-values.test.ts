import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonNumber, type LosslessJson } from '../../language/numeric/lossless-json'
import { hashedPaths, numeralForm, valueForm, valuesOf } from './claim-values'

/** A numeral of JSON for significand × 10^exponent, with `zeros` more digits after the point. */
function numeralOf(significand: bigint, exponent: number, zeros: number): string {
  return `${significand}.${'0'.repeat(zeros + 1)}e${exponent}`
}

const significand = fc.bigInt({ min: -(10n ** 50n), max: 10n ** 50n })
const exponent = fc.integer({ min: -60, max: 60 })

/** Multiplied by 10^200, which makes it whole. */
function scaled(numeral: string): bigint {
  const [mantissa = '', power = '0'] = numeral.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(200 - fraction.length + Number(power))
}

it('has one numeral for each number', () => {
  fc.assert(
    fc.property(significand, exponent, fc.nat(5), (of, power, zeros) => {
      const form = numeralForm(numeralOf(of, power, zeros))
      expect(() => JSON.parse(form) as unknown).not.toThrow()
      expect(scaled(form)).toBe(of * 10n ** BigInt(200 + power))
      expect(numeralForm(numeralOf(of * 1000n, power - 3, 0))).toBe(form)
      expect(numeralForm(form)).toBe(form)
    }),
  )
})

it.each([
  ['12', '12'],
  ['12.0', '12'],
  ['1.2e1', '12'],
  ['120E-1', '12'],
  ['-0.0', '0'],
  ['0e99', '0'],
  ['1.50', '1.5'],
  ['5e-3', '0.005'],
  ['-1e2', '-100'],
  ['1e40', '1e40'],
  ['1e39', `1${'0'.repeat(39)}`],
  ['10e99999999999999999999', '1e100000000000000000000'],
])('reads %s as %s', (numeral, form) => {
  expect(numeralForm(numeral)).toBe(form)
  expect([valueForm(numeral), valueForm(new JsonNumber(numeral))]).toEqual([form, form])
})

it('keeps texts apart that are not numbers of JSON', () => {
  const texts = ['012', '+12', '12 kg', ' 12', '12.', '.5', '1e', '0x10', '１２', 'Infinity', '']
  expect(texts.map(valueForm)).toEqual(texts.map((text) => JSON.stringify(text)))
})

it('is the same for a text in every Unicode form that means the same characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('é', 'e\u0301', 'Å', 'A\u030a', '각', 'x', '\u1e69') }), (text) => {
      expect(new Set([text, text.normalize('NFC'), text.normalize('NFD')].map(valueForm)).size).toBe(1)
    }),
  )
  expect(valueForm('ﬁ')).not.toBe(valueForm('fi'))
})

it('knows values inside of records and lists by one path, however they are spelled', () => {
  const person: LosslessJson = { name: 'Ann', homes: [{ city: 'Bonn' }, { city: 'Ulm' }] }
  const nested = [...valuesOf({ person })].filter(({ value }) => typeof value === 'string')
  const flat = [
    ...valuesOf({ 'person.name': 'Ann', 'person.homes[0]': { city: 'Bonn' }, 'person.homes[1].city': 'Ulm' }),
  ]
  expect(nested).toEqual(flat.filter(({ value }) => typeof value === 'string'))
  expect(nested.map(({ path }) => path)).toEqual(['person.name', 'person.homes[].city', 'person.homes[].city'])
})

it('names what is stored as a hash once, and not a text that only looks like one', () => {
  const hashed: LosslessJson = { hmac_sha256: 'a'.repeat(64) }
  const claims = { list: [{ a: hashed }, { a: hashed }], whole: hashed, text: { hmac_sha256: 'a' } }
  expect(hashedPaths(claims)).toEqual(['list[].a', 'whole'])
})

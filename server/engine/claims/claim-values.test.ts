import { describe, expect, it } from 'vitest'
import { printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { Value } from '../core/value'
import {
  bindJson,
  booleanClaim,
  dateClaim,
  enumClaim,
  expectBound,
  expectRejected,
  numberClaim,
} from '../testing/claims'

const paid = booleanClaim('c')
const level = enumClaim('c', ['low', 'medium', 'high'], true)
const state = enumClaim('c', ['known', 'unknown'])
const days = numberClaim('c', null, { range: ['0', '365.5'] })
const count = numberClaim('c')
const entries: Input = { ...count, whole: true }
const amount = numberClaim('c', 'USD')
const limit = numberClaim('c', 'USD', { range: ['0', '5000'] })
const wait = numberClaim('c', 'min', { range: ['0', '120'] })
const fever = numberClaim('c', 'degC', { range: ['30', '45'] })

function shown(value: Value | null | undefined): unknown {
  return value instanceof Rational ? printNumeral(value) : value
}

/** The value of the claim `c` when `json` is sent for it. */
function readValue(claim: Input, json: string): unknown {
  return shown(expectBound(bindJson([claim], `{"c": ${json}}`)).known[0])
}

function failureOf(claim: Input, json: string) {
  const answer = expectRejected(bindJson([claim], `{"c": ${json}}`))
  expect(answer.failureCount).toBe(1)
  expect(answer.failures[0]!.field).toBe('c')
  return answer.failures[0]!
}

describe('what is accepted', () => {
  it.each<[string, Input, string, unknown]>([
    ['true', paid, 'true', true],
    ['false', paid, 'false', false],
    ['a member', level, '"medium"', 'medium'],
    ['a member named unknown', state, '"unknown"', 'unknown'],
    ['a JSON number', count, '12', '12'],
    ['a negative number', count, '-12.5', '-12.5'],
    ['a number with an exponent', count, '1.5e3', '1500'],
    ['a number with a signed exponent', count, '1E+3', '1000'],
    ['a string numeral', count, '"12.50"', '12.5'],
    ['a string with an exponent', count, '"-2e-2"', '-0.02'],
    ['a fraction', count, '"7/3"', '7/3'],
    ['a negative fraction', count, '"-14/6"', '-7/3'],
    ['negative zero', count, '-0', '0'],
    ['both ends of a range', days, '365.5', '365.5'],
    ['the lower end of a range', days, '"0"', '0'],
    ['number, space, unit', amount, '"120 USD"', '120'],
    ['the unit in quotes', amount, '"120 \\"USD\\""', '120'],
    ['a fraction with a unit', amount, '"1/3 USD"', '1/3'],
    ['decimals with a unit', amount, '"-0.05 USD"', '-0.05'],
    ['an alias of the unit', wait, '"30 minutes"', '30'],
    ['a unit that converts', wait, '"1.5 h"', '90'],
    ['a unit that converts, in quotes', wait, '"2 \\"h\\""', '120'],
    ['an affine unit', fever, '"98.6 degF"', '37'],
    ['the end of a range after conversion', wait, '"7200 s"', '120'],
  ])('%s', (_, claim, json, expected) => {
    expect(readValue(claim, json)).toBe(expected)
  })

  it('reads a date with and without hyphens', () => {
    const filed = dateClaim('c')
    expect(readValue(filed, '"20260131"')).toBe(readValue(filed, '"2026-01-31"'))
    for (const text of ['2026-0131', '202601-31', '2026131', '120260131'])
      expect(failureOf(filed, `"${text}"`).expected).toMatch(/^a day of the calendar/)
    expect(failureOf(filed, '"20260230"').expected).toMatch(/; the calendar has no such day$/)
  })

  it('is read without rounding', () => {
    expect(readValue(count, '0.1')).toBe('0.1')
    expect(readValue(count, '12345678901234567890.12')).toBe('12345678901234567890.12')
    expect(readValue(count, '"12345678901234567890.12"')).toBe('12345678901234567890.12')
    expect(readValue(amount, '"9007199254740993 USD"')).toBe('9007199254740993')
    expect(readValue(count, '1e400')).toBe(`1${'0'.repeat(400)}`)
    expect(failureOf(days, '365.50000000000000001').expected).toBe('a value from 0 to 365.5')
  })

  it('reads a member in either Unicode normal form', () => {
    const cafe = enumClaim('c', ['caf\u00e9'])
    expect(readValue(cafe, '"caf\u00e9"')).toBe('caf\u00e9')
    expect(readValue(cafe, '"cafe\u0301"')).toBe('caf\u00e9')
  })

  it('reads a unit that only the ruleset has', () => {
    expect(readValue(numberClaim('c', 'widget'), '"12 widget"')).toBe('12')
  })
})

describe('undetermined', () => {
  it.each<[string, Input, string]>([
    ['boolean', paid, '"unknown"'],
    ['boolean', paid, 'null'],
    ['enum', level, '"unknown"'],
    ['enum', level, 'null'],
    ['enum with a member unknown', state, 'null'],
    ['number', days, '"unknown"'],
    ['number', days, 'null'],
    ['number with a unit', limit, '"unknown"'],
    ['number with a unit', limit, 'null'],
  ])('%s: %s', (_, claim, json) => {
    const answer = expectBound(bindJson([claim], `{"c": ${json}}`))
    expect(answer.known).toEqual([null])
    expect(answer.bound).toEqual([])
    expect(answer.unbound).toEqual(['c'])
    expect(answer.quantities).toEqual([])
  })
})

const NO_UNIT = /^a unit behind the number: a string such as "12 USD"/
const NUMERAL = /^a numeral before the unit: digits .*no plus sign, no thousands separator/
const BARE_NUMERAL = /^a numeral: digits .*no plus sign, no thousands separator/

describe('what is refused', () => {
  it.each<[string, Input, string, RegExp, string]>([
    [
      'a word for a whole number',
      entries,
      '"three"',
      /^a numeral: digits with an optional leading minus that make a whole number \(12, not 12\.5\); no plus sign/,
      '"three"',
    ],
    ['decimals for a whole number', entries, '"2.5"', /^a whole number, such as 12$/, '"2.5"'],
    [
      'decimals for a whole number with a unit',
      { ...wait, whole: true },
      '"2.5 min"',
      /^a whole number of min, such as "12 min"$/,
      '"2.5 min"',
    ],
    ['a string for a boolean', paid, '"true"', /^a JSON boolean: true or false.*; send true without quotes$/, '"true"'],
    ['a number for a boolean', paid, '1', /^a JSON boolean/, '1'],
    ['a word for nothing known', paid, '"N/A"', /; send "unknown" where the claim cannot be determined$/, '"N/A"'],
    ['an object for a boolean', paid, '{"a": 1}', /^a JSON boolean/, 'an object'],
    ['a number for an enum', level, '3', /^a JSON string: one of "low", "medium", "high"/, '3'],
    ['a boolean for an enum', level, 'true', /^a JSON string/, 'true'],
    [
      'no member',
      level,
      '"severe"',
      /^a member of the vocabulary: "low", "medium", "high", or "unknown" where it cannot be determined$/,
      '"severe"',
    ],
    ['a misspelt member', level, '"hihg"', /; did you mean "high"\?$/, '"hihg"'],
    ['another case', level, '"Medium"', /; did you mean "medium"\?$/, '"Medium"'],
    ['another case of unknown', level, '"Unknown"', /; send "unknown" where/, '"Unknown"'],
    [
      'another case of a member unknown',
      state,
      '"Unknown"',
      /or null where it cannot be determined \("unknown" is a member here\); did you mean "unknown"\?$/,
      '"Unknown"',
    ],
    ['a boolean for a number', count, 'true', /^a JSON number or a string that holds one, such as 12/, 'true'],
    ['an array for a number', count, '[12]', /^a JSON number/, 'an array'],
    ['a unit where there is none', count, '"120 USD"', /^a number alone, with no unit, such as 12$/, '"120 USD"'],
    [
      'a unit where one was adopted',
      numberClaim('c', null, { adopted: 'USD' }),
      '"120 USD"',
      /^a number alone, with no unit, such as 12, read in USD$/,
      '"120 USD"',
    ],
    ['a plus sign', count, '"+5"', /; leave out the plus sign$/, '"+5"'],
    [
      'a date',
      count,
      '"2026-01-31"',
      /; a date is no number: give the number that the question asks for$/,
      '"2026-01-31"',
    ],
    [
      'thousands separators',
      count,
      '"1,234,567.5"',
      /; write 1234567\.5, without thousands separators$/,
      '"1,234,567.5"',
    ],
    ['thousands apart by spaces', count, '"1 234"', /; write 1234, without thousands separators$/, '"1 234"'],
    ['a decimal comma', count, '"1,5"', /; write the decimals after a point$/, '"1,5"'],
    ['no digit before the point', count, '".5"', /; write a digit before the point$/, '".5"'],
    ['no digit behind the point', count, '"5."', /; write a digit after the point or leave it out$/, '"5."'],
    ['a denominator of zero', count, '"5/0"', /; a denominator of zero has no value$/, '"5/0"'],
    ['a typographic minus', count, '"\u22125"', /; write the minus sign as -$/, '"\u22125"'],
    ['white space', count, '" 5"', /; leave out the white space around it$/, '" 5"'],
    ['an empty string', count, '""', /; send "unknown" where/, '""'],
    ['words', count, '"twelve"', BARE_NUMERAL, '"twelve"'],
    ['a hexadecimal number', count, '"0x10"', BARE_NUMERAL, '"0x10"'],
    ['infinity', count, '"Infinity"', BARE_NUMERAL, '"Infinity"'],
    ['digits of another script', count, '"\u0661\u0662"', BARE_NUMERAL, '"\u0661\u0662"'],
    ['a decimal fraction', count, '"1.5/2"', BARE_NUMERAL, '"1.5/2"'],
    ['below the range', days, '-0.0000001', /^a value from 0 to 365\.5$/, '-0.0000001'],
    ['above the range, as a string', days, '"731/2.0"', BARE_NUMERAL, '"731/2.0"'],
    ['above the range, as a fraction', days, '"7311/20"', /^a value from 0 to 365\.5$/, '"7311/20"'],
    ['a JSON number where a unit belongs', amount, '120', NO_UNIT, '120'],
    ['a bare string where a unit belongs', amount, '"120"', NO_UNIT, '"120"'],
    ['a space and no unit', amount, '"120 "', NO_UNIT, '"120 "'],
    [
      'a boolean where a unit belongs',
      amount,
      'false',
      /^a JSON string of number, space and unit, such as "12 USD"/,
      'false',
    ],
    ['no space before the unit', amount, '"120USD"', /; put one space between the number and the unit$/, '"120USD"'],
    ['two spaces', amount, '"120  USD"', /; put one space between the number and the unit$/, '"120  USD"'],
    ['the unit first', amount, '"USD 120"', /; put the unit behind the number$/, '"USD 120"'],
    ['a currency sign first', amount, '"$120"', /; put the unit behind the number$/, '"$120"'],
    ['thousands before a unit', amount, '"1,200 USD"', /; write 1200, without thousands separators$/, '"1,200 USD"'],
    [
      'spaced thousands before a unit',
      amount,
      '"1 200 USD"',
      /; write 1200, without thousands separators$/,
      '"1 200 USD"',
    ],
    ['a plus sign before a unit', amount, '"+120 USD"', NUMERAL, '"+120 USD"'],
    [
      'an unknown unit',
      amount,
      '"120 zorkmids"',
      /^a unit that the unit library knows, as in "12 USD"$/,
      '"120 zorkmids"',
    ],
    ['a misspelt unit', amount, '"120 usd"', /; write "USD" in place of "usd"$/, '"120 usd"'],
    [
      'a misspelt part of a unit',
      numberClaim('c', 'm/s'),
      '"3 m/sek"',
      /^a unit that the unit library knows/,
      '"3 m/sek"',
    ],
    ['an unclosed quote', amount, '"120 \\"USD"', /^a unit that the unit library knows/, '"120 \\"USD"'],
    ['out of range', limit, '"5000.01 USD"', /^a value from 0 to 5000 USD$/, '"5000.01 USD"'],
    ['out of range after conversion', wait, '"2.01 h"', /^a value from 0 to 120 min$/, '"2.01 h"'],
    ['out of an affine range', fever, '"98.6 degC"', /^a value from 30 to 45 degC$/, '"98.6 degC"'],
    [
      'a unit that does not convert, with a range',
      limit,
      '"120 EUR"',
      /^a unit that converts to USD, in which the range is given$/,
      '"120 EUR"',
    ],
    [
      'an ambiguous unit, with a range',
      numberClaim('c', 'd', { range: ['0', '90'] }),
      '"2 mo"',
      /^a unit that converts to d,/,
      '"2 mo"',
    ],
  ])('%s', (_, claim, json, expected, received) => {
    const failure = failureOf(claim, json)
    expect(failure.expected).toMatch(expected)
    expect(failure.received).toBe(received)
  })
})

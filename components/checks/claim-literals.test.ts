import { describe, expect, it, test } from 'vitest'
import type { ClaimField } from '../editor/ruleset-description'
import {
  claimsFragment,
  claimsLink,
  dictionaryText,
  isUndetermined,
  linkedClaims,
  numberLiteral,
  numberParts,
  readLiterals,
  timestampParts,
} from './claim-literals'
import { claimField } from './testing/claim-field'

const PLAIN = claimField('n', { type: 'numeric', label: 'N', question: 'How many?' })
const MONEY: ClaimField = { ...PLAIN, name: 'm', unit: 'USD' }
const MOOD: ClaimField = {
  ...PLAIN,
  name: 'e',
  type: 'enum',
  vocabulary: ['unknown', 'known'],
  undetermined: null,
}

describe('dictionaries', () => {
  test('numbers are preserved digit by digit', () => {
    const read = readLiterals('{"n": 1.50, "m": "80.10 USD", "x": [1.0, {"y": 2e0}]}')
    expect(read).toEqual({ literals: { n: '1.50', m: '"80.10 USD"', x: '[1.0, {"y": 2e0}]' } })
    if ('problem' in read) throw new Error(read.problem)
    expect(dictionaryText([PLAIN, MONEY], read.literals)).toBe('{\n  "n": 1.50,\n  "m": "80.10 USD"\n}')
  })

  test('a claim without an answer is undetermined in the form that its vocabulary allows', () => {
    expect(dictionaryText([PLAIN, MOOD], {})).toBe('{\n  "n": "unknown",\n  "e": null\n}')
    expect(isUndetermined(MOOD, '"unknown"')).toBe(false)
    expect(isUndetermined(MOOD, 'null')).toBe(true)
    expect(isUndetermined(PLAIN, '"unknown"')).toBe(true)
  })

  test('a text that is not readable JSON is reported with its position', () => {
    expect(readLiterals('{\n "n": }')).toEqual({ problem: 'a JSON value was expected here (line 2, column 7)' })
    expect(readLiterals('[1]')).toHaveProperty('problem')
  })
})

describe('number fields', () => {
  test.each([
    ['12', '12'],
    ['1.50', '1.50'],
    ['7/3', '"7/3"'],
    ['007', '"007"'],
    ['  5 ', '5'],
    ['   ', undefined],
    ['abc', '"abc"'],
  ])('%j becomes %j', (typed, literal) => {
    expect(numberLiteral(PLAIN, typed, null)).toBe(literal)
  })

  test('a value with a unit is split and joined again', () => {
    expect(numberParts(MONEY, '"80.10 EUR"')).toEqual({ typed: '80.10', unit: 'EUR' })
    expect(numberParts(MONEY, '"80.10 \\"EUR\\""')).toEqual({ typed: '80.10', unit: 'EUR' })
    expect(numberLiteral(MONEY, '80.10', 'EUR')).toBe('"80.10 EUR"')
    expect(numberParts(MONEY, 'true')).toBeNull()
  })

  test('a timestamp is split into day and time, and its offset', () => {
    const sent = { ...PLAIN, type: 'timestamp', codes: ['never'] } as const
    const split = (text: string) => timestampParts(sent, JSON.stringify(text))
    expect(split('2026-03-01T09:30:00+01:00')).toEqual({ local: '2026-03-01T09:30:00', offset: '+01:00' })
    expect(split('2026-03-01T09:30:00.25Z')).toEqual({ local: '2026-03-01T09:30:00.25', offset: 'Z' })
    // While it is typed.
    expect(split('2026-03-01T09:30')).toEqual({ local: '2026-03-01T09:30', offset: '' })
    expect(split('2026-03-01T09:30+0')).toEqual({ local: '2026-03-01T09:30', offset: '+0' })
    expect([split('never'), split('unknown')]).toEqual(Array(2).fill({ local: '', offset: '' }))
    expect([split('2026-03-01'), split('2026-03-01T09:30:00.12345Z')]).toEqual([null, null])
  })
})

it('has a short dictionary in readable form, with digits as typed', async () => {
  const literals = { amount: '"12.50 USD"', n: '1.500', odd: '"#&%ü"' }
  const fragment = await claimsFragment(literals)
  expect(decodeURIComponent(fragment)).toContain('"n":1.500')
  expect(await linkedClaims(fragment)).toEqual(literals)
})

it('packs a long dictionary', async () => {
  const literals = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`claim_${i}`, `${i}.250`]))
  const fragment = await claimsFragment(literals)
  expect(fragment.length).toBeLessThan(2_000)
  expect(await linkedClaims(fragment)).toEqual(literals)
})

it('opens the same revision', async () => {
  const link = new URL(await claimsLink('https://example.org/rulesets/a/check?hash=ab#claims=%7B%7D', { n: '2' }))
  expect(link.search).toBe('?hash=ab')
  expect(await linkedClaims(link.hash)).toEqual({ n: '2' })
})

it('reports damaged links and ignores other fragments', async () => {
  expect(await linkedClaims('#results-heading')).toBeNull()
  for (const broken of ['#claims=%7B', '#claims=%', '#claims=[1]', '#packed=abc', '#packed=***'])
    expect(await linkedClaims(broken), broken).toBe('damaged')
})

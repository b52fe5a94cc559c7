import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canBecomeTerm, formatTerm, normalizeTopic } from './topic'

describe('normalForm', () => {
  it.each([
    ['Anti-money laundering', 'anti money laundering'],
    ['  ANTI–MONEY\tLAUNDERING!! ', 'anti money laundering'],
    ['ａｎｔｉ　ｍｏｎｅｙ　ｌａｕｎｄｅｒｉｎｇ', 'anti money laundering'],
    ['anti\u00ADmoney', 'antimoney'],
    ['Straßenverkehr', 'strassenverkehr'],
    ['STRASSENVERKEHR', 'strassenverkehr'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['cafe\u0301', 'café'],
    ['employee’s', 'employees'],
    ['M&A', 'm a'],
    ['(&%$)', ''],
    ['', ''],
  ])('%j is %j', (topic, normal) => expect(normalizeTopic(topic)).toBe(normal))
})

describe('termText', () => {
  it.each([
    ['  carbon   border\nadjustment. ', 'carbon border adjustment'],
    ['Mergers & Acquisitions', 'Mergers & Acquisitions'],
    ['Seafarers’ rest', 'Seafarers rest'],
    ['seafarer’s rest', "seafarer's rest"],
    ['go/no-go', 'go/no-go'],
    ['carbon <script>border', 'carbon script border'],
    ['"carbon" \u202Eborder\u202C', 'carbon border'],
    ['carbon ((((( 🎉 border', 'carbon border'],
    ['Ｃａｒｂｏｎ', 'Carbon'],
  ])('of %j is %j', (topic, text) => expect(formatTerm(topic)).toBe(text))

  it('has the normal form of the topic and contains nothing unusual', () => {
    const topics = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(
          fc.constantFrom('a', 'Ä', 'ß', 'Σ', '1', "'", '’', ' ', '\t', '-', '/', '&', '<', '"', '\u200B', '🎉', '保'),
        )
        .map((characters) => characters.join('')),
    )
    fc.assert(
      fc.property(topics, (topic) => {
        const text = formatTerm(topic)
        expect(normalizeTopic(text)).toBe(normalizeTopic(topic))
        expect(text).toMatch(/^[\p{L}\p{M}\p{N} '&/,.+-]*$/u)
        expect(text).not.toMatch(/^ | $| {2}/)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('mayBecomeTerm', () => {
  it.each([
    ['', false],
    ['123456', false],
    ['ab', false],
    ['a1b2', false],
    ['abc', true],
    ['iso 27001', true],
    ['x'.repeat(80), true],
    ['x'.repeat(81), false],
  ])('%j: %j', (normal, may) => expect(canBecomeTerm(normal)).toBe(may))
})

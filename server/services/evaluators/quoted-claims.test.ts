import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_QUOTE_CHARACTERS, readQuotedClaims } from './quoted-claims'

const FRAME = { C: ['First text.', 'Paid  on\n“12 May” by Ann.'], Q: 'Was it paid?', A: 'Yes, 90 USD.' }
const quoteOf = (quote: unknown, value: string | boolean | null = true) =>
  readQuotedClaims({ claims: { paid: value }, quotes: { paid: quote as string } }, FRAME)

describe('a quote', () => {
  it.each([
    ['First text.', { in: 'C', document: 0, start: 0, end: 11, text: 'First text.' }],
    ['Paid on "12 May"', { in: 'C', document: 1, start: 0, end: 17, text: 'Paid  on\n“12 May”' }],
    ['  by\tAnn. ', { in: 'C', document: 1, start: 18, end: 25, text: 'by Ann.' }],
    ['it paid?', { in: 'Q', document: null, start: 4, end: 12, text: 'it paid?' }],
    ['90 USD', { in: 'A', document: null, start: 5, end: 11, text: '90 USD' }],
  ])('%j is found where it is', (given, quote) => {
    expect(quoteOf(given)).toEqual({ claims: { paid: true }, evidence: { quotes: { paid: quote }, unquoted: [] } })
  })

  it.each([
    ['of another text', 'Paid on 13 May'],
    ['over the end of a text', 'First text. Paid'],
    ['in another case', 'first text.'],
    ['that is empty', ''],
    ['of white space', ' \n '],
    ['that is no text', 5],
    ['that is missing', undefined],
    ['of the length of a document', 'First text.'.padEnd(MAX_QUOTE_CHARACTERS + 1)],
  ])('%s supports no value', (_, given) => {
    expect(quoteOf(given)).toEqual({ claims: { paid: null }, evidence: { quotes: {}, unquoted: ['paid'] } })
  })

  it('is not needed for what is unknown', () => {
    for (const value of [null, 'unknown'])
      expect(quoteOf('', value)).toEqual({ claims: { paid: value }, evidence: { quotes: {}, unquoted: [] } })
  })

  it('is found in any text that has it, with its own characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(50), (text, from, length) => {
        const start = text.length === 0 ? 0 : from % text.length
        const passage = text.slice(start, start + length)
        const read = readQuotedClaims({ claims: { a: true }, quotes: { a: passage } }, { C: [text], Q: null, A: null })
        const quote = read?.evidence.quotes.a
        if (passage.trim() === '') expect(quote).toBeUndefined()
        else expect(quote && text.slice(quote.start, quote.end)).toBe(quote?.text)
        expect(quote === undefined).toBe(passage.trim() === '')
      }),
    )
  })
})

it('is null without objects of claims and quotes', () => {
  for (const value of [null, [], 'x', {}, { claims: {} }, { quotes: {} }, { claims: [], quotes: {} }])
    expect(readQuotedClaims(value, FRAME)).toBeNull()
})

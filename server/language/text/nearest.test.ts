import { describe, expect, it } from 'vitest'
import { Speller } from './nearest'

const WORDS = ['amount', 'amounts_due', 'has_receipt', 'country', 'AND', 'low', 'Café']

describe('the nearest spelling', () => {
  it.each([
    ['amuont', 'amount'],
    ['amont', 'amount'],
    ['ammount', 'amount'],
    ['amounts', 'amount'],
    ['hasReceipt', 'has_receipt'],
    ['has-receipt', 'has_receipt'],
    ['and', 'AND'],
    ['lwo', 'low'],
    ['cafe', null],
    ['Cafe', 'Café'],
    ['count', null],
    ['xyz', null],
    ['', null],
    ['amount', null],
  ])('of "%s" is %s', (word, nearest) => {
    expect(
      new Speller().nearest(
        word,
        WORDS.filter((known) => known !== 'amounts_due' || word !== 'amounts'),
      ),
    ).toBe(nearest)
  })

  it('is the first of several that are equally near', () => {
    expect(new Speller().nearest('cat', ['cut', 'bat', 'car'])).toBe('cut')
  })

  it('is not searched after the comparison limit', () => {
    const speller = new Speller()
    const many = Array.from({ length: 100_000 }, (_, i) => `name_${i}`)
    expect(speller.nearest('zzz', many)).toBeNull()
    expect(speller.nearest('amuont', ['amount'])).toBeNull()
  })
})

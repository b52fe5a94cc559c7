import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchTokens, searchWords } from './search-words'

it.each([
  ['paid_in_time', ['paid', 'in', 'time']],
  ['paidInTime', ['paidintime', 'paid', 'in', 'time']],
  ['travel/meals-2026.v1', ['travel', 'meals', '2026', 'v1']],
  ['ＲＥＣＥＩＰＴ ﬁle', ['receipt', 'file']],
  ['Straße ΣΑΣ', ['straße', 'σας']],
  ['領収書', ['領', '収', '書']],
  ['café cafe\u0301', ['café']],
  ["' & | ! :* \\ % \0 \ud800 🚀", []],
])('splits %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

it('makes words of letters, digits and marks only, from any text', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const { start, end, words } of searchTokens(text)) {
        expect(end).toBeGreaterThan(start)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,100}$/u)
      }
    }),
  )
})

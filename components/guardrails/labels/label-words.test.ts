import { expect, it } from 'vitest'
import { chartPoints, decimalWords, numberOf, shareWords } from './label-words'

it('says a share with its interval, and that no frame was counted', () => {
  expect(shareWords({ right: 18, of: 20, low: '0.6989', high: '0.9722' })).toBe(
    '18 of 20 (90 %, between 69.9 % and 97.2 %)',
  )
  expect(shareWords({ right: 0, of: 0, low: null, high: null })).toBe('none')
})

it('reads fractions with more digits than a double has', () => {
  expect(numberOf('3333333333333333/5000000000000000')).toBeCloseTo(2 / 3, 11)
  expect(numberOf(`1${'0'.repeat(400)}/2${'0'.repeat(400)}`)).toBe(0.5)
  expect([numberOf('1'), numberOf('0')]).toEqual([1, 0])
  expect(decimalWords('31/80')).toBe('0.3875')
})

it('draws a bin where its mean confidence and its share of right answers meet', () => {
  const share = { right: 1, of: 2, low: '0.0945', high: '0.9055' }
  expect(chartPoints([{ from: '0.9', to: '1', share, confidence: '37/40' }])).toEqual([
    { x: 92.5, y: 50, top: 100 - 90.55, bottom: 100 - 9.45, title: 'Confidence 92.5 %: 1 of 2 right' },
  ])
})

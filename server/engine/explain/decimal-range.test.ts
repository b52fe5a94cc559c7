import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareRationals } from '../../language/numeric/rational'
import { exactNumber } from '../testing/claims'
import { decimalRangePattern } from './decimal-range'

type Ends = readonly [string, string]

const digitText = fc.array(fc.constantFrom('0', '0', '1', '4', '5', '9', '9'), { maxLength: 5 }).map((d) => d.join(''))
const decimal = fc
  .tuple(fc.boolean(), digitText, digitText)
  .map(([negative, whole, decimals]) => `${negative ? '-' : ''}${whole || '0'}${decimals && `.${decimals}`}`)
const ends = fc
  .tuple(decimal, decimal)
  .map<Ends>(([a, b]) => (compareRationals(exactNumber(a), exactNumber(b)) <= 0 ? [a, b] : [b, a]))

function rangeOf([min, max]: Ends) {
  return { min: exactNumber(min), max: exactNumber(max) }
}

function matcher(range: Ends): (text: string) => boolean {
  const pattern = new RegExp(`^${decimalRangePattern(rangeOf(range))}$`, 'u')
  return (text) => pattern.test(text)
}

/** Variants of a bound: shorter, longer, one digit changed, zeros around it. */
function beside(bound: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(fc.nat({ max: bound.length }), fc.integer({ min: 0, max: 9 })).map(([at, digit]) => {
      return /\d/.test(bound.charAt(at)) ? bound.slice(0, at) + digit + bound.slice(at + 1) : bound
    }),
    fc.nat({ max: bound.length }).map((end) => bound.slice(0, end)),
    fc.tuple(fc.constantFrom('0', '000', ''), digitText).map(([zeros, more]) => {
      const longer = bound.includes('.') ? bound + more : `${bound}.${more}0`
      return longer.replace(/^-?/, (minus) => minus + zeros)
    }),
  )
}

it('matches a decimal exactly if its value is in the range', { tags: 'thorough' }, () => {
  const seen = { within: 0, outside: 0 }
  const property = fc.property(
    ends.chain((range) => {
      const text = fc.oneof(decimal, beside(range[0]), beside(range[1]))
      return fc.tuple(fc.constant(range), fc.array(text, { minLength: 20, maxLength: 20 }))
    }),
    ([range, texts]) => {
      const { min, max } = rangeOf(range)
      const matches = matcher(range)
      for (const text of texts.filter((given) => /^-?\d+(\.\d+)?$/.test(given))) {
        const value = exactNumber(text)
        const within = compareRationals(value, min) >= 0 && compareRationals(value, max) <= 0
        seen[within ? 'within' : 'outside']++
        expect(matches(text), `${text} in ${range.join('..')}`).toBe(within)
      }
    },
  )
  fc.assert(property, { numRuns: 1_000 })
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2_000)
})

it.each(['', '-', '.5', '5.', '+5', '1e1', '10/2', ' 5', '5\n', '05..0', '٥'])('does not match %j', (text) => {
  expect(matcher(['-10', '10'])(text)).toBe(false)
})

it('is short for common bounds', () => {
  expect(decimalRangePattern(rangeOf(['1', '12']))).toBe(
    '(0*([2-9](\\.[0-9]+)?|1(\\.[0-9]+)?)|0*(12(\\.0+)?|1[0-1](\\.[0-9]+)?))',
  )
})

it('stays small and fast for the most extreme bounds', () => {
  const tiny = `0.${'0'.repeat(322)}5`
  for (const range of [
    [tiny, `1${'0'.repeat(308)}`],
    [`-1${'0'.repeat(308)}`, `-${tiny}`],
    ['0.00001234567890123456', '98765432109876540000'],
  ] as const) {
    expect(decimalRangePattern(rangeOf(range)).length).toBeLessThan(10_000)
    const matches = matcher(range)
    expect(matches(range[0]) && matches(range[1])).toBe(true)
    for (const text of ['0', '9', '0.0', '0.9'].map((start) => `${start}${start.at(-1)!.repeat(100_000)}x`))
      expect(matches(text)).toBe(false)
  }
})

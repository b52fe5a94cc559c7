/** Finds the numbers of a text with their units: "thirty days", "USD 75", "$75", "1,500.00", "7.5 %". */
import { isRational, parseNumeral } from '../language/numeric/numeral'
import { divide, fromInteger, isEqual, multiply, type Rational } from '../language/numeric/rational'
import { canonicalUnit, type Quantity, readNumberWords, UNIT_WORDS } from './quantity-words'

const MAX_DIGITS = 100
const CURRENCY = '[$€£¥]|\\b(?:USD|EUR|GBP|CHF|JPY|US\\$)'
const DIGITS = "\\d{1,3}(?:[,.'\\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?"
const SCALE = '(?:\\s?(thousand|million|billion|k|m|bn)\\b)?'
const NUMBER = new RegExp(`(?:(${CURRENCY})\\s?)?(?<![\\w.,])(${DIGITS})${SCALE}(?:[\\s-]?(${UNIT_WORDS}))?`, 'giu')

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
}

export function findQuantities(text: string): readonly Quantity[] {
  return [...findDigits(text), ...readNumberWords(text)].toSorted((a, b) => a.start - b.start)
}

function findDigits(text: string): readonly Quantity[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const [whole, before, digits = '', scale, after] = match
    // "5 m" is five metres, "$5m" five millions.
    const isMetres = scale === 'm' && before === undefined
    const factor = scale === undefined || isMetres ? 1 : (SCALES[scale.toLowerCase()] ?? 1)
    const unit = isMetres ? 'm' : (before ?? after ?? null)
    return {
      values: readValues(digits).map((value) => multiply(value, fromInteger(factor))),
      unit: unit === null ? null : canonicalUnit(unit),
      start: match.index,
      end: match.index + whole.length,
    }
  })
}

function readValues(digits: string): readonly Rational[] {
  const grouped = /^\d{1,3}(?:([,.'\u00a0\u202f])\d{3})+(?:([.,])\d+)?$/.exec(digits)
  const texts = new Set<string>()
  if (grouped !== null && grouped[1] !== grouped[2]) {
    const [whole, fraction = ''] = grouped[2] === undefined ? [digits] : splitLast(digits, grouped[2])
    texts.add(`${whole.replaceAll(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`)
  }
  if (/^\d+(?:[.,]\d+)?$/.test(digits)) texts.add(digits.replace(',', '.'))
  return [...texts].map((text) => parseNumeral(text, MAX_DIGITS)).filter(isRational)
}

function splitLast(text: string, separator: string): readonly [string, string] {
  const at = text.lastIndexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Whether the text has the number with the unit. A share such as 0.05 is also 5 %. */
export function hasQuantity(text: string, found: readonly Quantity[], value: Rational, unit: string | null): boolean {
  const wanted = unit === null ? null : canonicalUnit(unit)
  const same = (quantity: Quantity, number: Rational) => quantity.values.some((each) => isEqual(each, number))
  if (wanted === null) {
    const percent = multiply(value, fromInteger(100))
    return found.some((each) => same(each, value) || (each.unit === '%' && same(each, percent)))
  }
  const share = wanted === '%' ? divide(value, fromInteger(100)) : null
  const isNamed = mentionsUnit(text, found, wanted)
  return found.some((each) => {
    if (same(each, value)) return each.unit === wanted || (each.unit === null && isNamed)
    return share !== null && each.unit === null && same(each, share)
  })
}

/** A table names the unit in its head, and a list in the words before it. */
function mentionsUnit(text: string, found: readonly Quantity[], unit: string): boolean {
  if (found.some((quantity) => quantity.unit === unit)) return true
  const words = text.match(/[$€£¥%]|[\p{L}]+(?:\s(?:days?|hours?|dollars))?/gu) ?? []
  return words.some(
    (word) => canonicalUnit(word) === unit || word.split(' ').some((part) => canonicalUnit(part) === unit),
  )
}

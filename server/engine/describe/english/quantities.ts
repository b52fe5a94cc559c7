/**
 * Numbers and units as a reader expects them.
 *
 * Promises: exact, and injective: a number with its unit is never printed like another one.
 */
import { printNumeral } from '../../../exact/numeral'
import type { Rational } from '../../../exact/rational'
import type { Unit } from '../../../units/unit'
import { readsAsWord } from './reserved-words'
import { quoted } from './visible-text'

const PLAIN_UNIT = /^[\p{L}$€£¥°][\p{L}\p{N}$€£¥°%_./^-]*$/u

/** Digits in groups of three from 10,000 up; four digits stay together, since they are often years. */
export function numeralInWords(value: Rational): string {
  return printNumeral(value).replace(/\d{5,}/, (whole, at: number, all: string) =>
    all[at - 1] === '.' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ','),
  )
}

/** `mg/kg` as it is, `%` as "percent"; a symbol that reads like a word of the sentence is quoted. */
export function unitInWords(text: string): string {
  if (text === '%') return 'percent'
  return PLAIN_UNIT.test(text) && !readsAsWord(text) ? text : quoted(text)
}

/** "75 USD", or "75" for a bare number. */
export function quantityInWords(value: Rational, unit: Unit | null): string {
  return unit === null ? numeralInWords(value) : `${numeralInWords(value)} ${unitInWords(unit.text)}`
}

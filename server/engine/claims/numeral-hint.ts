/**
 * What to change about a text that should have been a numeral.
 *
 * Promises: a hint only where the mistake is plain. Looks at short texts alone, so its patterns cost nothing.
 */
import { dateShape } from '../../language/syntax/date-shape'

const LONGEST = 80
const GROUPED = /^[+-]?\d{1,3}(?:[,_' \u00a0\u2009\u202f]\d{3})+(?:\.\d+)?(?= |$)/
const NOT_KNOWN =
  /^(?:unknown|undetermined|not (?:known|stated|available|determined)|n\/?a|none|null|nil|nan|-+|\?+|)$/i

/** @param united whether a unit stands behind the number */
export function numeralHint(text: string, united: boolean): string | null {
  if (text.length > LONGEST) return null
  const trimmed = text.trim()
  if (NOT_KNOWN.test(trimmed)) return undeterminedHint(trimmed)
  if (trimmed !== text) return 'leave out the white space around it'
  const grouped = GROUPED.exec(text)
  if (grouped !== null) return `write ${grouped[0].replace(/[^\d.-]/g, '')}, without thousands separators`
  if (dateShape(text) !== null) return 'a date is no number: give the number that the question asks for'
  if (/^\+\d/.test(text)) return 'leave out the plus sign'
  if (/^[\u2212\u2013\u2014]/.test(text)) return 'write the minus sign as -'
  if (/^-?\d+,\d/.test(text)) return 'write the decimals after a point'
  if (/^-?\.\d/.test(text)) return 'write a digit before the point'
  if (/^-?\d+\.(?!\d)/.test(text)) return 'write a digit after the point or leave it out'
  if (/^-?\d+\/0+(?!\d)/.test(text)) return 'a denominator of zero has no value'
  if (united && /^-?\d[\d./]*(?:[eE][+-]?\d+)?[^\d\s]/.test(text))
    return 'put one space between the number and the unit'
  if (united && /^-?\d\S*(?: {2}|[^\S ])/.test(text)) return 'put one space between the number and the unit'
  if (united && /^[^\d\s]+ ?-?\d/.test(text)) return 'put the unit behind the number'
  return null
}

/** For a text that says in other words that nothing is known. */
export function undeterminedHint(text: string): string | null {
  return NOT_KNOWN.test(text.trim()) ? 'send "unknown" where the claim cannot be determined' : null
}

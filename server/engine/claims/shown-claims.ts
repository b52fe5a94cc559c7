/**
 * The inputs of records, lists and codes as people see them: an absent record instead of its fields, a number of
 * entries, and a code instead of a missing number.
 */
import { Rational, toDouble } from '../../language/numeric/rational'
import { nearestLength } from '../../language/patterns/lengths'
import { type Input, isPart, NO_CODE, type TextKind } from '../../language/semantics/checked-input'
import type { Known, Value } from '../core/value'
import { ABSENT } from './claim-rules'

/** @returns false for an input that is not asked with these values, and for the second input of a claim with codes */
export function isAsked(input: Input, values: Known): boolean {
  if (isPart(input)) return false
  return (
    input.within?.every(({ input: outer, entry }) => {
      const value = values[outer] ?? null
      return value === null || (entry === null ? value === true : Number(value) >= entry)
    }) ?? true
  )
}

/**
 * Forgets the filler values of absent parts, so that a question about another record, list or number says what holds
 * for every value.
 */
export function withoutFillers(inputs: readonly Input[], known: Known): Known {
  if (inputs.every(({ form, within }) => form === undefined && within === undefined)) return known
  return known.map((value, index) => {
    const input = inputs[index]!
    const { form } = input
    const whole = form?.kind === 'code' || form?.kind === 'length' ? inputs[form.of]! : input
    // A code has no length.
    if (form?.kind === 'length' && isCodeOf(whole, known[form.of] ?? null)) return null
    return isAsked(whole, known) && codeIn(input, known) === null ? value : null
  })
}

/** The code that stands for the value of a claim, or null. */
export function codeIn(input: Input, values: Known): string | null {
  const code = input.form?.kind === 'coded' ? values[input.form.code] : null
  return typeof code === 'string' && code !== NO_CODE ? code : null
}

/** The kind of a text in words for people; null for a text or a code that the rules name, and for other claims. */
export function textKind({ form }: Input, value: Value, values: Known = []): string | null {
  if (form?.kind !== 'text') return null
  const kind = form.classes.find(({ member, literal }) => literal === null && member === value)
  return kind === undefined ? null : withLength(kind, form.length === null ? null : (values[form.length] ?? null))
}

/** "a text of 24 characters that matches uli". */
function withLength({ member, lengths }: TextKind, number: Value | null): string {
  if (!(number instanceof Rational)) return member
  const length = nearestLength(lengths, toDouble(number))
  const characters = length === 1 ? 'one character' : `${length} characters`
  if (length === 0) return `${member}, which is empty`
  return member.replace(/ text(?= |$)/, ` text of ${characters}`)
}

function isCodeOf({ form }: Input, value: Value | null): boolean {
  return form?.kind === 'text' && typeof value === 'string' && form.codes.includes(value)
}

/** "absent", "given" or "2 entries" for an optional record and for a list; null for other claims. */
export function groupValue({ form }: Input, value: Value): string | null {
  if (form?.kind === 'given') return value === true ? 'given' : ABSENT
  if (form?.kind !== 'count') return null
  return value === '1' ? '1 entry' : `${value} entries`
}

/**
 * Reads any submitted value (public/docs/language.md, "What may be submitted").
 *
 * This is the definition; a property test compares the binder's quick path with it.
 */

import { readSubmittedDate } from '../../language/numeric/calendar'
import { type InstantProblem, instantOf, readInstant } from '../../language/numeric/instant'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { add, compareRationals, fromInteger, isInteger, multiply, type Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import { dateShape, isoDate } from '../../language/syntax/date-shape'
import { Speller } from '../../language/text/nearest'
import type { UnitProblem } from '../../language/units/unit'
import type { Meter } from '../core/meter'
import type { RuleName } from './claim-rules'
import { BARE, BOOLEAN, type ClaimSlot, DATE, ENUM, TIMESTAMP, UNKNOWN, type UnitReader } from './claim-slot'
import { type BindLimits, numeralSteps, OverLimit, type Reading, Refused, Unbridged, unitSteps } from './reading'
import { quoteShort } from './received'
import type { TextReader } from './text-reader'

/** Comparing more members costs too much. */
const MAX_COMPARED_MEMBERS = 1_000

const MAX_HINTED_CHARS = 80
const GROUPED = /^[+-]?\d{1,3}(?:[,_' \u00a0\u2009\u202f]\d{3})+(?:\.\d+)?(?= |$)/
const NOT_KNOWN =
  /^(?:unknown|undetermined|not (?:known|stated|available|determined)|n\/?a|none|null|nil|nan|-+|\?+|)$/i

/** Mistakes that `else` does not take: a number outside its @range, or one whose unit a program forgot. */
const NEVER_OTHER: ReadonlySet<RuleName> = new Set(['range', 'unit_required'])

/** Longer numerals are metered first. */
export const EVERYDAY_NUMERAL_CHARS = 15

export class ClaimReader {
  constructor(
    private readonly limits: BindLimits,
    private readonly meter: Meter | null,
  ) {}

  /** @param value `undefined` if the claim is missing */
  read(slot: ClaimSlot, value: unknown): Reading {
    if (value === undefined) return new Refused('missing')
    if (value === null) return null
    if (value === UNKNOWN && !slot.unknownIsMember) return null
    if ((slot.kind === ENUM || slot.code !== null) && typeof value === 'string') {
      const member = slot.members.get(value)
      if (member !== undefined) return member
    }
    const over = this.tooLong(value)
    if (over !== null) return over
    const reading = this.readTyped(slot, value)
    const isOther = typeof value === 'string' && reading instanceof Refused && !NEVER_OTHER.has(reading.rule)
    return isOther && slot.otherwise !== null ? slot.otherwise : reading
  }

  private readTyped(slot: ClaimSlot, value: unknown): Reading {
    if (slot.texts !== null) return readText(slot.texts, value)
    if (slot.kind === BOOLEAN) return readBoolean(value)
    if (slot.kind === ENUM) return readMember(slot, value)
    if (slot.kind === DATE) return readDay(value)
    if (slot.kind === TIMESTAMP) return readTimestamp(value)
    return slot.kind === BARE ? this.readBare(slot, value) : this.readUnited(slot, slot.units!, value)
  }

  /** Applies `claim_value_bytes`, also to undeclared claims. */
  tooLong(value: unknown): OverLimit | null {
    const text = typeof value === 'string' ? value : value instanceof JsonNumber ? value.text : ''
    const limit = this.limits.claim_value_bytes
    // A UTF-16 unit takes at most three bytes.
    if (text.length * 3 <= limit) return null
    const actual = utf8Bytes(text)
    return actual > limit ? new OverLimit({ budget: 'claim_value_bytes', limit, actual }) : null
  }

  private readBare(slot: ClaimSlot, value: unknown): Reading {
    const text = numberText(value) ?? value
    if (typeof text !== 'string') return new Refused('type')
    const number = this.numeral(text)
    if (!(number instanceof Refused)) return number instanceof OverLimit ? number : inRange(number, slot.input)
    const space = text.indexOf(' ')
    if (space <= 0 || !startsUnit(text, space + 1) || this.numeral(text.slice(0, space)) instanceof Refused)
      return number
    return new Refused('unit_forbidden')
  }

  private readUnited(slot: ClaimSlot, units: UnitReader, value: unknown): Reading {
    if (numberText(value) !== null) return new Refused('unit_required')
    if (typeof value !== 'string') return new Refused('type')
    const space = value.indexOf(' ')
    const number = this.numeral(space === -1 ? value : value.slice(0, space))
    if (number instanceof OverLimit) return number
    if (number instanceof Refused) return new Refused('numeral', () => numeralHint(value, true))
    if (space === -1 || space === value.length - 1) return new Refused('unit_required')
    const suffix = value.slice(space)
    if (suffix === units.suffix || suffix === units.quotedSuffix) return inRange(number, slot.input)
    if (!hasUnitForm(suffix)) return new Refused('unit_known', () => numeralHint(value, true))
    this.meter?.spend(unitSteps(suffix))
    const unit = units.read(suffix)
    if ('problem' in unit) return new Refused('unit_known', () => unitHint(unit, value))
    const { relation } = unit
    if (relation.status === 'same') return inRange(number, slot.input)
    if (relation.status === 'convertible')
      return inRange(add(multiply(number, relation.factor), relation.offset), slot.input)
    return slot.input.range === null ? new Unbridged(unit.spelling) : new Refused('unit_convertible')
  }

  private numeral(text: string): Rational | Refused | OverLimit {
    const limit = this.limits.numeral_digits
    const long = text.length > EVERYDAY_NUMERAL_CHARS
    if (long) this.meter?.spend(numeralSteps(text, limit))
    const answer = parseNumeral(text, limit)
    if (isRational(answer)) {
      // 1e999 is a short text. Small numbers are free, as on the quick path.
      if (!long && answer.big !== null) this.meter?.spend(numeralSteps(text, limit))
      return answer
    }
    if (answer.problem === 'not a numeral') return new Refused('numeral', () => numeralHint(text, false))
    return new OverLimit({ budget: 'numeral_digits', limit, actual: answer.digits })
  }
}

/** Doubles come only from this process and are read as the JSON text that they print. */
export function numberText(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

function readBoolean(value: unknown): Reading {
  if (typeof value === 'boolean') return value
  return new Refused('type', () => {
    if (typeof value !== 'string') return null
    const word = value.trim().toLowerCase()
    if (word === 'true' || word === 'yes') return 'send true without quotes'
    if (word === 'false' || word === 'no') return 'send false without quotes'
    return undeterminedHint(value)
  })
}

function readText(texts: TextReader, value: unknown): Reading {
  return typeof value === 'string' ? texts.memberOf(value) : new Refused('type')
}

function readDay(value: unknown): Reading {
  if (typeof value !== 'string') return new Refused('type')
  const day = readSubmittedDate(value)
  return day === null ? new Refused('date', () => dateHint(value)) : fromInteger(day)
}

function dateHint(value: string): string | null {
  if (value.length > MAX_HINTED_CHARS) return null
  const trimmed = value.trim()
  if (NOT_KNOWN.test(trimmed)) return undeterminedHint(trimmed)
  if (/^\d{4}(-?)\d{2}\1\d{2}$/.test(trimmed))
    return trimmed === value ? 'the calendar has no such day' : 'leave out the white space around it'
  if (/^\d{4}-\d{2}-\d{2}T/.test(trimmed)) return `leave out the time of day: ${quoteShort(trimmed.slice(0, 10))}`
  const written = isoDate(trimmed)
  if (written !== null) return `write ${quoteShort(written)}`
  return dateShape(trimmed) === null ? null : 'write the year first, then month and day, with hyphens'
}

function readTimestamp(value: unknown): Reading {
  if (typeof value !== 'string') return new Refused('type')
  const instant = readInstant(value)
  return typeof instant === 'string' ? new Refused('timestamp', () => timestampHint(value, instant)) : instant
}

function timestampHint(value: string, problem: InstantProblem): string | null {
  if (value.length > MAX_HINTED_CHARS) return problem === 'long' ? HINTS.long : null
  const trimmed = value.trim()
  if (NOT_KNOWN.test(trimmed)) return undeterminedHint(trimmed)
  if (trimmed !== value && instantOf(trimmed) !== null) return 'leave out the white space around it'
  const right = trimmed
    .replace(/^(\d{4}-\d{2}-\d{2})[t ]/, '$1T')
    .replace(/ ?z$/i, 'Z')
    .replace(/ (?=[+-]\d{2}:\d{2}$)/, '')
  if (problem === 'form' && instantOf(right) !== null) return `write ${quoteShort(right)}`
  return problem === 'form' && right !== trimmed && readInstant(right) === 'offset' ? HINTS.offset : HINTS[problem]
}

const HINTS: Readonly<Record<InstantProblem, string | null>> = {
  form: null,
  date: 'add the time and the offset from UTC',
  offset: 'add the offset from UTC, such as +01:00, or Z for UTC',
  day: 'the calendar has no such day',
  midnight: 'write midnight as 00:00:00 of the next day',
  leap: 'write 59 seconds or 00 of the next minute: a leap second has no place of its own',
  time: 'hours go up to 23, minutes and seconds up to 59',
  far: 'an offset has hours up to 23 and minutes up to 59',
  year: 'in UTC it is not in the years 1 to 9999',
  long: 'give at most 100 decimals of a second',
}

function readMember(slot: ClaimSlot, value: unknown): Reading {
  if (typeof value !== 'string') return new Refused('type')
  const member = slot.memberIgnoringCase(value)
  if (member !== null) return member
  return new Refused('vocabulary', () => {
    const candidates = slot.members.size <= MAX_COMPARED_MEMBERS ? slot.members.keys() : []
    const nearest = new Speller().nearest(value, candidates)
    if (nearest !== null) return didYouMean(slot.members.get(nearest)!)
    return slot.unknownIsMember ? null : undeterminedHint(value)
  })
}

function inRange(value: Rational, { range, whole }: Input): Rational | Refused {
  if (whole && !isInteger(value)) return new Refused('whole')
  if (range === null || (compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0))
    return value
  return new Refused('range')
}

function didYouMean(spelling: string): string {
  return `did you mean ${quoteShort(spelling)}?`
}

function unitHint(problem: UnitProblem, value: string): string | null {
  if (problem.nearest === null) return numeralHint(value, true)
  return `write ${quoteShort(problem.nearest)} in place of ${quoteShort(problem.part)}`
}

/** ` USD` or ` "USD"` without other white space or quotes, like claim_schema. */
function hasUnitForm(suffix: string): boolean {
  return /^ (?:[^\s"]+|"[^\s"]+")$/.test(suffix)
}

function startsUnit(text: string, at: number): boolean {
  return at < text.length && !/[\s\d]/.test(text.charAt(at))
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/**
 * Null if the mistake is not obvious.
 * @param united whether a unit follows
 */
function numeralHint(text: string, united: boolean): string | null {
  if (text.length > MAX_HINTED_CHARS) return null
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

function undeterminedHint(text: string): string | null {
  return NOT_KNOWN.test(text.trim()) ? 'send "unknown" where the claim cannot be determined' : null
}

/**
 * The rules for submitted values (public/docs/language.md, "What may be submitted"). A failure's `expected` begins with
 * one of these texts, which validation_contract lists.
 */
import { EXAMPLE_INSTANT } from '../../language/numeric/instant'
import { printNumeral } from '../../language/numeric/numeral'
import { add, compareRationals, divide, floorOf, fromInteger, type Rational } from '../../language/numeric/rational'
import type { Input, Range } from '../../language/semantics/checked-input'
import { UNKNOWN, unknownIsMember } from './claim-slot'
import { quoteShort } from './received'

export type RuleName =
  | 'missing'
  | 'undeclared'
  | 'type'
  | 'vocabulary'
  | 'numeral'
  | 'unit_required'
  | 'unit_forbidden'
  | 'unit_known'
  | 'unit_convertible'
  | 'range'
  | 'date'
  | 'timestamp'
  | 'whole'

export interface ClaimRule {
  readonly rule: RuleName
  readonly expected: string
}

/** Belongs to no claim. */
export const UNDECLARED: ClaimRule = {
  rule: 'undeclared',
  expected: 'nothing under this name: the ruleset declares no such claim',
}

const NUMERAL =
  'digits with an optional leading minus, decimals (12.5), exponent (1.5e3) or fraction (7/3); no plus sign, no thousands separator'
const WHOLE_NUMERAL =
  'digits with an optional leading minus that make a whole number (12, not 12.5); no plus sign, no thousands separator'
const EXAMPLE_DATE = '"2026-01-31"'
const EXAMPLE_TIMESTAMP = `"${EXAMPLE_INSTANT}"`
const MAX_MEMBERS_SHOWN = 12

/** What an absent optional record is in a dictionary. */
export const ABSENT = 'absent'

export function claimRules(input: Input): readonly ClaimRule[] {
  const { type, form } = input
  if (form?.kind === 'count') return groupRules(expectedList(form))
  if (form?.kind === 'given') return groupRules(expectedRecord({ given: input, fields: null }))
  const or = `${codeEnding(input)}${undeterminedEnding(input)}`
  if (type.kind === 'boolean')
    return [
      { rule: 'missing', expected: `a value: true or false${or}` },
      { rule: 'type', expected: `a JSON boolean: true or false${or}` },
    ]
  if (type.kind === 'date')
    return [
      { rule: 'missing', expected: `a value: a date such as ${EXAMPLE_DATE}${or}` },
      { rule: 'type', expected: `a JSON string: a date such as ${EXAMPLE_DATE}${or}` },
      { rule: 'date', expected: `a day of the calendar, year-month-day with all digits, such as ${EXAMPLE_DATE}${or}` },
    ]
  if (type.kind === 'timestamp')
    return [
      { rule: 'missing', expected: `a value: a timestamp such as ${EXAMPLE_TIMESTAMP}${or}` },
      { rule: 'type', expected: `a JSON string: a timestamp such as ${EXAMPLE_TIMESTAMP}${or}` },
      {
        rule: 'timestamp',
        expected: `a day, a time and an offset from UTC, such as ${EXAMPLE_TIMESTAMP} or "2026-03-01T08:30:00Z"${or}`,
      },
    ]
  if (form?.kind === 'text')
    return [
      { rule: 'missing', expected: `a value: a text${or}` },
      { rule: 'type', expected: `a JSON string: a text${or}` },
    ]
  if (type.kind === 'enum') {
    const members = memberList(type.vocabulary)
    return [
      { rule: 'missing', expected: `a value: one of ${members}${or}` },
      { rule: 'type', expected: `a JSON string: one of ${members}${or}` },
      { rule: 'vocabulary', expected: `a member of the vocabulary: ${members}${or}` },
    ]
  }
  return input.unitSpelling === null ? bareRules(input, or) : unitedRules(input, input.unitSpelling, or)
}

/** @param fields null leaves their names out */
export function expectedRecord(record: {
  readonly given: Input | null
  readonly fields: ReadonlyMap<string, unknown> | null
}): string {
  const { given, fields } = record
  const names = fields === null ? 'its fields' : [...fields.keys()].join(', ')
  const absent = given === null ? '' : `, "${ABSENT}" if there is none`
  return `a JSON object with ${names}${absent}, or "${UNKNOWN}" where it cannot be determined`
}

export function expectedList({ upTo }: { readonly upTo: number }): string {
  const entries = upTo === 1 ? 'one entry' : `${upTo} entries`
  return `a JSON array with at most ${entries}, or "${UNKNOWN}" where it cannot be determined`
}

function groupRules(expected: string): readonly ClaimRule[] {
  return [{ rule: 'missing', expected: `a value: ${expected}` }]
}

/** `, or the code "NA"`. */
function codeEnding({ form, type }: Input): string {
  if (form?.kind === 'text') {
    if (form.codes.length === 0) return ''
  } else if (form?.kind !== 'coded' || type.kind === 'enum') return ''
  return form.codes.length === 1
    ? `, or the code ${quoteShort(form.codes[0]!)}`
    : `, or one of the codes ${memberList(form.codes)}`
}

export function expectedTextOf(input: Input, rule: RuleName): string {
  const claimRule = claimRules(input).find((candidate) => candidate.rule === rule)
  if (claimRule === undefined) throw new Error(`a ${input.type.kind} claim has no rule ${rule}`)
  return claimRule.expected
}

function bareRules(input: Input, or: string): ClaimRule[] {
  const example = exampleNumeral(input)
  const read = input.adoptedUnit === null ? '' : `, read in ${input.adoptedUnit.text}`
  const rules: ClaimRule[] = [
    { rule: 'missing', expected: `a value: a number such as ${example}${read}${or}` },
    { rule: 'type', expected: `a JSON number or a string that holds one, such as ${example}${read}${or}` },
    { rule: 'unit_forbidden', expected: `a number alone, with no unit, such as ${example}${read}` },
    { rule: 'numeral', expected: `a numeral: ${numeralOf(input)}${or}` },
  ]
  return [...rules, ...wholeRule(input), ...(input.range === null ? [] : [rangeRule(input, '')])]
}

function unitedRules(input: Input, unit: string, or: string): ClaimRule[] {
  const example = quoteShort(`${exampleNumeral(input)} ${unit}`)
  const rules: ClaimRule[] = [
    { rule: 'missing', expected: `a value: a string of number, space and unit such as ${example}${or}` },
    { rule: 'type', expected: `a JSON string of number, space and unit, such as ${example}${or}` },
    { rule: 'unit_required', expected: `a unit behind the number: a string such as ${example}` },
    { rule: 'numeral', expected: `a numeral before the unit: ${numeralOf(input)}${or}` },
    { rule: 'unit_known', expected: `a unit that the unit library knows, as in ${example}` },
  ]
  if (input.range === null) return [...rules, ...wholeRule(input)]
  return [
    ...rules,
    ...wholeRule(input),
    { rule: 'unit_convertible', expected: `a unit that converts to ${unit}, in which the range is given` },
    rangeRule(input, ` ${unit}`),
  ]
}

function numeralOf({ whole }: Input): string {
  return whole ? WHOLE_NUMERAL : NUMERAL
}

function wholeRule(input: Input): ClaimRule[] {
  if (!input.whole) return []
  const [number, unit] = [exampleNumeral(input), input.unitSpelling]
  const expected =
    unit === null
      ? `a whole number, such as ${number}`
      : `a whole number of ${unit}, such as ${quoteShort(`${number} ${unit}`)}`
  return [{ rule: 'whole', expected }]
}

function rangeRule(input: Input, unit: string): ClaimRule {
  const { min, max } = input.range!
  return { rule: 'range', expected: `a value from ${printNumeral(min)} to ${printNumeral(max)}${unit}` }
}

function undeterminedEnding(input: Input): string {
  return unknownIsMember(input)
    ? ', or null where it cannot be determined ("unknown" is a member here)'
    : ', or "unknown" where it cannot be determined'
}

function memberList(vocabulary: readonly string[]): string {
  const shown = vocabulary.slice(0, MAX_MEMBERS_SHOWN).map(quoteShort).join(', ')
  const more = vocabulary.length - MAX_MEMBERS_SHOWN
  return more > 0 ? `${shown} and ${more} more that claim_schema lists` : shown
}

const EVERYDAY = [fromInteger(12), fromInteger(1)]
const LONGEST_EXAMPLE_CHARS = 8

function exampleNumeral(input: Input): string {
  return printNumeral(exampleValue(input.range, input.whole))
}

/** Deterministic and inside the range; a small whole number if possible. */
export function exampleValue(range: Range | null, isWhole = false): Rational {
  if (range === null) return EVERYDAY[0]!
  const everyday = EVERYDAY.find(
    (value) => compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0,
  )
  if (everyday !== undefined) return everyday
  const middle = divide(add(range.min, range.max), fromInteger(2))!
  if (isWhole) return floorOf(middle)
  return printNumeral(middle).length <= LONGEST_EXAMPLE_CHARS ? middle : range.min
}

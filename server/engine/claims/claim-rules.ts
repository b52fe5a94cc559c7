/**
 * The rules for submitted values (public/docs/language.md, "What may be submitted"). A failure's `expected` begins with
 * one of these texts, which validation_contract lists.
 */
import { printNumeral } from '../../language/numeric/numeral'
import { add, compareRationals, divide, fromInteger, type Rational } from '../../language/numeric/rational'
import type { Input, Range } from '../../language/semantics/checked-ruleset'
import { unknownIsMember } from './claim-slot'
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
const MAX_MEMBERS_SHOWN = 12

export function claimRules(input: Input): readonly ClaimRule[] {
  const or = undeterminedEnding(input)
  const { type } = input
  if (type.kind === 'boolean')
    return [
      { rule: 'missing', expected: `a value: true or false${or}` },
      { rule: 'type', expected: `a JSON boolean: true or false${or}` },
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
    { rule: 'numeral', expected: `a numeral: ${NUMERAL}${or}` },
  ]
  return input.range === null ? rules : [...rules, rangeRule(input, '')]
}

function unitedRules(input: Input, unit: string, or: string): ClaimRule[] {
  const example = quoteShort(`${exampleNumeral(input)} ${unit}`)
  const rules: ClaimRule[] = [
    { rule: 'missing', expected: `a value: a string of number, space and unit such as ${example}${or}` },
    { rule: 'type', expected: `a JSON string of number, space and unit, such as ${example}${or}` },
    { rule: 'unit_required', expected: `a unit behind the number: a string such as ${example}` },
    { rule: 'numeral', expected: `a numeral before the unit: ${NUMERAL}${or}` },
    { rule: 'unit_known', expected: `a unit that the unit library knows, as in ${example}` },
  ]
  if (input.range === null) return rules
  return [
    ...rules,
    { rule: 'unit_convertible', expected: `a unit that converts to ${unit}, in which the range is given` },
    rangeRule(input, ` ${unit}`),
  ]
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
  return printNumeral(exampleValue(input.range))
}

/** Deterministic and inside the range; a small whole number if possible. */
export function exampleValue(range: Range | null): Rational {
  if (range === null) return EVERYDAY[0]!
  const everyday = EVERYDAY.find(
    (value) => compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0,
  )
  if (everyday !== undefined) return everyday
  const middle = divide(add(range.min, range.max), fromInteger(2))!
  return printNumeral(middle).length <= LONGEST_EXAMPLE_CHARS ? middle : range.min
}

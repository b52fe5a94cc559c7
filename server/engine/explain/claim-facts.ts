/**
 * Shared by manifest, prompts, schema and validation contract. JSON numbers hold both ends of `@range` exactly
 * (public/docs/language.md, "Annotations").
 */

import { printNumeral } from '../../language/numeric/numeral'
import {
  denominatorOf,
  divide,
  isInteger,
  numeratorOf,
  type Rational,
  subtract,
  toDouble,
} from '../../language/numeric/rational'
import type { CheckedRuleset, Input, Range } from '../../language/semantics/checked-ruleset'
import { isUnit, type UnitLibrary } from '../../language/units/unit-library'
import { exampleValue } from '../claims/claim-rules'
import { undeterminedValues } from '../claims/claim-slot'
import { capitalise, humaniseName } from './english/names'
import { quoteVisible } from './english/visible-text'
import { convertibleUnits, type DeclaredUnit, declaredUnitOf, sameUnit, unlistedUnit } from './unit-names'

export type DataType = 'boolean' | 'numeric' | 'enum'

export interface RangeBounds {
  readonly min: number
  readonly max: number
}

export function claimsOf(ruleset: CheckedRuleset): readonly Input[] {
  return ruleset.inputs.filter((input) => input.kind === 'claim')
}

export function rangeBounds(range: Range): RangeBounds {
  return { min: toDouble(range.min), max: toDouble(range.max) }
}

const MAX_MEMBERS = 12
const LONGEST_EXAMPLE_CHARS = 12
/** Relating units for the first time is slow. */
const MAX_UNITS_TRIED = 4

/** The author's `@ask`, or a standard question, on one line. */
export function questionOf(claim: Input): string {
  return claim.question ?? defaultQuestion(claim, claim.unitSpelling ?? claim.adoptedUnit?.text ?? null)
}

/** @param unit null asks for a bare number */
export function defaultQuestion(claim: Input, unit: string | null): string {
  const { type } = claim
  const subject = capitalise(humaniseName(claim.name) || claim.name)
  if (type.kind === 'boolean') return `${subject}: is this true?`
  if (type.kind === 'numeric')
    return unit === null ? `${subject}: what is the number?` : `${subject}: what is the value, in ${unit}?`
  if (type.vocabulary.length > MAX_MEMBERS) return `${subject}: which value of the vocabulary?`
  const members = type.vocabulary.map(quoteVisible).join(', ')
  return type.ordered
    ? `${subject}: which of these, from lowest to highest: ${members}?`
    : `${subject}: which of these: ${members}?`
}

/** Check accepts the example as it is (a test binds them all). */
export interface AcceptedForm {
  readonly form: string
  readonly example: boolean | number | string | null
}

/** Preferred form first; claim_schema accepts them all. */
export function valueForms(claim: Input): readonly AcceptedForm[] {
  const { type } = claim
  if (type.kind === 'boolean')
    return [
      { form: 'JSON true: it is so', example: true },
      { form: 'JSON false: it is not so', example: false },
    ]
  if (type.kind === 'enum')
    return [{ form: 'JSON string: a member of the vocabulary, spelt exactly so', example: type.vocabulary[0]! }]
  const value = exampleValue(claim.range)
  const decimal = printNumeral(value)
  const unit = claim.unitSpelling
  if (unit === null)
    return [
      { form: 'JSON number', example: toDouble(value) },
      { form: 'JSON string: a numeral', example: decimal },
      ...(claim.range === null ? [{ form: 'JSON string: a fraction', example: fractionText(value) }] : []),
    ]
  return [
    { form: 'JSON string: numeral, one space, unit', example: `${decimal} ${unit}` },
    { form: 'JSON string: numeral, one space, unit in double quotes', example: `${decimal} "${unit}"` },
    ...(claim.range === null
      ? [{ form: 'JSON string: fraction, one space, unit', example: `${fractionText(value)} ${unit}` }]
      : []),
  ]
}

/** Forms that check accepts but claim_schema does not. */
export function formsBeyondSchema(claim: Input, library: UnitLibrary): readonly AcceptedForm[] {
  const { type, range } = claim
  if (type.kind !== 'numeric') return []
  const declared = declaredUnitOf(claim)
  const value = exampleValue(range)
  if (range !== null) {
    const [behind, suffix] = declared === null ? ['', ''] : [', one space, unit', ` ${declared.spelling}`]
    return [
      { form: `JSON string: fraction${behind}`, example: `${fractionText(value)}${suffix}` },
      { form: `JSON string: numeral with an exponent${behind}`, example: `${printNumeral(value)}e0${suffix}` },
      ...(declared === null ? [] : inAnotherUnit(value, declared, library)),
    ]
  }
  if (declared === null) return []
  const unlisted = unlistedUnit(declared, convertibleUnits(declared))
  const form = `JSON string: numeral, one space, any other unit that the unit library knows, in double quotes or not; where it does not convert to ${declared.spelling}, assertions that need the claim answer UNKNOWN`
  return [{ form, example: `${printNumeral(value)} ${unlisted}` }]
}

function inAnotherUnit(value: Rational, declared: DeclaredUnit, library: UnitLibrary): readonly AcceptedForm[] {
  const same = sameUnit(declared)
  const others = convertibleUnits(declared).filter((name) => !same.includes(name))
  for (const name of others.slice(0, MAX_UNITS_TRIED)) {
    const unit = library.parse(name)
    if (!isUnit(unit)) continue
    const relation = library.relate(unit, declared.unit)
    if (relation.status !== 'convertible') continue
    const text = printNumeral(divide(subtract(value, relation.offset), relation.factor)!)
    if (text.length > LONGEST_EXAMPLE_CHARS || text.includes('/')) continue
    return [
      {
        form: `JSON string: numeral, one space, another unit that converts to ${declared.spelling}`,
        example: `${text} ${name}`,
      },
    ]
  }
  return []
}

export function undeterminedForms(claim: Input): readonly AcceptedForm[] {
  return undeterminedValues(claim).map((example) => ({
    form: example === null ? 'JSON null: undetermined' : 'the JSON string unknown: undetermined',
    example,
  }))
}

function fractionText(value: Rational): string {
  const scale = isInteger(value) ? 2n : 1n
  return `${numeratorOf(value) * scale}/${denominatorOf(value) * scale}`
}

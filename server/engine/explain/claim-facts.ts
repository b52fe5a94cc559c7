/**
 * Shared by manifest, prompts, schema and validation contract. JSON numbers hold both ends of `@range` exactly
 * (public/docs/language.md, "Annotations").
 */

import { EXAMPLE_INSTANT } from '../../language/numeric/instant'
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
import { type Input, isPart, type Range, type TextForm } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { isUnit, type UnitLibrary } from '../../language/units/unit-library'
import { ABSENT, exampleValue } from '../claims/claim-rules'
import { undeterminedValues } from '../claims/claim-slot'
import { quoteVisible } from './english/clause'
import { capitalise, humaniseName } from './english/names'
import { convertibleUnits, type DeclaredUnit, declaredUnitOf, sameUnit, unlistedUnit } from './unit-names'

/** A record is listed only if it is optional. */
export type DataType = 'boolean' | 'numeric' | 'date' | 'timestamp' | 'text' | 'enum' | 'list' | 'record'

export interface RangeBounds {
  readonly min: number
  readonly max: number
}

/**
 * The claims that people and programs know: fields of records by their paths, and the fields of all entries of a list
 * once, as `driver[].age`.
 */
export function claimsOf({ inputs }: Pick<CheckedRuleset, 'inputs'>): readonly Input[] {
  return inputs
    .filter(isShown)
    .map((input) => (input.name.includes('[') ? { ...input, name: publicName(input.name) } : input))
}

function isShown(input: Input): boolean {
  const { kind, name } = input
  return kind === 'claim' && !isPart(input) && !/\[(?!1\])/.test(name)
}

/** `driver[].age` for `driver[2].age`. */
export function publicName(name: string): string {
  return name.replace(/\[\d+\]/g, '[]')
}

export function dataTypeOf({ type, form }: Input): DataType {
  if (form?.kind === 'count') return 'list'
  if (form?.kind === 'text') return 'text'
  return form?.kind === 'given' ? 'record' : type.kind
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
  const subject = subjectOf(claim.name)
  if (claim.form?.kind === 'count') return `${subject}: which entries are there?`
  if (claim.form?.kind === 'given') return `${subject}: is there one, and what is known about it?`
  if (type.kind === 'boolean') return `${subject}: is this true?`
  if (type.kind === 'numeric')
    return unit === null ? `${subject}: what is the number?` : `${subject}: what is the value, in ${unit}?`
  if (type.kind === 'date') return `${subject}: which date?`
  if (type.kind === 'timestamp') return `${subject}: which day and time, with the offset from UTC?`
  if (claim.form?.kind === 'text') return `${subject}: what is written?`
  if (type.vocabulary.length > MAX_MEMBERS) return `${subject}: which value of the vocabulary?`
  const members = type.vocabulary.map(quoteVisible).join(', ')
  return type.ordered
    ? `${subject}: which of these, from lowest to highest: ${members}?`
    : `${subject}: which of these: ${members}?`
}

/** "Driver, age" for `driver[].age`. */
export function subjectOf(name: string): string {
  const words = name.split('.').map(
    (part) =>
      humaniseName(
        part
          .replace(/\[(\d*)\]/, ' $1')
          .trim()
          .replaceAll(' ', '_'),
      ) || part,
  )
  return capitalise(words.filter((word) => word !== '').join(', ')) || name
}

/** Check accepts the example as it is (a test binds them all). */
export interface AcceptedForm {
  readonly form: string
  readonly example: boolean | number | string | null | readonly never[]
}

/** Preferred form first; claim_schema accepts them all. */
export function valueForms(claim: Input): readonly AcceptedForm[] {
  return [...typedForms(claim), ...codeForms(claim)]
}

function codeForms({ form, unitSpelling }: Input): readonly AcceptedForm[] {
  if (form?.kind === 'text')
    return form.codes
      .slice(0, 1)
      .map((example) => ({ form: 'JSON string: a code of the claim, spelt exactly so', example }))
  if (form?.kind === 'coded')
    return [
      { form: 'JSON string: a code of the claim, spelt exactly so', example: form.codes[0]! },
      ...(form.otherwise === null
        ? []
        : [
            {
              form: `JSON string: every other text${unitSpelling === null ? '' : ', except a number without its unit,'} counts as ${quoteVisible(form.otherwise)}`,
              example: 'anything',
            },
          ]),
    ]
  if (form?.kind !== 'else') return []
  return [{ form: `JSON string: every other text counts as ${quoteVisible(form.otherwise)}`, example: 'anything' }]
}

function typedForms(claim: Input): readonly AcceptedForm[] {
  const { type, form } = claim
  if (form?.kind === 'count') return [{ form: `JSON array: at most ${form.upTo} entries`, example: [] }]
  if (form?.kind === 'given') return [{ form: 'JSON object: the fields', example: ABSENT }]
  if (type.kind === 'boolean')
    return [
      { form: 'JSON true: it is so', example: true },
      { form: 'JSON false: it is not so', example: false },
    ]
  if (type.kind === 'date')
    return [{ form: 'JSON string: year, month and day with hyphens, as in ISO 8601', example: '2026-01-31' }]
  if (type.kind === 'timestamp')
    return [
      { form: 'JSON string: day, time and offset from UTC, as in ISO 8601', example: EXAMPLE_INSTANT },
      { form: 'JSON string: day and time in UTC, with Z', example: '2026-03-01T08:30:00Z' },
    ]
  if (form?.kind === 'text') return [{ form: 'JSON string: the text as it stands', example: exampleText(form) }]
  if (type.kind === 'enum' && claim.ignoringCase)
    return [{ form: 'JSON string: a member of the vocabulary, in any case', example: type.vocabulary[0]! }]
  if (type.kind === 'enum')
    return [{ form: 'JSON string: a member of the vocabulary, spelt exactly so', example: type.vocabulary[0]! }]
  const value = exampleValue(claim.range, claim.whole)
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

/** A text of every ruleset, unless it is a code. */
function exampleText({ codes }: TextForm): string {
  return ['as it stands', 'the text', 'a text'].find((text) => !codes.includes(text)) ?? 'any text'
}

/** Forms that check accepts but claim_schema does not. */
export function formsBeyondSchema(claim: Input, library: UnitLibrary): readonly AcceptedForm[] {
  const { type, range } = claim
  if (type.kind === 'timestamp')
    return [
      { form: 'JSON string: in the years 1 and 9999 also another offset', example: '9999-12-31T23:30:00+01:00' },
      { form: 'JSON string: in UTC, with a fraction of a second behind it', example: '2026-03-01T08:30:05Z + 2/7 s' },
    ]
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

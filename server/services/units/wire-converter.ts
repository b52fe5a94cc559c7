import { type FieldFailure, Refusal } from '../../api/refusal'
import type { StoredConverter } from '../../database/units/unit-libraries'
import type { JsonNumber } from '../../language/numeric/lossless-json'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { type Rational, toDouble, ZERO } from '../../language/numeric/rational'
import { mendedUnit } from '../../language/units/bridge'
import { admitConverter, type ConverterProblem, isConverter } from '../../language/units/proposed-converter'
import type { Converter } from '../../language/units/unit'
import { builtInLibrary } from '../../language/units/unit-library'
import type { RequestOf } from '../calls/call-context'
import { demandCharacters } from '../library/store-refusal'

export interface ConverterLimits {
  readonly numeral_digits: number
  readonly attribution_chars: number
}

type ConverterRequest = RequestOf<'addConverter'>

/** Control characters and marks that move or hide text. */
const UNREADABLE_CHARACTERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

const FIELDS = { from: 'from_unit', to: 'to_unit', factor: 'factor', offset: 'offset' } as const

/** @throws Refusal BUDGET_EXCEEDED before any other work, BAD_REQUEST with every failing field */
export function readConverter(request: ConverterRequest, limits: ConverterLimits): Converter {
  const factor = readExactNumber('factor', request.factor, limits.numeral_digits)
  const offset =
    request.offset === null || request.offset === undefined
      ? ZERO
      : readExactNumber('offset', request.offset, limits.numeral_digits)
  const { attribution } = request
  demandCharacters('attribution', attribution ?? '', 'attribution_chars', limits.attribution_chars)
  const admitted = admitConverter({ from: request.from_unit, to: request.to_unit, factor, offset })
  const failures = isConverter(admitted) ? [] : admitted.map((problem) => failureOf(problem, request))
  if (UNREADABLE_CHARACTERS.test(attribution ?? ''))
    failures.push({
      field: 'attribution',
      expected: 'one line of text without control characters',
      received: `the string ${JSON.stringify(attribution)}`,
    })
  if (failures.length > 0 || !isConverter(admitted)) throw converterRefusal(failures)
  return admitted
}

function readExactNumber(field: string, { text }: JsonNumber, limit: number): Rational {
  const value = parseNumeral(text, limit)
  if (isRational(value)) return value
  if (value.problem === 'not a numeral') throw new Error(`a JSON number reads ${text}, which is not a numeral`)
  throw new Refusal(
    'BUDGET_EXCEEDED',
    `\`${field}\` has ${value.digits} digits once its exponent is expanded; at most ${limit} are allowed.`,
    { budget: 'numeral_digits', limit, actual: value.digits },
  )
}

function converterRefusal(failures: readonly FieldFailure[]): Refusal {
  const list = failures.map(({ field, expected }) => `${field}: expected ${expected}`).join('; ')
  return new Refusal('BAD_REQUEST', `The converter cannot be added. ${list}.`, {
    failures,
    failure_count: failures.length,
  })
}

function failureOf(problem: ConverterProblem, request: ConverterRequest): FieldFailure {
  const field = FIELDS[problem.field]
  const value = request[field]
  const received =
    typeof value === 'string'
      ? `the string ${JSON.stringify(value)}`
      : `the number ${shortenNumeral(value?.text ?? '0')}`
  return { field, expected: describeExpectation(problem, typeof value === 'string' ? value : ''), received }
}

/** @param text the unit as sent */
function describeExpectation(problem: ConverterProblem, text: string): string {
  switch (problem.problem) {
    case 'no unit': {
      const { why } = problem
      const wrong =
        why.problem === 'malformed'
          ? `${JSON.stringify(why.part)} cannot be read`
          : `they have no ${JSON.stringify(why.part)}`
      const meant = mendedUnit(builtInLibrary(), text)
      const offer = meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`
      return `a unit of the built-in standards such as "kg", "m/s" or "USD/mo": ${wrong}${offer}`
    }
    case 'same unit':
      return `another unit than from_unit: both are ${problem.unit}`
    case 'built in':
      return `a unit that the built-in standards do not convert from_unit to already (${problem.path.join(', ')}): a converter never changes those`
    case 'not above zero':
      return 'a number above zero'
    case 'compound unit':
      return `no offset, or 0: an offset joins simple units only, and ${problem.unit} is compound`
  }
}

function shortenNumeral(numeral: string): string {
  return numeral.length <= 80 ? numeral : `${numeral.slice(0, 79)}…`
}

/** The texts are exact; the numbers are the nearest doubles. */
export function toWireConverter(converter: StoredConverter) {
  const { fromUnit, toUnit, factor, offset, attribution, addedAt, addedBy } = converter
  return {
    from_unit: fromUnit,
    to_unit: toUnit,
    factor: nearestDouble(factor),
    factor_exact: factor,
    offset: nearestDouble(offset),
    offset_exact: offset,
    attribution,
    added_at: addedAt.toISOString(),
    added_by: addedBy,
  }
}

/** Limited to the largest double. A long decimal costs no more than its length. */
function nearestDouble(numeral: string): number {
  if (!numeral.includes('/')) return Math.max(-Number.MAX_VALUE, Math.min(Number(numeral), Number.MAX_VALUE)) + 0
  const value = parseNumeral(numeral, Number.MAX_SAFE_INTEGER)
  if (!isRational(value)) throw new Error(`a stored converter holds ${numeral}, which is not a numeral`)
  return toDouble(value)
}

/**
 * The forms in which a claim may be submitted, each with an example to copy.
 *
 * Promises: check accepts every example as it stands (a test binds them all).
 */
import { printNumeral } from '../../language/numeric/numeral'
import { denominator, isInteger, numerator, type Rational, toDouble } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-ruleset'
import { exampleValue } from '../claims/claim-rules'
import { undeterminedValues } from '../claims/claim-slot'

export interface AcceptedForm {
  readonly form: string
  readonly example: boolean | number | string | null
}

/** How a value is written, the form to prefer first. */
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
  if (claim.declaredUnit === null)
    return [
      { form: 'JSON number', example: toDouble(value) },
      { form: 'JSON string: a numeral', example: decimal },
      { form: 'JSON string: a fraction', example: fraction(value) },
    ]
  const unit = claim.declaredUnit.text
  return [
    { form: 'JSON string: numeral, one space, unit', example: `${decimal} ${unit}` },
    { form: 'JSON string: numeral, one space, unit in double quotes', example: `${decimal} "${unit}"` },
    { form: 'JSON string: fraction, one space, unit', example: `${fraction(value)} ${unit}` },
  ]
}

/** How it is said that the claim could not be determined. */
export function undeterminedForms(claim: Input): readonly AcceptedForm[] {
  return undeterminedValues(claim).map((example) => ({
    form: example === null ? 'JSON null: undetermined' : 'the JSON string unknown: undetermined',
    example,
  }))
}

/** The same value as `n/d`. */
function fraction(value: Rational): string {
  const scale = isInteger(value) ? 2n : 1n
  return `${numerator(value) * scale}/${denominator(value) * scale}`
}

/**
 * How an extracting model writes the value of one claim.
 *
 * Promises: every value that stands in the text as an example is accepted by check as it stands. Never tells a model
 * to convert, round or adjust: check converts, exactly, and a value out of range is for a person to see.
 */
import { printNumeral } from '../../language/numeric/numeral'
import type { Input } from '../../language/semantics/checked-ruleset'
import { unknownIsMember } from '../claims/claim-slot'
import { valueForms } from './accepted-forms'

const MAX_MEMBERS = 50

export function answerFormat(claim: Input): string {
  const { type } = claim
  if (type.kind === 'boolean') return 'Answer with JSON true or JSON false, without quotes.'
  if (type.kind === 'enum') return memberFormat(type.vocabulary, type.ordered)
  const [first, second] = valueForms(claim).map((form) => JSON.stringify(form.example))
  if (claim.declaredUnit !== null) {
    const unit = claim.declaredUnit.text
    return `Answer with one JSON string: the number, one space, the unit, such as ${first}. ${unit} is the expected unit; if the text uses another one, keep the number and the unit of the text and convert nothing. ${PLAIN}${rangeFormat(claim, ` ${unit}`)}`
  }
  const read =
    claim.adoptedUnit === null
      ? ''
      : ` The number is read in ${claim.adoptedUnit.text}; if the text gives it in another unit, convert nothing and treat it as undetermined.`
  return `Answer with a JSON number, such as ${first}, or a JSON string that holds one, such as ${second}; write no unit.${read} ${PLAIN}${rangeFormat(claim, '')}`
}

/** What to do where the text does not say. */
export function unknownRule(claim: Input): string {
  const answer = unknownIsMember(claim)
    ? 'answer JSON null (the string "unknown" is a member of the vocabulary and means that member)'
    : 'answer the JSON string "unknown"'
  return `Use only what the text states. If it does not state this, or states it in a way that leaves the value open, ${answer}. Never guess, never take a usual value, never leave the claim out.`
}

const PLAIN =
  'Write plain digits with an optional minus and a decimal point: no thousands separator, no plus sign, no rounding.'

function memberFormat(vocabulary: readonly string[], ordered: boolean): string {
  const order = ordered ? ' They are written from lowest to highest.' : ''
  if (vocabulary.length > MAX_MEMBERS)
    return `Answer with exactly one of the JSON strings in this prompt's vocabulary, spelt as it stands there.${order}`
  const members = vocabulary.map((member) => JSON.stringify(member)).join(', ')
  return `Answer with exactly one of these JSON strings, spelt as it stands: ${members}.${order}`
}

function rangeFormat(claim: Input, unit: string): string {
  if (claim.range === null) return ''
  return ` Values from ${printNumeral(claim.range.min)} to ${printNumeral(claim.range.max)}${unit} are expected; if the text states one outside, answer it unchanged.`
}

import type { Checked } from '../../language/semantics/checked-ruleset'
import type { Limit } from '../answer'
import { WHY_NOT_DECIDED } from '../open-questions'
import type { Open } from './explanation-result'
import type { Missing } from './values-along'

const WHY_MISSING: Readonly<Record<Exclude<Missing, Exclude<Limit, 'irrational' | 'incomplete'>>, string>> = {
  repeating: 'such values repeat without end, or too often for a list',
  irrational: 'they end at irrational numbers, which no claim can have as its value',
  incomplete:
    'the arithmetic is beyond what is worked out exactly. Simplify products and quotients of claims, and conditions that are nested deep',
  questions: 'there are too many cases. Send a dictionary with more known values',
}

function whyMissing(missing: Missing): string {
  switch (missing) {
    case 'repeating':
    case 'irrational':
    case 'incomplete':
    case 'questions':
      return WHY_MISSING[missing]
    default:
      return WHY_NOT_DECIDED[missing]
  }
}

/** Other values may hold. Unless they only cannot be listed, one may be nearer. */
export function moreValuesHold(claim: string, assertions: readonly string[], missing: Missing): Open {
  const subject = assertions.length === 1 ? `“${assertions[0]!}”` : 'all assertions'
  const isListed = missing === 'repeating' || missing === 'irrational'
  const question = `which other values of ${claim} would make ${subject} hold`
  const nearer = isListed ? '' : ', nor whether a nearer value would do'
  const sentence = `It is not ${isListed ? 'listed' : 'decided'} ${question}${nearer}: ${whyMissing(missing)}.`
  return { question, assertions, budget: missing, sentence }
}

/** Says that more values may settle an UNKNOWN answer. */
export function moreValuesSettle(claim: string, assertion: string, holds: boolean, missing: Missing): Open {
  const question = `which values of ${claim} settle “${assertion}” as ${holds ? 'TRUE' : 'FALSE'}`
  const verb = missing === 'repeating' || missing === 'irrational' ? 'listed' : 'decided'
  return {
    question,
    assertions: [assertion],
    budget: missing,
    sentence: `It is not ${verb} ${question}: ${whyMissing(missing)}.`,
  }
}

/** Says that other claims, equally few, may be enough too. */
export function otherClaimsUndecided(claims: string, assertions: readonly string[], limit: Limit | 'questions'): Open {
  const subject = assertions.length === 1 ? `“${assertions[0]!}”` : 'all assertions'
  const question = `whether other values of ${claims} would make ${subject} hold`
  return { question, assertions, budget: limit, sentence: `It is not decided ${question}: ${whyMissing(limit)}.` }
}

export function partsUndecided(
  assertion: string,
  parts: ReadonlyMap<Checked, Limit>,
  textOf: (part: Checked) => string,
): readonly Open[] {
  const [first] = parts
  if (first === undefined) return []
  const [part, limit] = first
  const more = parts.size === 1 ? '' : ` and ${parts.size - 1} more`
  const question = `what \`${textOf(part)}\`${more} in “${assertion}” can come to`
  return [
    {
      question,
      assertions: [assertion],
      budget: limit,
      sentence: `It is not decided ${question}: ${WHY_NOT_DECIDED[limit]}.`,
    },
  ]
}

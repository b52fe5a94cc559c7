import { describeValue } from '../../api/field-failures'
import { MAX_FAILURES } from '../../api/read-request'
import { Refusal } from '../../api/refusal'

export interface MisnamedField {
  /** Path in the request, such as `fixed.1`. */
  readonly field: string
  /** Such as “the name of a claim of the ruleset”. */
  readonly expected: string
  readonly name: string
}

/** Fields named in the sentence. */
const MAX_NAMED_FIELDS = 3

/** @param fields at least one */
export function notInRuleset(fields: readonly MisnamedField[]): Refusal {
  const listed = fields.slice(0, MAX_FAILURES)
  const words = listed.slice(0, MAX_NAMED_FIELDS).map(({ field, expected }) => `${field} should be ${expected}`)
  const more = fields.length > MAX_NAMED_FIELDS ? `; and ${fields.length - MAX_NAMED_FIELDS} more` : ''
  const cut = fields.length > listed.length ? ` The first ${MAX_FAILURES} are listed.` : ''
  return new Refusal('BAD_REQUEST', `The request does not fit the ruleset: ${words.join('; ')}${more}.${cut}`, {
    failures: listed.map(({ field, expected, name }) => ({ field, expected, received: describeValue(name) })),
    failure_count: fields.length,
  })
}

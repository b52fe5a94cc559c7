/**
 * A JSON Schema of the claim dictionary, for any validator and for structured output of a model.
 *
 * Promises: accepts everything that check accepts (a property test compares it with the binder on random rulesets).
 * Refuses missing and undeclared claims, wrong types, strings that are no member, malformed numerals, a missing unit
 * and a unit that does not belong. What only check can know stands in validation_contract. Every pattern is matched in
 * linear time: no character can be consumed in two ways.
 */
import type { CheckedRuleset, Input } from '../../language/semantics/checked-ruleset'
import { memberSpellings, UNKNOWN, undeterminedValues } from '../claims/claim-slot'
import { claimsOf, questionOf, rangeBounds, undeterminedForms, valueForms } from './claim-facts'

export interface ClaimValueSchema {
  readonly description: string
  readonly type: readonly ('boolean' | 'number' | 'string' | 'null')[]
  readonly enum?: readonly (boolean | string | null)[]
  /** Holds strings alone. */
  readonly pattern?: string
  /** `minimum` and `maximum` hold numbers alone. */
  readonly minimum?: number
  readonly maximum?: number
  readonly examples: readonly (boolean | number | string | null)[]
}

export interface ClaimSchema {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema'
  readonly title: string
  readonly description: string
  readonly type: 'object'
  readonly properties: Readonly<Record<string, ClaimValueSchema>>
  /** Holds a claim named `__proto__`, which validators leave out of `properties` to protect themselves. */
  readonly patternProperties?: Readonly<Record<string, ClaimValueSchema>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

const NUMERAL = '-?[0-9]+((\\.[0-9]+)?([eE][+-]?[0-9]+)?|/0*[1-9][0-9]*)'
const UNIT = '([^\\s"]+|"[^\\s"]+")'
const GUARDED = '__proto__'

export function claimSchema(ruleset: CheckedRuleset): ClaimSchema {
  const claims = claimsOf(ruleset)
  const guarded = claims.find((claim) => claim.name === GUARDED)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Claim dictionary',
    description: 'One member for each claim of the ruleset; a claim that cannot be determined is never left out.',
    type: 'object',
    properties: Object.fromEntries(
      claims.filter((claim) => claim !== guarded).map((claim) => [claim.name, valueSchema(claim)]),
    ),
    ...(guarded === undefined ? {} : { patternProperties: { [`^${GUARDED}$`]: valueSchema(guarded) } }),
    required: claims.map((claim) => claim.name),
    additionalProperties: false,
  }
}

function valueSchema(claim: Input): ClaimValueSchema {
  const description = claim.context === null ? questionOf(claim) : `${questionOf(claim)} ${claim.context}`
  const examples = [valueForms(claim)[0]!.example, undeterminedForms(claim)[0]!.example]
  const { type } = claim
  if (type.kind === 'boolean')
    return {
      description,
      type: ['boolean', 'string', 'null'],
      enum: [true, false, ...undeterminedValues(claim)],
      examples,
    }
  if (type.kind === 'enum') {
    const spellings = [...memberSpellings(type.vocabulary).keys()]
    return { description, type: ['string', 'null'], enum: [...spellings, ...undeterminedValues(claim)], examples }
  }
  if (claim.unitSpelling !== null)
    return { description, type: ['string', 'null'], pattern: `^(${UNKNOWN}|${NUMERAL} ${UNIT})$`, examples }
  const bounds = claim.range === null ? null : rangeBounds(claim.range)
  return {
    description,
    type: ['number', 'string', 'null'],
    pattern: `^(${UNKNOWN}|${NUMERAL})$`,
    ...(bounds === null ? {} : { minimum: bounds.min, maximum: bounds.max }),
    examples,
  }
}

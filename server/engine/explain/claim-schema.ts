/**
 * A JSON Schema for validators and for structured output. It accepts nothing that check rejects for unit, range or
 * shape, with JSON numbers compared as doubles (a property test compares both). It omits forms with very long patterns;
 * validation_contract lists them. Every pattern matches in linear time.
 */
import type { CheckedRuleset, Input } from '../../language/semantics/checked-ruleset'
import { memberSpellings, UNKNOWN, undeterminedValues } from '../claims/claim-slot'
import { claimsOf, questionOf, rangeBounds, undeterminedForms, valueForms } from './claim-facts'
import { decimalRangePattern } from './decimal-range'
import { convertibleUnits, type DeclaredUnit, declaredUnitOf, sameUnit } from './unit-names'

export interface ClaimValueSchema {
  readonly description: string
  readonly type: readonly ('boolean' | 'number' | 'string' | 'null')[]
  readonly enum?: readonly (boolean | string | null)[]
  /** Applies only to strings. */
  readonly pattern?: string
  /** `minimum` and `maximum` apply only to numbers. */
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
  /** For a claim named `__proto__`, which validators ignore in `properties` to protect themselves. */
  readonly patternProperties?: Readonly<Record<string, ClaimValueSchema>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

const NUMERAL = '-?[0-9]+((\\.[0-9]+)?([eE][+-]?[0-9]+)?|/0*[1-9][0-9]*)'
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
  const { range } = claim
  const declared = declaredUnitOf(claim)
  const numeral = range === null ? NUMERAL : decimalRangePattern(range)
  if (declared !== null) {
    const units = range === null ? convertibleUnits(declared) : sameUnit(declared)
    const pattern = `^(${UNKNOWN}|${numeral} ${unitPattern(declared, units)})$`
    return { description, type: ['string', 'null'], pattern, examples }
  }
  const bounds = range === null ? null : rangeBounds(range)
  return {
    description,
    type: ['number', 'string', 'null'],
    pattern: `^(${UNKNOWN}|${numeral})$`,
    ...(bounds === null ? {} : { minimum: bounds.min, maximum: bounds.max }),
    examples,
  }
}

function unitPattern({ spelling }: DeclaredUnit, units: readonly string[]): string {
  return `(${[...units, `"${spelling}"`].map(escapeRegExp).join('|')})`
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

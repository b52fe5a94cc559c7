/**
 * A JSON Schema for validators and for structured output. It accepts nothing that check rejects for unit, range or
 * shape, with JSON numbers compared as doubles (a property test compares both). It omits forms with very long patterns;
 * validation_contract lists them. Every pattern matches in linear time.
 */
import { closeUnderCase } from '../../language/patterns/case-folding'
import { single } from '../../language/patterns/char-set'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { ABSENT } from '../claims/claim-rules'
import { memberSpellings, UNKNOWN, undeterminedValues } from '../claims/claim-slot'
import { type ClaimNode, claimTree } from '../claims/claim-tree'
import { type AcceptedForm, publicName, questionOf, rangeBounds, undeterminedForms, valueForms } from './claim-facts'
import { decimalRangePattern } from './decimal-range'
import { convertibleUnits, type DeclaredUnit, declaredUnitOf, sameUnit } from './unit-names'

export interface ClaimValueSchema {
  readonly description: string
  readonly type: readonly ('boolean' | 'number' | 'integer' | 'string' | 'null' | 'object' | 'array')[]
  readonly enum?: readonly (boolean | string | null)[]
  /** Applies only to strings. */
  readonly pattern?: string
  /** Texts that are not accepted although they match: those that match this pattern and are not in `not`. */
  readonly not?: {
    readonly type: 'string'
    readonly pattern: string
    readonly not?: { readonly enum: readonly string[] }
  }
  /** `minimum` and `maximum` apply only to numbers. */
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly AcceptedForm['example'][]
  /** The fields of a record. */
  readonly properties?: Readonly<Record<string, ClaimValueSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  /** The entries of a list. */
  readonly items?: ClaimValueSchema
  readonly maxItems?: number
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
const WITHOUT_UNIT = `^${NUMERAL} ?$`
/** A whole number may have zeros after the point. */
const WHOLE_NUMERAL = '-?[0-9]+(\\.0+)?'
const YEAR = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])'
/** The last two digits of the leap years of a century, but for 00. */
const BY_FOUR = '(0[48]|[2468][048]|[13579][26])'
const LEAP_YEAR = `([0-9]{2}${BY_FOUR}|${BY_FOUR}00)`
/** The days of every year. */
const YEARLY = '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))'
/** Exactly the days of the calendar. */
const DATE_PATTERN = `(${datePattern('-')}|${datePattern('')})`
/** The years 2 to 9998, in which every offset leads to an instant that a claim can hold. */
const INNER_YEAR = '([1-8][0-9]{3}|9([0-8][0-9]{2}|9([0-8][0-9]|9[0-8]))|0[1-9][0-9]{2}|00[1-9][0-9]|000[2-9])'
const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9]'
/** Check accepts a few more, in the outermost years. */
const TIMESTAMP_PATTERN = `((${INNER_YEAR}-${YEARLY}|${LEAP_YEAR}-02-29)T${CLOCK}(:[0-5][0-9](\\.[0-9]{1,100})?)?(Z|[+-]${CLOCK})|(0001|9999)-${YEARLY}T${CLOCK}(:[0-5][0-9])?Z)`
const GUARDED = '__proto__'

export function claimSchema(ruleset: CheckedRuleset): ClaimSchema {
  const claims = [...claimTree(ruleset.inputs)]
  const guarded = claims.find(([name]) => name === GUARDED)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Claim dictionary',
    description: 'One member for each claim of the ruleset; a claim that cannot be determined is never left out.',
    type: 'object',
    properties: Object.fromEntries(
      claims.filter((claim) => claim !== guarded).map(([name, node]) => [name, nodeSchema(node, name)]),
    ),
    ...(guarded === undefined ? {} : { patternProperties: { [`^${GUARDED}$`]: nodeSchema(guarded[1], GUARDED) } }),
    required: claims.map(([name]) => name),
    additionalProperties: false,
  }
}

function nodeSchema(node: ClaimNode, path: string): ClaimValueSchema {
  if (node.kind === 'value') return valueSchema({ ...node.input, name: publicName(node.input.name) })
  if (node.kind === 'list') {
    const [entry] = node.entries
    const description = describeClaim(node.count)
    const type = ['array', 'string', 'null'] as const
    const items = entry === undefined ? {} : { items: nodeSchema(entry, `${path}[]`) }
    return { description, type, pattern: `^${UNKNOWN}$`, maxItems: node.upTo, ...items }
  }
  const { given, fields } = node
  const description = given === null ? `${path}: a record.` : describeClaim(given)
  return {
    description,
    type: ['object', 'string', 'null'],
    pattern: given === null ? `^${UNKNOWN}$` : `^(${UNKNOWN}|${ABSENT})$`,
    properties: Object.fromEntries([...fields].map(([name, field]) => [name, nodeSchema(field, `${path}.${name}`)])),
    required: [...fields.keys()],
    additionalProperties: false,
  }
}

function describeClaim(claim: Input): string {
  return claim.context === null ? questionOf(claim) : `${questionOf(claim)} ${claim.context}`
}

function valueSchema(claim: Input): ClaimValueSchema {
  const description = describeClaim(claim)
  if (claim.form?.kind === 'coded' && claim.form.otherwise !== null) return anyText(claim, description)
  const examples = [valueForms(claim)[0]!.example, undeterminedForms(claim)[0]!.example]
  const { type } = claim
  if (type.kind === 'boolean')
    return {
      description,
      type: ['boolean', 'string', 'null'],
      enum: [true, false, ...undeterminedValues(claim)],
      examples,
    }
  if (claim.form?.kind === 'else' || claim.form?.kind === 'text') return anyText(claim, description)
  const codes = [...memberSpellings(claim.form?.kind === 'coded' ? claim.form.codes : []).keys()].map(escapeRegExp)
  if (type.kind === 'enum') {
    if (claim.ignoringCase) {
      const members = type.vocabulary.map(anyCasePattern)
      const unknown = undeterminedValues(claim).includes(UNKNOWN) ? [UNKNOWN] : []
      return { description, type: ['string', 'null'], pattern: `^(${[...unknown, ...members].join('|')})$`, examples }
    }
    const spellings = [...memberSpellings(type.vocabulary).keys()]
    return { description, type: ['string', 'null'], enum: [...spellings, ...undeterminedValues(claim)], examples }
  }
  if (type.kind === 'date') {
    const pattern = `^(${[UNKNOWN, ...codes, DATE_PATTERN].join('|')})$`
    return { description, type: ['string', 'null'], pattern, examples }
  }
  if (type.kind === 'timestamp') {
    const pattern = `^(${[UNKNOWN, ...codes, TIMESTAMP_PATTERN].join('|')})$`
    return { description, type: ['string', 'null'], pattern, examples }
  }
  const { range } = claim
  const declared = declaredUnitOf(claim)
  const any = claim.whole ? WHOLE_NUMERAL : NUMERAL
  const numeral = range === null ? any : decimalRangePattern(range)
  const words = [UNKNOWN, ...codes].join('|')
  if (declared !== null) {
    const units = range === null ? convertibleUnits(declared) : sameUnit(declared)
    const pattern = `^(${words}|${numeral} ${unitPattern(declared, units)})$`
    return { description, type: ['string', 'null'], pattern, examples }
  }
  const bounds = range === null ? null : rangeBounds(range)
  return {
    description,
    type: [claim.whole ? 'integer' : 'number', 'string', 'null'],
    pattern: `^(${words}|${numeral})$`,
    ...(bounds === null ? {} : { minimum: bounds.min, maximum: bounds.max }),
    examples,
  }
}

/** @param s what separates year, month and day */
function datePattern(s: string): string {
  return `${YEAR}${s}${YEARLY.replaceAll('-(', `${s}(`)}|${LEAP_YEAR}${s}02${s}29`
}

/** Any text that is nothing else counts as the code after `else`. */
function anyText(claim: Input, description: string): ClaimValueSchema {
  const examples = [valueForms(claim)[0]!.example, undeterminedForms(claim)[0]!.example]
  if (claim.type.kind !== 'numeric') return { description, type: ['string', 'null'], examples }
  if (claim.unitSpelling === null) return { description, type: ['number', 'string', 'null'], examples }
  // A number without its unit is refused, unless it is a code.
  const codes =
    claim.form?.kind === 'coded' ? claim.form.codes.filter((code) => new RegExp(WITHOUT_UNIT).test(code)) : []
  const exempt = codes.length === 0 ? {} : { not: { enum: codes } }
  return { description, type: ['string', 'null'], not: { type: 'string', pattern: WITHOUT_UNIT, ...exempt }, examples }
}

function unitPattern({ spelling }: DeclaredUnit, units: readonly string[]): string {
  return `(${[...units, `"${spelling}"`].map(escapeRegExp).join('|')})`
}

/** A class for every letter, because patterns of a schema have no flags. */
function anyCasePattern(member: string): string {
  return [...member].map((letter) => caseClass(letter)).join('')
}

function caseClass(letter: string): string {
  const same = closeUnderCase(single(letter.codePointAt(0)!)).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  )
  return same.length === 1 ? escapeRegExp(letter) : `(${same.join('|')})`
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

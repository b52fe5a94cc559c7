/**
 * What manifest, prompts, schema and validation contract all say about a claim: its type, its range and its question.
 *
 * Promises: the claims of a ruleset in their order, without locals; ranges as the doubles that carry them exactly
 * (language.md, "Annotations": both ends of `@range` are carried exactly by a JSON number).
 */
import { toDouble } from '../../language/numeric/rational'
import type { CheckedRuleset, Input, Range } from '../../language/semantics/checked-ruleset'
import { capitalised, humanise } from './english/names'
import { quoted } from './english/visible-text'

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

/**
 * The question that is asked about a claim.
 *
 * Promises: the author's `@ask` where there is one; else one made from name, type, unit and vocabulary (service.md,
 * "Bodies not shown"). Never empty, always one line.
 */
export function questionOf(claim: Input): string {
  return claim.question ?? defaultQuestion(claim)
}

export function defaultQuestion(claim: Input): string {
  const { type } = claim
  const subject = capitalised(humanise(claim.name) || claim.name)
  if (type.kind === 'boolean') return `${subject}: is this true?`
  if (type.kind === 'numeric') {
    const unit = claim.declaredUnit ?? claim.adoptedUnit
    return unit === null ? `${subject}: what is the number?` : `${subject}: what is the value, in ${unit.text}?`
  }
  if (type.vocabulary.length > MAX_MEMBERS) return `${subject}: which value of the vocabulary?`
  const members = type.vocabulary.map(quoted).join(', ')
  return type.ordered
    ? `${subject}: which of these, from lowest to highest: ${members}?`
    : `${subject}: which of these: ${members}?`
}

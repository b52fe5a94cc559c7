/**
 * What manifest, prompts, schema and validation contract all say about a claim.
 *
 * Promises: the claims of a ruleset in their order, without locals; ranges as the doubles that carry them exactly
 * (language.md, "Annotations": both ends of `@range` are carried exactly by a JSON number).
 */
import { toDouble } from '../../exact/rational'
import type { CheckedRuleset, Input, Range } from '../../language/checked-ruleset'

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

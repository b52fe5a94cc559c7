/**
 * How a claim that could not be determined is submitted (language.md, "Claim values").
 *
 * Promises: `"unknown"` or null; null alone where the claim's own vocabulary has a member `unknown`, because that
 * string then means the member.
 */
import type { Input } from '../../language/checked-ruleset'

export const UNKNOWN = 'unknown'

/** True where the string `unknown` means a member of the vocabulary. */
export function unknownIsMember(input: Input): boolean {
  return input.type.kind === 'enum' && input.type.vocabulary.includes(UNKNOWN)
}

/** The values that mean undetermined, the one to prefer first. */
export function undeterminedValues(input: Input): readonly (typeof UNKNOWN | null)[] {
  return unknownIsMember(input) ? [null] : [UNKNOWN, null]
}

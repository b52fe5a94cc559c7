/**
 * One claim of a ruleset, prepared for reading its submitted values.
 *
 * Promises: immutable but for the bounded memory of {@link UnitReader}; made once per binder.
 */
import type { Input } from '../../language/semantics/checked-ruleset'
import type { UnitReader } from './submitted-unit'

type SlotKind = 0 | 1 | 2 | 3
export const BOOLEAN = 0
export const ENUM = 1
/** Numeric with no `@unit`: a bare number, read in the adopted unit where there is one. */
export const BARE = 2
/** Numeric with `@unit`. */
export const UNITED = 3

export class ClaimSlot {
  readonly name: string
  readonly kind: SlotKind
  /** Every accepted spelling of a member, in Unicode NFC or NFD, to the member itself; empty for other types. */
  readonly members: ReadonlyMap<string, string>
  readonly unknownIsMember: boolean

  constructor(
    /** Place in CheckedRuleset.inputs. */
    readonly place: number,
    readonly input: Input,
    /** Null but for a claim with `@unit`. */
    readonly units: UnitReader | null,
  ) {
    this.name = input.name
    const { type } = input
    this.kind = type.kind === 'boolean' ? BOOLEAN : type.kind === 'enum' ? ENUM : units === null ? BARE : UNITED
    this.members = type.kind === 'enum' ? memberSpellings(type.vocabulary) : new Map()
    this.unknownIsMember = unknownIsMember(input)
  }
}

/**
 * Both Unicode normal forms of every member. A closed list, and not the normal form of whatever is sent, so that
 * claim_schema can say the same thing exactly.
 */
export function memberSpellings(vocabulary: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>()
  for (const member of vocabulary) {
    spellings.set(member, member)
    spellings.set(member.normalize('NFD'), member)
  }
  return spellings
}

/**
 * How a claim that could not be determined is submitted (language.md, "Claim values").
 *
 * Promises: `"unknown"` or null; null alone where the claim's own vocabulary has a member `unknown`, because that
 * string then means the member.
 */
export const UNKNOWN = 'unknown'

/** True where the string `unknown` means a member of the vocabulary. */
export function unknownIsMember(input: Input): boolean {
  return input.type.kind === 'enum' && input.type.vocabulary.includes(UNKNOWN)
}

/** The values that mean undetermined, the one to prefer first. */
export function undeterminedValues(input: Input): readonly (typeof UNKNOWN | null)[] {
  return unknownIsMember(input) ? [null] : [UNKNOWN, null]
}

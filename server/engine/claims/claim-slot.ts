/**
 * One claim of a ruleset, prepared for reading its submitted values, and the units that they come in.
 *
 * Promises: immutable but for the bounded cache of {@link UnitReader}; made once per binder. Trusts the unit library.
 */
import type { Input } from '../../language/semantics/checked-ruleset'
import type { Unit, UnitProblem, UnitRelation } from '../../language/units/unit'
import { isUnit, type UnitLibrary } from '../../language/units/unit-library'

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
    /** Index in CheckedRuleset.inputs. */
    readonly index: number,
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
 * How a claim that could not be determined is submitted (public/docs/language.md, "What may be submitted"): as this
 * string or as null.
 *
 * Only null where the claim's vocabulary has a member `unknown`, because the string then means that member.
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

interface SubmittedUnit {
  /** As sent, without quotes, in Unicode NFC. */
  readonly spelling: string
  /** From the submitted unit to the declared one. */
  readonly relation: UnitRelation
}

/** Spellings that one reader caches, and the characters of the longest. */
const MAX_CACHED = 64
const MAX_CACHED_CHARS = 40

/**
 * The unit that a value was submitted in, against the unit that its claim declares.
 *
 * One answer per spelling. The cache is bounded, so that hostile spellings cost time only to the call that sends them.
 * A suffix is all that stands behind the numeral, its leading space included.
 */
export class UnitReader {
  /** ` USD`: the declared unit as the author wrote it, the spelling that nearly every value has. */
  readonly suffix: string
  /** ` "USD"`. */
  readonly quotedSuffix: string
  private readonly known = new Map<string, SubmittedUnit>()

  constructor(
    private readonly library: UnitLibrary,
    readonly declared: Unit,
    /** The declared unit as the author wrote it. */
    readonly spelling: string,
  ) {
    this.suffix = ` ${spelling}`
    this.quotedSuffix = ` "${spelling}"`
  }

  /** What a suffix seen before means, or undefined: ask {@link read}. */
  recall(suffix: string): SubmittedUnit | undefined {
    return this.known.get(suffix)
  }

  read(suffix: string): SubmittedUnit | UnitProblem {
    const remembered = this.known.get(suffix)
    if (remembered !== undefined) return remembered
    const spelling = unitSpelling(suffix)
    const unit = this.library.parse(spelling)
    if (!isUnit(unit)) return unit
    const submitted = { spelling, relation: this.library.relate(unit, this.declared) }
    if (this.known.size < MAX_CACHED && suffix.length <= MAX_CACHED_CHARS) this.known.set(suffix, submitted)
    return submitted
  }
}

/** `USD` of the suffix ` USD` or ` "USD"`. */
function unitSpelling(suffix: string): string {
  const quoted = suffix.length > 3 && suffix.charCodeAt(1) === 34 && suffix.endsWith('"')
  return (quoted ? suffix.slice(2, -1) : suffix.slice(1)).normalize('NFC')
}

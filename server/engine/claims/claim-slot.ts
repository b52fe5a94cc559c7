import type { Input } from '../../language/semantics/checked-ruleset'
import type { Unit, UnitProblem, UnitRelation } from '../../language/units/unit'
import { isUnit, type UnitLibrary } from '../../language/units/unit-library'

type SlotKind = 0 | 1 | 2 | 3
export const BOOLEAN = 0
export const ENUM = 1
/** Numeric without `@unit`, read in the adopted unit if there is one. */
export const BARE = 2
/** Numeric with `@unit`. */
export const UNITED = 3

export class ClaimSlot {
  readonly name: string
  readonly kind: SlotKind
  /** From each accepted spelling to its member. */
  readonly members: ReadonlyMap<string, string>
  readonly unknownIsMember: boolean

  constructor(
    /** Index in CheckedRuleset.inputs. */
    readonly index: number,
    readonly input: Input,
    readonly units: UnitReader | null,
  ) {
    this.name = input.name
    const { type } = input
    this.kind = type.kind === 'boolean' ? BOOLEAN : type.kind === 'enum' ? ENUM : units === null ? BARE : UNITED
    this.members = type.kind === 'enum' ? memberSpellings(type.vocabulary) : new Map()
    this.unknownIsMember = unknownIsMember(input)
  }
}

/** A closed list, which claim_schema can state exactly. */
export function memberSpellings(vocabulary: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>()
  for (const member of vocabulary) {
    spellings.set(member, member)
    spellings.set(member.normalize('NFD'), member)
  }
  return spellings
}

/**
 * This string or null means undetermined (public/docs/language.md, "What may be submitted"). If the vocabulary has this
 * member, only null does.
 */
export const UNKNOWN = 'unknown'

export function unknownIsMember(input: Input): boolean {
  return input.type.kind === 'enum' && input.type.vocabulary.includes(UNKNOWN)
}

export function undeterminedValues(input: Input): readonly (typeof UNKNOWN | null)[] {
  return unknownIsMember(input) ? [null] : [UNKNOWN, null]
}

interface SubmittedUnit {
  /** Without quotes, in NFC. */
  readonly spelling: string
  readonly relation: UnitRelation
}

const MAX_CACHED = 64
const MAX_CACHED_CHARS = 40

/**
 * A suffix is everything after the numeral, with its leading space. The cache is bounded, so hostile spellings slow
 * only their own call.
 */
export class UnitReader {
  /** The most common spelling, ` USD`. */
  readonly suffix: string
  /** ` "USD"`. */
  readonly quotedSuffix: string
  private readonly known = new Map<string, SubmittedUnit>()

  constructor(
    private readonly library: UnitLibrary,
    readonly declared: Unit,
    /** As the author wrote it. */
    readonly spelling: string,
  ) {
    this.suffix = ` ${spelling}`
    this.quotedSuffix = ` "${spelling}"`
  }

  /** Undefined if not cached. */
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

function unitSpelling(suffix: string): string {
  const quoted = suffix.length > 3 && suffix.charCodeAt(1) === 34 && suffix.endsWith('"')
  return (quoted ? suffix.slice(2, -1) : suffix.slice(1)).normalize('NFC')
}

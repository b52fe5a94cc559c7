import { foldCase } from '../../language/patterns/case-folding'
import type { Input } from '../../language/semantics/checked-input'
import type { Unit, UnitProblem, UnitRelation } from '../../language/units/unit'
import { isUnit, type UnitLibrary } from '../../language/units/unit-library'
import { TextReader } from './text-reader'

type SlotKind = 0 | 1 | 2 | 3 | 4 | 5
export const BOOLEAN = 0
export const ENUM = 1
/** Numeric without `@unit`, read in the adopted unit if there is one. */
export const BARE = 2
/** Numeric with `@unit`. */
export const UNITED = 3
export const DATE = 4
export const TIMESTAMP = 5

export class ClaimSlot {
  readonly name: string
  readonly kind: SlotKind
  /** From each accepted spelling to its member. */
  readonly members: ReadonlyMap<string, string>
  readonly unknownIsMember: boolean
  /** For a claim that may be a code: the input of the code. */
  readonly code: number | null
  /** The code that any other text becomes, or null. */
  readonly otherwise: string | null
  /** In an entry of a list. */
  readonly isEntry: boolean
  /** Whether every number in the unit is accepted. */
  readonly anyNumber: boolean
  /** For a text. */
  readonly texts: TextReader | null
  private folded: ReadonlyMap<string, string> | null = null

  constructor(
    /** Index in CheckedRuleset.inputs. */
    readonly index: number,
    readonly input: Input,
    readonly units: UnitReader | null,
  ) {
    this.name = input.name
    this.kind = slotKind(input.type.kind, units !== null)
    this.members = memberSpellings(memberNames(input))
    this.texts = input.form?.kind === 'text' ? new TextReader(input.form) : null
    this.unknownIsMember = this.members.has(UNKNOWN)
    const { form } = input
    this.code = form?.kind === 'coded' ? form.code : null
    this.otherwise = form?.kind === 'coded' || form?.kind === 'else' ? form.otherwise : null
    this.anyNumber = input.range === null && !input.whole
    this.isEntry = input.name.includes('[')
  }

  /** Null if no member matches, or if the case counts. */
  memberIgnoringCase(text: string): string | null {
    if (!this.input.ignoringCase) return null
    this.folded ??= new Map(memberNames(this.input).map((member) => [foldCase(member), member]))
    return this.folded.get(foldCase(text.normalize('NFC'))) ?? null
  }
}

function slotKind(type: Input['type']['kind'], hasUnit: boolean): SlotKind {
  switch (type) {
    case 'boolean':
      return BOOLEAN
    case 'enum':
      return ENUM
    case 'date':
      return DATE
    case 'timestamp':
      return TIMESTAMP
    case 'numeric':
      return hasUnit ? UNITED : BARE
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
  return memberNames(input).includes(UNKNOWN)
}

/** Members of an enum, and codes of another claim. */
export function memberNames({ type, form }: Input): readonly string[] {
  if (form?.kind === 'text') return form.codes
  if (type.kind === 'enum') return type.vocabulary
  return form?.kind === 'coded' ? form.codes : []
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

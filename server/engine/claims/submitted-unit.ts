/**
 * The unit that a value was submitted in, against the unit that its claim declares.
 *
 * Promises: one answer per spelling, however often it is asked; what is remembered is bounded, so that hostile
 * spellings cost time only to the call that sends them.
 * Trusts the library. A suffix is all that stands behind the numeral, its leading space included.
 */
import type { Unit, UnitProblem, UnitRelation } from '../../language/units/unit'
import { isUnit, type UnitLibrary } from '../../language/units/unit-library'

export interface SubmittedUnit {
  /** As sent, without quotes, in Unicode NFC. */
  readonly spelling: string
  /** From the submitted unit to the declared one. */
  readonly relation: UnitRelation
}

const MAX_REMEMBERED = 64
const LONGEST_REMEMBERED = 40

export class UnitReader {
  /** ` USD`: the declared unit as the ruleset prints it, the spelling that nearly every value has. */
  readonly suffix: string
  /** ` "USD"`. */
  readonly quotedSuffix: string
  private readonly known = new Map<string, SubmittedUnit>()

  constructor(
    private readonly library: UnitLibrary,
    readonly declared: Unit,
  ) {
    this.suffix = ` ${declared.text}`
    this.quotedSuffix = ` "${declared.text}"`
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
    if (this.known.size < MAX_REMEMBERED && suffix.length <= LONGEST_REMEMBERED) this.known.set(suffix, submitted)
    return submitted
  }
}

/** `USD` of the suffix ` USD` or ` "USD"`. */
export function unitSpelling(suffix: string): string {
  const quoted = suffix.length > 3 && suffix.charCodeAt(1) === 34 && suffix.endsWith('"')
  return (quoted ? suffix.slice(2, -1) : suffix.slice(1)).normalize('NFC')
}

import { toDouble } from '../../language/numeric/rational'
import { NO_CODE } from '../../language/semantics/checked-input'
import { quoteText } from '../../language/syntax/string-literal'
import type { UnitRelation } from '../../language/units/unit'
import type { Known } from '../core/value'
import { numberText } from './claim-reader'
import { BARE, type ClaimSlot, UNITED, type UnitReader } from './claim-slot'
import { NOT_THERE } from './nested-claims'
import type { BindExceeded } from './reading'

export type Binding = Bound | Rejected | OverBudget

export interface UnbridgedClaim {
  /** As sent. */
  readonly from: string
  readonly to: string
}

export interface Failure {
  readonly field: string
  readonly expected: string
  readonly received: string
}

export interface Rejected {
  readonly ok: false
  /** The first 100, declared claims first. */
  readonly failures: readonly Failure[]
  readonly failureCount: number
}

/** Refuses the whole dictionary, whatever else is wrong. */
interface OverBudget extends BindExceeded {
  readonly ok: false
}

export class Bound {
  readonly ok = true

  constructor(
    /** Null for undetermined claims, unbridged ones and locals. */
    readonly known: Known,
    /** Includes unbridged claims. */
    readonly bound: readonly string[],
    readonly unbound: readonly string[],
    /** By index in CheckedRuleset.inputs. */
    readonly unbridged: ReadonlyMap<number, UnbridgedClaim>,
    private readonly numerics: readonly ClaimSlot[],
    private readonly claims: Readonly<Record<string, unknown>>,
  ) {}

  /** Lazy, because deciding does not need it. */
  get quantities(): Quantity[] {
    const quantities: Quantity[] = []
    for (const slot of this.numerics) {
      if (this.known[slot.index] === null && !this.unbridged.has(slot.index)) continue
      const value = this.claims[slot.name]
      if (value === NOT_THERE || (slot.code !== null && this.known[slot.code] !== NO_CODE)) continue
      if (slot.input.form?.kind === 'count') continue
      if (slot.kind === UNITED && typeof value === 'string')
        quantities.push(unitedQuantity(slot.name, value, slot.units!))
      else if (slot.kind === BARE) {
        const text = typeof value === 'string' ? value : numberText(value)
        if (text === null) throw new Error(`${slot.name} was bound to something that is not a number`)
        quantities.push(bareQuantity(slot.name, text))
      }
    }
    return quantities
  }
}

export interface Conversion {
  readonly from: string
  readonly to: string
  readonly by: 'engine'
  readonly status: UnitRelation['status']
  /** A double, only for display. Present only if the units convert. */
  readonly factor?: number
}

/**
 * How a number was read (public/docs/language.md, "What may be submitted"). `bound` is `submitted` as a literal of the
 * language.
 */
export interface Quantity {
  readonly claim: string
  readonly submitted: string
  readonly bound: string
  /** The author's spelling, or null. */
  readonly measured_in: string | null
  readonly conversion?: Conversion
}

function bareQuantity(claim: string, submitted: string): Quantity {
  return { claim, submitted, bound: submitted, measured_in: null }
}

function unitedQuantity(claim: string, submitted: string, units: UnitReader): Quantity {
  const measured_in = units.spelling
  if (submitted.endsWith(units.suffix))
    return {
      claim,
      submitted,
      bound: submitted.slice(0, submitted.length - units.suffix.length) + units.quotedSuffix,
      measured_in,
    }
  const space = submitted.indexOf(' ')
  const unit = units.read(submitted.slice(space))
  if ('problem' in unit) throw new Error(`${claim} was bound in a unit that the library does not know`)
  const bound = `${submitted.slice(0, space)} ${quoteText(unit.spelling)}`
  if (unit.relation.status === 'same') return { claim, submitted, bound, measured_in }
  return {
    claim,
    submitted,
    bound,
    measured_in,
    conversion: describeConversion(unit.spelling, measured_in, unit.relation),
  }
}

function describeConversion(from: string, to: string, relation: UnitRelation): Conversion {
  const factor = relation.status === 'convertible' ? toDouble(relation.factor) : Number.NaN
  // JSON has no such number.
  const isPrintable = Number.isFinite(factor) && factor !== 0
  return { from, to, by: 'engine', status: relation.status, ...(isPrintable ? { factor } : {}) }
}

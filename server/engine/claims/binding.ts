/**
 * The answer to one claim dictionary: bound, or every reason why not.
 *
 * Promises: orders are those of declaration. Nothing here changes after it is made.
 */

import { toDouble } from '../../language/numeric/rational'
import { quote } from '../../language/syntax/string-literal'
import type { UnitRelation } from '../../language/units/unit'
import type { Known } from '../value'
import { numberText } from './claim-reader'
import { BARE, type ClaimSlot, UNITED, type UnitReader } from './claim-slot'
import type { BindExceeded } from './reading'

export type Binding = Bound | Rejected | OverBudget

/** A claim that was submitted in a unit that nothing joins to the declared one. */
export interface UnbridgedClaim {
  /** The unit as sent. */
  readonly from: string
  readonly to: string
}

export interface Failure {
  /** The bare name of the claim. */
  readonly field: string
  readonly expected: string
  readonly received: string
}

export interface Rejected {
  readonly ok: false
  /** Declared claims in their order, then undeclared names in the order of submission; the first 100. */
  readonly failures: readonly Failure[]
  /** How many there are in all. */
  readonly failureCount: number
}

/** A budget refuses the whole dictionary, whatever else is wrong with it. */
interface OverBudget extends BindExceeded {
  readonly ok: false
}

export class Bound {
  readonly ok = true

  constructor(
    /** One value per input of the ruleset; null for undetermined claims, unbridged ones and locals. */
    readonly known: Known,
    /** Claims with a value, unbridged ones included. */
    readonly bound: readonly string[],
    readonly unbound: readonly string[],
    /** By place in CheckedRuleset.inputs. */
    readonly unbridged: ReadonlyMap<number, UnbridgedClaim>,
    private readonly numerics: readonly ClaimSlot[],
    private readonly claims: Readonly<Record<string, unknown>>,
  ) {}

  /** One entry per bound numeric claim. Made when asked for: deciding needs none of it. */
  get quantities(): Quantity[] {
    const quantities: Quantity[] = []
    for (const slot of this.numerics) {
      if (this.known[slot.index] === null && !this.unbridged.has(slot.index)) continue
      const value = this.claims[slot.name]
      if (slot.kind === UNITED && typeof value === 'string')
        quantities.push(unitedQuantity(slot.name, value, slot.units!))
      else if (slot.kind === BARE) {
        const text = typeof value === 'string' ? value : numberText(value)
        if (text === null) throw new Error(`${slot.name} was bound to what is no number`)
        quantities.push(bareQuantity(slot.name, text))
      }
    }
    return quantities
  }
}

export interface Conversion {
  /** The unit as sent. */
  readonly from: string
  /** The declared unit. */
  readonly to: string
  readonly by: 'engine'
  readonly status: UnitRelation['status']
  /** A double for display, never for calculation. Present only where the units convert. */
  readonly factor?: number
}

/**
 * What became of one submitted number (public/docs/language.md, "What may be submitted").
 *
 * `submitted` is the value as sent. `bound` is the literal of the ruleset language that it became, with numeral and
 * unit spelt as they were sent.
 */
export interface Quantity {
  readonly claim: string
  readonly submitted: string
  readonly bound: string
  /** The declared unit as the author wrote it, or null. */
  readonly measured_in: string | null
  /** Present only where the submitted unit differs from the declared one. */
  readonly conversion?: Conversion
}

function bareQuantity(claim: string, submitted: string): Quantity {
  return { claim, submitted, bound: submitted, measured_in: null }
}

/** @param submitted a value that was bound: numeral, space, unit */
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
  const bound = `${submitted.slice(0, space)} ${quote(unit.spelling)}`
  if (unit.relation.status === 'same') return { claim, submitted, bound, measured_in }
  return { claim, submitted, bound, measured_in, conversion: conversion(unit.spelling, measured_in, unit.relation) }
}

function conversion(from: string, to: string, relation: UnitRelation): Conversion {
  const factor = relation.status === 'convertible' ? toDouble(relation.factor) : Number.NaN
  // A factor beyond the doubles has no JSON number; the conversion itself stays exact.
  const isPrintable = Number.isFinite(factor) && factor !== 0
  return { from, to, by: 'engine', status: relation.status, ...(isPrintable ? { factor } : {}) }
}

/**
 * What became of one submitted number (contract, "Quantity entry").
 *
 * Promises: `submitted` is the value as sent; `bound` is the literal of the ruleset language that it became, its
 * numeral and unit spelt as they were sent; `factor` is a double for people, computed with by nobody.
 */
import { toDouble } from '../../language/numeric/rational'
import { quote } from '../../language/syntax/string-literal'
import type { UnitRelation } from '../../language/units/unit'
import type { UnitReader } from './submitted-unit'

export interface Conversion {
  /** The unit as sent. */
  readonly from: string
  /** The declared unit. */
  readonly to: string
  readonly by: 'engine'
  readonly status: UnitRelation['status']
  /** Present only where the units convert. */
  readonly factor?: number
}

export interface Quantity {
  readonly claim: string
  readonly submitted: string
  readonly bound: string
  /** The declared unit, or null. */
  readonly measured_in: string | null
  /** Present only where the submitted unit differs from the declared one. */
  readonly conversion?: Conversion
}

export function bareQuantity(claim: string, submitted: string): Quantity {
  return { claim, submitted, bound: submitted, measured_in: null }
}

/** @param submitted a value that was bound: numeral, space, unit */
export function unitedQuantity(claim: string, submitted: string, units: UnitReader): Quantity {
  const measured_in = units.declared.text
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
  const told = Number.isFinite(factor) && factor !== 0
  return { from, to, by: 'engine', status: relation.status, ...(told ? { factor } : {}) }
}

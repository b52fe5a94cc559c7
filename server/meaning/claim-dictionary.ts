/**
 * The values of a witness as a claim dictionary that POST /v1/check accepts.
 *
 * Promises: one entry for each claim, in the order of declaration; locals have none. Numbers are exact text, with the
 * unit as the author of the ruleset spells it.
 */

import type { Known, Value } from '../engine/value'
import { printNumeral } from '../language/numeric/numeral'
import { Rational } from '../language/numeric/rational'
import type { CheckedRuleset, Input } from '../language/semantics/checked-ruleset'

/** From claim name to value; null is submitted as unknown. */
export type ClaimDictionary = Readonly<Record<string, boolean | string | null>>

/** @param values one for each input of the ruleset; null where a claim is not known */
export function claimDictionary({ inputs }: Pick<CheckedRuleset, 'inputs'>, values: Known): ClaimDictionary {
  const dictionary: Record<string, boolean | string | null> = {}
  inputs.forEach((input, index) => {
    if (input.kind !== 'claim') return
    const value = submittedValue(input, values[index] ?? null)
    // An assignment to this name would change the prototype.
    if (input.name === '__proto__') Object.defineProperty(dictionary, input.name, { value, ...OWN })
    else dictionary[input.name] = value
  })
  return dictionary
}

const OWN = { enumerable: true, configurable: true, writable: true }

/** A value as it is submitted for this claim. */
export function submittedValue({ declaredUnit, unitSpelling }: Input, value: Value | null): boolean | string | null {
  if (!(value instanceof Rational)) return value
  const unit = unitSpelling ?? declaredUnit?.text ?? null
  return unit === null ? printNumeral(value) : `${printNumeral(value)} ${unit}`
}

import type { Known, Value } from '../engine/core/value'
import { printNumeral } from '../language/numeric/numeral'
import { Rational } from '../language/numeric/rational'
import type { CheckedRuleset, Input } from '../language/semantics/checked-ruleset'

/** Accepted by POST /v1/check; null is submitted as unknown. */
export type ClaimDictionary = Readonly<Record<string, boolean | string | null>>

/**
 * Omits locals. Numbers are exact text with the unit as the ruleset's author spells it.
 * @param values null if a claim is unknown
 */
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

export function submittedValue({ declaredUnit, unitSpelling }: Input, value: Value | null): boolean | string | null {
  if (!(value instanceof Rational)) return value
  const unit = unitSpelling ?? declaredUnit?.text ?? null
  return unit === null ? printNumeral(value) : `${printNumeral(value)} ${unit}`
}

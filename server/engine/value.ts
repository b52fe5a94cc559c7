/**
 * What a claim, a local or an expression can be worth once it is known.
 *
 * Promises: numerics are exact; enum members and plain strings are strings in Unicode NFC.
 */
import type { Rational } from '../exact/rational'

export type Value = boolean | Rational | string

/** One place per input of the ruleset (CheckedRuleset.inputs); null is unbound. */
export type Known = readonly (Value | null)[]

/** A value for every input; inputs that the question at hand does not read may be null. */
export type Completion = readonly (Value | null)[]

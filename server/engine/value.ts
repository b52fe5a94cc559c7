/**
 * The values of claims, locals and expressions, and the outcomes that are possible before they are known.
 *
 * Promises: numerics are exact; enum members and plain strings are strings in Unicode NFC.
 */
import type { Rational } from '../language/numeric/rational'

export type Value = boolean | Rational | string

/** One value per input of the ruleset (CheckedRuleset.inputs); null is unbound. */
export type Known = readonly (Value | null)[]

/** A value for every input; inputs that the question at hand does not read may be null. */
export type Completion = readonly (Value | null)[]

/**
 * The outcomes that an expression can have over all completions, as a set of bits.
 *
 * Evaluator, search and solver all describe an assertion with it (public/docs/language.md, "What an answer means"):
 * true, false, or no value at all because something is divided by zero.
 */
export const TRUE = 1
export const FALSE = 2
/** Division or modulo by zero left the expression without a value. */
export const NONE = 4
export const ANY = 7

/** A set of the bits above. One bit alone is a definite outcome. */
export type Outcomes = number

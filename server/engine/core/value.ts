import type { Rational } from '../../language/numeric/rational'

export type Value = boolean | Rational | string

/** One value per input (CheckedRuleset.inputs); null is unbound. */
export type Known = readonly (Value | null)[]

/** Null only for inputs that the question does not read. */
export type Completion = readonly (Value | null)[]

/** Outcomes over all completions (public/docs/language.md, "What an answer means"). */
export const TRUE = 1
export const FALSE = 2
/** No value, because of a division by zero. */
export const NONE = 4
export const ANY = 7

/** A set of these bits. A single bit is a definite outcome. */
export type Outcomes = number

/**
 * Strong Kleene logic lifted to sets of possible outcomes.
 *
 * Promises: each operation gives exactly the outcomes that some choice of its operands' outcomes gives
 * (public/docs/language.md, "What an answer means"). An answer of one bit therefore holds in every completion. Pure
 * table look-ups on the bits of value.ts.
 */
import { ANY, FALSE, NONE, type Outcomes, TRUE } from '../value'

/** Unbound and certainly with a value: true in one completion, false in another. */
export const EITHER = TRUE | FALSE

const BITS: readonly Outcomes[] = [TRUE, FALSE, NONE]

function andOne(a: Outcomes, b: Outcomes): Outcomes {
  if (a === FALSE || b === FALSE) return FALSE
  return a === NONE || b === NONE ? NONE : TRUE
}

/** Both truth values have to be known for an equivalence to have one. */
function equalOne(a: Outcomes, b: Outcomes): Outcomes {
  if (a === NONE || b === NONE) return NONE
  return a === b ? TRUE : FALSE
}

/** Having no value is an outcome like the others here. */
function differOne(a: Outcomes, b: Outcomes): Outcomes {
  return a === b ? FALSE : TRUE
}

function notOne(a: Outcomes): Outcomes {
  return a === NONE ? NONE : a === TRUE ? FALSE : TRUE
}

/** Indexed by `left << 3 | right`. */
function lift(one: (a: Outcomes, b: Outcomes) => Outcomes): Uint8Array {
  const table = new Uint8Array(64)
  for (let left = 0; left <= ANY; left++)
    for (let right = 0; right <= ANY; right++)
      for (const a of BITS)
        for (const b of BITS) if ((left & a) !== 0 && (right & b) !== 0) table[(left << 3) | right]! |= one(a, b)
  return table
}

const AND = lift(andOne)
const OR = lift((a, b) => notOne(andOne(notOne(a), notOne(b))))
const EQUAL = lift(equalOne)
const DIFFER = lift(differOne)
const NOT = Uint8Array.from({ length: ANY + 1 }, (_, mask) =>
  BITS.reduce((out, bit) => ((mask & bit) !== 0 ? out | notOne(bit) : out), 0),
)

export function and(a: Outcomes, b: Outcomes): Outcomes {
  return AND[(a << 3) | b]!
}

export function or(a: Outcomes, b: Outcomes): Outcomes {
  return OR[(a << 3) | b]!
}

export function not(a: Outcomes): Outcomes {
  return NOT[a]!
}

/** `==` on truth values; its negation is Xor. */
export function equivalent(a: Outcomes, b: Outcomes): Outcomes {
  return EQUAL[(a << 3) | b]!
}

/** Whether two outcomes are different ones of the three. */
export function differing(a: Outcomes, b: Outcomes): Outcomes {
  return DIFFER[(a << 3) | b]!
}

/** True when one outcome alone is possible: the answer is final. */
export function isDefinite(mask: Outcomes): boolean {
  return mask === TRUE || mask === FALSE || mask === NONE
}

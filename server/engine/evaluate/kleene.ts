/**
 * Strong Kleene logic on sets of outcomes (public/docs/language.md, "What an answer means"): exactly the outcomes of
 * all choices of operand outcomes.
 */
import { ANY, FALSE, NONE, type Outcomes, TRUE } from '../core/value'

/** Unbound, but always with a value. */
export const EITHER = TRUE | FALSE

const BITS: readonly Outcomes[] = [TRUE, FALSE, NONE]

function andOne(a: Outcomes, b: Outcomes): Outcomes {
  if (a === FALSE || b === FALSE) return FALSE
  return a === NONE || b === NONE ? NONE : TRUE
}

function equalOne(a: Outcomes, b: Outcomes): Outcomes {
  if (a === NONE || b === NONE) return NONE
  return a === b ? TRUE : FALSE
}

/** Compares all three outcomes. */
function differOne(a: Outcomes, b: Outcomes): Outcomes {
  return a === b ? FALSE : TRUE
}

function notOne(a: Outcomes): Outcomes {
  return a === NONE ? NONE : a === TRUE ? FALSE : TRUE
}

/** Indexed by `left << 3 | right`. */
function liftToSets(one: (a: Outcomes, b: Outcomes) => Outcomes): Uint8Array {
  const table = new Uint8Array(64)
  for (let left = 0; left <= ANY; left++)
    for (let right = 0; right <= ANY; right++)
      for (const a of BITS)
        for (const b of BITS) if ((left & a) !== 0 && (right & b) !== 0) table[(left << 3) | right]! |= one(a, b)
  return table
}

const AND = liftToSets(andOne)
const OR = liftToSets((a, b) => notOne(andOne(notOne(a), notOne(b))))
const EQUAL = liftToSets(equalOne)
const DIFFER = liftToSets(differOne)
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
export function equalOutcomes(a: Outcomes, b: Outcomes): Outcomes {
  return EQUAL[(a << 3) | b]!
}

export function differentOutcomes(a: Outcomes, b: Outcomes): Outcomes {
  return DIFFER[(a << 3) | b]!
}

/** Whether there is exactly one outcome, so that the answer is final. */
export function isDefinite(mask: Outcomes): boolean {
  return mask === TRUE || mask === FALSE || mask === NONE
}

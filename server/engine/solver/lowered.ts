/**
 * What an expression becomes for the solver: a value, and where it has one.
 *
 * Promises: `value` means nothing where `defined` does not hold, so every use carries `defined` along (engine.md,
 * "definedness"). Numbers are real terms; members are whole-number codes (member-codes.ts).
 */
import type { Rational } from '../../language/numeric/rational'
import type { Term, Terms } from './terms'
import { branch, choose, definiteWhere, same, type Truth } from './truth'

export interface LoweredNumber {
  readonly kind: 'numeric'
  readonly value: Term
  readonly defined: Term
  /** The number, where it is written or known. */
  readonly constant?: Rational
  /** The conditions of which the value is the number that hold; Z3 compares such a count better than a sum. */
  readonly counted?: readonly Term[]
}

export interface LoweredMember {
  readonly kind: 'member'
  readonly value: Term
  readonly defined: Term
}

export interface LoweredBoolean {
  readonly kind: 'boolean'
  readonly truth: Truth
}

export type Lowered = LoweredNumber | LoweredMember | LoweredBoolean

/** Equality of values; no value where either side has none. */
export function equality(terms: Terms, left: Lowered, right: Lowered): Truth {
  if (left.kind === 'boolean' && right.kind === 'boolean') return same(terms, left.truth, right.truth)
  if (left.kind === 'boolean' || right.kind === 'boolean' || left.kind !== right.kind)
    throw new Error(`a ${left.kind} was compared with a ${right.kind}`)
  return definiteWhere(terms, terms.and([left.defined, right.defined]), terms.equal(left.value, right.value))
}

/** The value of the branch that the condition takes; no value where it takes none. */
export function chooseLowered(terms: Terms, condition: Truth, then: Lowered, otherwise: Lowered): Lowered {
  if (then.kind === 'boolean' && otherwise.kind === 'boolean')
    return { kind: 'boolean', truth: choose(terms, condition, then.truth, otherwise.truth) }
  if (then.kind === 'boolean' || otherwise.kind === 'boolean' || then.kind !== otherwise.kind)
    throw new Error(`one branch is a ${then.kind}, the other a ${otherwise.kind}`)
  return {
    kind: then.kind,
    value: terms.choose(condition.isTrue, then.value, otherwise.value),
    defined: branch(terms, condition, then.defined, otherwise.defined),
  }
}

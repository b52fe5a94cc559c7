/**
 * The `value` of a number or member is meaningless unless `defined` holds. Numbers are real terms, members whole-number
 * codes (member-codes.ts).
 */
import { isEqual, type Rational } from '../../language/numeric/rational'
import { ANY, FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import type { Term, Terms } from './terms'
import { chosenSplit, constantSplit, roundedDown, type Split } from './whole-parts'

/** Strong Kleene (public/docs/language.md, "What an answer means"): never both, and neither if there is no value. */
export interface Truth {
  readonly isTrue: Term
  readonly isFalse: Term
}

export function definiteTruth(terms: Terms, holds: Term): Truth {
  return { isTrue: holds, isFalse: terms.not(holds) }
}

/** A truth value that exists only if `defined`. */
export function definiteTruthWhere(terms: Terms, defined: Term, holds: Term): Truth {
  if (defined === terms.always) return definiteTruth(terms, holds)
  return { isTrue: terms.and([defined, holds]), isFalse: terms.and([defined, terms.not(holds)]) }
}

export function not(a: Truth): Truth {
  return { isTrue: a.isFalse, isFalse: a.isTrue }
}

export function and(terms: Terms, operands: readonly Truth[]): Truth {
  const isTrue = terms.and(operands.map((a) => a.isTrue))
  if (operands.every((a) => isDefinite(terms, a))) return definiteTruth(terms, isTrue)
  return { isTrue, isFalse: terms.or(operands.map((a) => a.isFalse)) }
}

export function or(terms: Terms, operands: readonly Truth[]): Truth {
  const isTrue = terms.or(operands.map((a) => a.isTrue))
  if (operands.every((a) => isDefinite(terms, a))) return definiteTruth(terms, isTrue)
  return { isTrue, isFalse: terms.and(operands.map((a) => a.isFalse)) }
}

/** Whether two truth values are the same; no value unless both have one. */
export function sameTruth(terms: Terms, a: Truth, b: Truth): Truth {
  return definiteTruthWhere(terms, terms.and([hasValue(terms, a), hasValue(terms, b)]), terms.same(a.isTrue, b.isTrue))
}

/** Compares all three outcomes, so it always has a value. */
export function differentTruth(terms: Terms, a: Truth, b: Truth): Truth {
  const alike = terms.and([terms.same(a.isTrue, b.isTrue), terms.same(a.isFalse, b.isFalse)])
  return definiteTruth(terms, terms.not(alike))
}

export function chooseTruth(terms: Terms, condition: Truth, then: Truth, otherwise: Truth): Truth {
  const isTrue = branchTerm(terms, condition, then.isTrue, otherwise.isTrue)
  if ([condition, then, otherwise].every((a) => isDefinite(terms, a))) return definiteTruth(terms, isTrue)
  return { isTrue, isFalse: branchTerm(terms, condition, then.isFalse, otherwise.isFalse) }
}

export function branchTerm(terms: Terms, condition: Truth, then: Term, otherwise: Term): Term {
  if (isDefinite(terms, condition)) return terms.choose(condition.isTrue, then, otherwise)
  return terms.or([terms.and([condition.isTrue, then]), terms.and([condition.isFalse, otherwise])])
}

export function hasValue(terms: Terms, a: Truth): Term {
  return isDefinite(terms, a) ? terms.always : terms.or([a.isTrue, a.isFalse])
}

export function isDefinite(terms: Terms, a: Truth): boolean {
  return terms.areOpposite(a.isTrue, a.isFalse)
}

/** Holds if the outcome is in `wanted`. */
export function hasOutcome(terms: Terms, a: Truth, wanted: Outcomes): Term {
  if ((wanted & NONE) !== 0) return terms.not(hasOutcome(terms, a, ANY & ~wanted))
  if (wanted === (TRUE | FALSE)) return hasValue(terms, a)
  return wanted === TRUE ? a.isTrue : wanted === FALSE ? a.isFalse : terms.never
}

export interface LinearPart {
  readonly factor: Rational
  readonly split: () => Split
}

export interface LinearSum {
  readonly summands: ReadonlyMap<Term, LinearPart>
  readonly offset: Rational
}

/** Lazy; null if there are too many summands. `depth` counts nested sums. */
export interface PendingSum {
  readonly depth: number
  readonly make: () => LinearSum | null
}

export interface LoweredNumber {
  readonly kind: 'numeric'
  readonly value: Term
  readonly defined: Term
  /** Present if constant or known. */
  readonly constant?: Rational
  /** Present if conditions choose among few constants; if it is defined, one condition holds. */
  readonly cases?: readonly ConstantCase[] | undefined
  /** Counts these conditions; Z3 handles counts better than sums. */
  readonly counted?: readonly Term[]
  /** Lazy, because only remainders need it. */
  readonly split?: () => Split
  readonly sum?: PendingSum | undefined
}

export interface ConstantCase {
  readonly condition: Term
  readonly constant: Rational
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

export function splitOf(terms: Terms, { value, constant, split }: LoweredNumber): Split {
  if (constant !== undefined) return constantSplit(terms, constant)
  return split === undefined ? roundedDown(terms, value) : split()
}

/** More would make terms larger than the question. */
export const MAX_CONSTANT_CASES = 16

/** Null if the number is not known to be one of few constants. */
export function casesOf(terms: Terms, { constant, cases }: LoweredNumber): readonly ConstantCase[] | null {
  return constant === undefined ? (cases ?? null) : [{ condition: terms.always, constant }]
}

export function splitOnce(make: () => Split): () => Split {
  let made: Split | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** Whether both sides are equal; no value unless both have one. */
export function lowerEquality(terms: Terms, left: Lowered, right: Lowered): Truth {
  if (left.kind === 'boolean' && right.kind === 'boolean') return sameTruth(terms, left.truth, right.truth)
  if (left.kind === 'boolean' || right.kind === 'boolean' || left.kind !== right.kind)
    throw new Error(`a ${left.kind} was compared with a ${right.kind}`)
  return definiteTruthWhere(terms, terms.and([left.defined, right.defined]), terms.equal(left.value, right.value))
}

export function chooseLowered(terms: Terms, condition: Truth, then: Lowered, otherwise: Lowered): Lowered {
  if (condition.isTrue === terms.always) return then
  if (condition.isFalse === terms.always) return otherwise
  if (then.kind === 'boolean' && otherwise.kind === 'boolean')
    return { kind: 'boolean', truth: chooseTruth(terms, condition, then.truth, otherwise.truth) }
  if (then.kind === 'boolean' || otherwise.kind === 'boolean' || then.kind !== otherwise.kind)
    throw new Error(`one branch is a ${then.kind}, the other a ${otherwise.kind}`)
  const value = terms.choose(condition.isTrue, then.value, otherwise.value)
  const defined = branchTerm(terms, condition, then.defined, otherwise.defined)
  if (then.kind !== 'numeric' || otherwise.kind !== 'numeric') return { kind: then.kind, value, defined }
  const { constant } = then
  if (constant !== undefined && otherwise.constant !== undefined && isEqual(constant, otherwise.constant))
    return { kind: 'numeric', value: then.value, defined, constant }
  const split = () => chosenSplit(terms, condition.isTrue, splitOf(terms, then), splitOf(terms, otherwise))
  const cases = chosenCases(terms, condition.isTrue, then, otherwise)
  return { kind: 'numeric', value, defined, split: splitOnce(split), cases }
}

function chosenCases(
  terms: Terms,
  isThen: Term,
  then: LoweredNumber,
  otherwise: LoweredNumber,
): readonly ConstantCase[] | undefined {
  const [first, second] = [casesOf(terms, then), casesOf(terms, otherwise)]
  if (first === null || second === null || first.length + second.length > MAX_CONSTANT_CASES) return undefined
  const within = (guard: Term) => (each: ConstantCase) => ({ ...each, condition: terms.and([guard, each.condition]) })
  return [...first.map(within(isThen)), ...second.map(within(terms.not(isThen)))]
}

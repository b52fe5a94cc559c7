/**
 * Sets are lists of slots that may be present (public/docs/language.md, "Sets"). Intersect and Difference match the
 * same expression, or equal values if one of two is constant.
 */
import { ONE, ZERO } from '../../language/numeric/rational'
import type { Checked } from '../../language/semantics/checked-ruleset'
import type { QuantifierName, SetOperation } from '../../language/syntax/syntax'
import { compareCount, lowerComparison } from './lower-numbers'
import {
  and,
  definiteTruth,
  hasValue,
  isDefinite,
  type Lowered,
  type LoweredNumber,
  lowerEquality,
  not,
  or,
  type Truth,
} from './lowered'
import type { Term, Terms } from './terms'

export interface Slot {
  /** Equal keys are one slot (language/semantics/tree/slot-key.ts). */
  readonly key: string
  readonly expression: Checked
  readonly element: Lowered
  readonly present: Truth
  /** Names no claim and no local. */
  readonly isConstant: boolean
}

/** A key is present if any of its slots is. */
export function mergeSlots(terms: Terms, slots: readonly Slot[]): readonly Slot[] {
  const byKey = new Map<string, Slot>()
  for (const slot of slots) {
    const earlier = byKey.get(slot.key)
    byKey.set(
      slot.key,
      earlier === undefined ? slot : { ...earlier, present: or(terms, [earlier.present, slot.present]) },
    )
  }
  return [...byKey.values()]
}

export function isMember(terms: Terms, value: Lowered, slots: readonly Slot[]): Truth {
  return or(
    terms,
    slots.map((slot) => and(terms, [slot.present, lowerEquality(terms, value, slot.element)])),
  )
}

export function isSubset(terms: Terms, left: readonly Slot[], right: readonly Slot[]): Truth {
  return and(
    terms,
    left.map((slot) => or(terms, [not(slot.present), isMember(terms, slot.element, right)])),
  )
}

export function combineSlots(
  terms: Terms,
  operation: SetOperation,
  left: readonly Slot[],
  right: readonly Slot[],
): readonly Slot[] {
  if (operation === 'Union') return mergeSlots(terms, [...left, ...right])
  return left.map((slot) => {
    const match = or(
      terms,
      right.map((other) => matchSlots(terms, slot, other)),
    )
    return { ...slot, present: and(terms, [slot.present, operation === 'Intersect' ? match : not(match)]) }
  })
}

function matchSlots(terms: Terms, slot: Slot, other: Slot): Truth {
  if (slot.key === other.key) return other.present
  if (!slot.isConstant && !other.isConstant) return definiteTruth(terms, terms.never)
  return and(terms, [other.present, lowerEquality(terms, slot.element, other.element)])
}

export interface Examined {
  readonly present: Truth
  readonly body: Truth
}

/** @param bound of AtLeast and AtMost */
export function lowerQuantified(
  terms: Terms,
  quantifier: Exclude<QuantifierName, 'CountWhere'>,
  slots: readonly Examined[],
  bound: LoweredNumber | null,
): Truth {
  if (quantifier === 'ForAll')
    return and(
      terms,
      slots.map(({ present, body }) => or(terms, [not(present), body])),
    )
  const counted = slots.map(({ present, body }) => and(terms, [present, body]))
  if (quantifier === 'Exists') return or(terms, counted)
  // Slots that certainly count, and those that may.
  const certain = counted.map((slot) => slot.isTrue)
  const possible = counted.map((slot) => terms.not(slot.isFalse))
  if (quantifier === 'ExactlyOne') {
    if (counted.every((slot) => isDefinite(terms, slot)))
      return definiteTruth(terms, compareCount(terms, '==', certain, ONE))
    return {
      isTrue: terms.and([compareCount(terms, '>=', certain, ONE), compareCount(terms, '<=', possible, ONE)]),
      isFalse: terms.or([compareCount(terms, '>', certain, ONE), compareCount(terms, '<', possible, ONE)]),
    }
  }
  if (bound === null) throw new Error(`${quantifier} has no bound`)
  const [least, most] = [countConditions(terms, certain, terms.always), countConditions(terms, possible, terms.always)]
  const isMore = quantifier === 'AtLeast'
  const settled = lowerComparison(terms, isMore ? '>=' : '<=', isMore ? least : most, bound)
  const refuted = lowerComparison(terms, isMore ? '>=' : '<=', isMore ? most : least, bound)
  if (counted.every((slot) => isDefinite(terms, slot))) return settled
  return { isTrue: settled.isTrue, isFalse: refuted.isFalse }
}

export function countWhere(terms: Terms, slots: readonly Examined[]): LoweredNumber {
  const counted = slots.map(({ present, body }) => and(terms, [present, body]))
  const defined = terms.and(counted.map((slot) => hasValue(terms, slot)))
  return countConditions(
    terms,
    counted.map((slot) => slot.isTrue),
    defined,
  )
}

function countConditions(terms: Terms, conditions: readonly Term[], defined: Term): LoweredNumber {
  const [one, zero] = [terms.real(ONE), terms.real(ZERO)]
  const summands = conditions.map((condition) => terms.choose(condition, one, zero))
  const value = summands.length === 0 ? zero : terms.sum(summands)
  return { kind: 'numeric', value, defined, counted: conditions }
}

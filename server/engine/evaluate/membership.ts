/**
 * Membership is a disjunction over the present slots, compared by value (public/docs/language.md, "Sets"). Constant
 * members are looked up instead.
 */
import { Rational } from '../../language/numeric/rational'
import { FALSE, type Outcomes, TRUE } from '../core/value'
import { ALWAYS, isConstant, NEVER } from './gate'
import { and, equalOutcomes, or } from './kleene'
import { equalMembers } from './member-comparison'
import { type BooleanNode, extentAbove, type Run, type SetNode, type SetTest, type Slot, type ValueNode } from './node'
import { equalQuantities } from './number-comparison'

/** @param slots in order, one for each key */
export function setNode(slots: readonly Slot[]): SetNode {
  const written = writtenKeys(slots)
  return {
    slots,
    written,
    contains: setTest(slots, written),
    ...extentAbove(slots.flatMap((slot) => [slot.presence, slot.value])),
  }
}

export function membershipNode(value: ValueNode, set: SetNode): BooleanNode {
  if (set.contains === null) return NEVER
  const key = writtenKey(value)
  if (key !== null && set.written !== null) return set.written.has(key) ? ALWAYS : NEVER
  const { height, deep } = extentAbove([value, set])
  const work = set.written === null ? set.slots.length + set.cost : 1
  const evaluate = applySetTest(value, set.contains)
  return { domain: 'boolean', kind: 'membership', value, set, evaluate, cost: value.cost + work, height, deep }
}

function applySetTest(value: ValueNode, contains: SetTest): (run: Run) => Outcomes {
  if (value.domain === 'numeric' && contains.domain === 'numeric') {
    const { evaluate } = value
    const { test } = contains
    return (run) => test(run, evaluate(run))
  }
  if (value.domain === 'member' && contains.domain === 'member') {
    const { evaluate } = value
    const { test } = contains
    return (run) => test(run, evaluate(run))
  }
  if (value.domain === 'boolean' && contains.domain === 'boolean') {
    const { evaluate } = value
    const { test } = contains
    return (run) => test(run, evaluate(run))
  }
  throw new Error(`a ${value.domain} value is looked for in a set of ${contains.domain} members`)
}

/** Equal for constants of equal value, null for other nodes. */
function writtenKey(value: ValueNode): string | null {
  if (value.kind !== 'constant') return null
  return value.domain === 'numeric' ? numberKey(value.value) : String(value.value)
}

function numberKey(value: Rational): string {
  const { n, d } = value.big ?? value
  // Decimal text of a long number takes quadratic time.
  return `${n.toString(16)}/${d.toString(16)}`
}

function writtenKeys(slots: readonly Slot[]): ReadonlySet<string> | null {
  const keys = new Set<string>()
  for (const { value, presence } of slots) {
    const key = isConstant(presence, TRUE) ? writtenKey(value) : null
    if (key === null) return null
    keys.add(key)
  }
  return keys
}

function setTest(slots: readonly Slot[], written: ReadonlySet<string> | null): SetTest | null {
  const first = slots[0]
  if (first === undefined) return null
  const presences = slots.map(({ presence }) => (isConstant(presence, TRUE) ? null : presence.evaluate))
  switch (first.value.domain) {
    case 'boolean': {
      const members = slots.map(({ value }) => {
        if (value.domain !== 'boolean') throw mixedTypesError()
        return value.evaluate
      })
      return {
        domain: 'boolean',
        test: anySlot(members, presences, (_, a: Outcomes, b: Outcomes) => equalOutcomes(a, b)),
      }
    }
    case 'numeric': {
      const members = slots.map(({ value }) => {
        if (value.domain !== 'numeric') throw mixedTypesError()
        return value.evaluate
      })
      const oneByOne = anySlot(members, presences, equalQuantities)
      if (written === null || written.size < MIN_LOOK_UP_NUMBERS) return { domain: 'numeric', test: oneByOne }
      return {
        domain: 'numeric',
        test: (_, value) =>
          value instanceof Rational ? (written.has(numberKey(value)) ? TRUE : FALSE) : value.compared,
      }
    }
    case 'member': {
      const members = slots.map(({ value }) => {
        if (value.domain !== 'member') throw mixedTypesError()
        return value.evaluate
      })
      if (written === null)
        return { domain: 'member', test: anySlot(members, presences, (_, a, b) => equalMembers(a, b)) }
      return {
        domain: 'member',
        test: (_, value) => (typeof value === 'string' ? (written.has(value) ? TRUE : FALSE) : value.compared),
      }
    }
  }
}

/** With this many constants, a look-up by text is faster than comparisons. */
const MIN_LOOK_UP_NUMBERS = 24

function mixedTypesError(): Error {
  return new Error('the members of a set are of several types')
}

function anySlot<Value>(
  members: readonly ((run: Run) => Value)[],
  presences: readonly (((run: Run) => Outcomes) | null)[],
  equal: (run: Run, a: Value, b: Value) => Outcomes,
): (run: Run, value: Value) => Outcomes {
  return (run, value) => {
    let joined = FALSE
    for (let i = 0; i < members.length && joined !== TRUE; i++) {
      const present = presences[i]
      const same = equal(run, value, members[i]!(run))
      joined = or(joined, present === null || present === undefined ? same : and(present(run), same))
    }
    return joined
  }
}

/**
 * Compares enum members and plain strings; order is the order of the vocabulary. Comparing an input with a constant
 * takes one look-up.
 */
import type { ComparisonOperator } from '../../language/syntax/syntax'
import { FALSE, type Outcomes, TRUE } from '../core/value'
import { EITHER } from './kleene'
import { satisfiesOperator } from './metered-arithmetic'
import { type BooleanNode, extentAbove, type MemberNode, type Run } from './node'
import { combineIndefinite, type Member } from './quantity'

type Closure = (run: Run) => Outcomes

/** @param order the vocabulary, lowest first, for order operators; null for `==` and `!=` */
export function memberComparison(
  operator: ComparisonOperator,
  left: MemberNode,
  right: MemberNode,
  order: readonly string[] | null,
): BooleanNode {
  const evaluate =
    order === null ? evaluateEquality(operator === '==', left, right) : evaluateOrdering(operator, left, right, order)
  return {
    domain: 'boolean',
    kind: 'member-comparison',
    operator,
    order,
    left,
    right,
    evaluate,
    ...extentAbove([left, right]),
  }
}

function evaluateEquality(wanted: boolean, left: MemberNode, right: MemberNode): Closure {
  const same = wanted ? TRUE : FALSE
  const different = wanted ? FALSE : TRUE
  if (left.kind === 'input' && right.kind === 'constant') return inputEquals(left.input, right.value, same, different)
  if (left.kind === 'constant' && right.kind === 'input') return inputEquals(right.input, left.value, same, different)
  const first = left.evaluate
  const second = right.evaluate
  return (run) => {
    const a = first(run)
    const b = second(run)
    if (typeof a === 'string' && typeof b === 'string') return a === b ? same : different
    return combineIndefinite(a, b).compared
  }
}

function inputEquals(input: number, constant: string, same: Outcomes, different: Outcomes): Closure {
  return (run) => {
    const value = run.known[input]
    if (value === null) return EITHER
    return value === constant ? same : different
  }
}

function evaluateOrdering(
  operator: ComparisonOperator,
  left: MemberNode,
  right: MemberNode,
  order: readonly string[],
): Closure {
  const rank = new Map(order.map((member, index) => [member, index]))
  const first = left.evaluate
  const second = right.evaluate
  return (run) => {
    const a = first(run)
    const b = second(run)
    if (typeof a === 'string' && typeof b === 'string')
      return satisfiesOperator(operator, rankOf(rank, a) - rankOf(rank, b)) ? TRUE : FALSE
    return combineIndefinite(a, b).compared
  }
}

function rankOf(rank: ReadonlyMap<string, number>, member: string): number {
  const position = rank.get(member)
  if (position === undefined) throw new Error(`"${member}" is compared in a vocabulary that has no such member`)
  return position
}

/** `==` of two members, for membership in a set. */
export function equalMembers(a: Member, b: Member): Outcomes {
  if (typeof a === 'string' && typeof b === 'string') return a === b ? TRUE : FALSE
  return combineIndefinite(a, b).compared
}

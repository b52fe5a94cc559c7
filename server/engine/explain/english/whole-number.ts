/**
 * The guard "is a whole number", which the language writes `n % 1 == 0`.
 *
 * Promises: recognised only as it is written: a remainder by the number 1 without a unit, compared with 0. In a unit the
 * words would not say of which unit, so there the remainder stays.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'

/** What the comparison says is a whole number or, with `!=`, is not; null where it says something else. */
export function wholeNumberGuard(node: Checked): Checked | null {
  if (node.kind !== 'compare' || (node.operator !== '==' && node.operator !== '!=')) return null
  const { left, right } = node
  if (left.kind !== 'arithmetic' || left.operator !== '%') return null
  return isBare(left.right, 1) && isBare(right, 0) ? left.left : null
}

function isBare(node: Checked, number: number): boolean {
  if (node.kind !== 'number' || node.type.kind !== 'numeric' || node.type.unit !== null) return false
  return node.value.n === number && node.value.d === 1
}

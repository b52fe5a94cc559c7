/** The guard `n % 1 == 0`. With a unit the words would be ambiguous, so there the remainder stays. */
import type { Checked } from '../../../language/semantics/checked-ruleset'

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

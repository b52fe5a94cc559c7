/**
 * How large the ruleset is once its quantifiers are written out (budget `expression_nodes`).
 *
 * Promises: counts by multiplication, so that nothing is expanded to find out; each let is counted once, where it is
 * defined. Members are counted as written: slots that merge make the true number smaller, never larger.
 */
import type { Checked, CheckedLet } from './checked-ruleset'

export class ExpandedSize {
  private readonly slotCounts: number[] = []

  constructor(private readonly lets: readonly (Pick<CheckedLet, 'value'> | null)[]) {}

  /** Nodes of an expression with every quantifier's body repeated for every member of its set. */
  nodes(node: Checked): number {
    switch (node.kind) {
      case 'negate':
      case 'convert':
        return 1 + this.nodes(node.operand)
      case 'arithmetic':
      case 'compare':
      case 'differ':
      case 'unbridged':
        return 1 + this.nodes(node.left) + this.nodes(node.right)
      case 'connective':
        return 1 + this.sum(node.operands)
      case 'choice':
        return 1 + this.nodes(node.condition) + this.nodes(node.then) + this.nodes(node.otherwise)
      case 'case':
        return (
          1 +
          this.nodes(node.subject) +
          this.sum(node.arms.map((arm) => arm.value)) +
          (node.fallback === null ? 0 : this.nodes(node.fallback))
        )
      case 'quantified': {
        const count = node.count === null ? 0 : this.nodes(node.count)
        return 1 + count + this.nodes(node.set) + this.slots(node.set) * this.nodes(node.body)
      }
      case 'is-member':
        return 1 + this.nodes(node.value) + this.nodes(node.set) + this.slots(node.set)
      case 'is-subset':
      case 'set-operation': {
        const [left, right] = [this.slots(node.left), this.slots(node.right)]
        // Union lists the members of both; the others compare each with each.
        const work = node.kind === 'set-operation' && node.operation === 'Union' ? left + right : left * right
        return 1 + this.nodes(node.left) + this.nodes(node.right) + work
      }
      case 'set':
        return 1 + this.sum(node.members)
      case 'vocabulary':
        return 1 + node.members.length
      default:
        return 1
    }
  }

  private sum(nodes: readonly Checked[]): number {
    let total = 0
    for (const node of nodes) total += this.nodes(node)
    return total
  }

  /** Members that a set has at most. */
  private slots(node: Checked): number {
    switch (node.kind) {
      case 'set':
      case 'vocabulary':
        return node.members.length
      case 'convert':
        return this.slots(node.operand)
      case 'unbridged':
        return this.slots(node.right)
      case 'set-operation':
        return this.slots(node.left) + (node.operation === 'Union' ? this.slots(node.right) : 0)
      case 'let':
        return this.letSlots(node.let)
      default:
        return 0
    }
  }

  /** In order, so that a long chain of lets does not nest here. */
  private letSlots(index: number): number {
    while (this.slotCounts.length <= index) {
      const value = this.lets[this.slotCounts.length]?.value
      this.slotCounts.push(value === undefined ? 0 : this.slots(value))
    }
    return this.slotCounts[index] ?? 0
  }
}

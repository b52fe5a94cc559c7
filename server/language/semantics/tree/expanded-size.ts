/**
 * Counts nodes after expanding quantifiers (budget `expression_nodes`), by multiplication. Each let counts once.
 * Members count as written; merged slots make the true number only smaller.
 */
import type { Checked, CheckedLet } from '../checked-ruleset'
import { childrenOf } from './children'

export class ExpandedSize {
  private readonly slotCounts: number[] = []
  /** Conditions that use conditions are shared, and the largest entry so far is used twice for the next one. */
  private readonly known = new WeakMap<Checked, number>()

  constructor(private readonly lets: readonly (Pick<CheckedLet, 'value'> | null)[]) {}

  /** Each quantifier's body counts once for every member. */
  nodes(node: Checked): number {
    switch (node.kind) {
      case 'negate':
      case 'convert':
      case 'absolute':
      case 'round':
        return 1 + this.nodes(node.operand)
      case 'written':
        return this.writtenNodes(node)
      case 'arithmetic':
      case 'compare':
      case 'differ':
      case 'unbridged':
        return 1 + this.nodes(node.left) + this.nodes(node.right)
      case 'add-months':
        return 1 + this.nodes(node.operand) + this.nodes(node.months)
      case 'calendar':
      case 'connective':
      case 'extreme':
        return 1 + this.sum(node.operands)
      case 'choice':
        return this.choiceNodes(node)
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
        // Union lists both sides; the others compare all pairs.
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

  private writtenNodes(node: Extract<Checked, { kind: 'written' }>): number {
    const known = this.known.get(node) ?? this.nodes(node.core)
    this.known.set(node, known)
    return known
  }

  private choiceNodes(node: Extract<Checked, { kind: 'choice' }>): number {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const count = 1 + this.nodes(node.condition) + this.nodes(node.then) + this.nodes(node.otherwise)
    this.known.set(node, count)
    return count
  }

  private sum(nodes: readonly Checked[]): number {
    let total = 0
    for (const node of nodes) total += this.nodes(node)
    return total
  }

  /** The maximum number of members. */
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

  /** In order, so that a long chain of lets does not nest. */
  private letSlots(index: number): number {
    while (this.slotCounts.length <= index) {
      const value = this.lets[this.slotCounts.length]?.value
      this.slotCounts.push(value === undefined ? 0 : this.slots(value))
    }
    return this.slotCounts[index] ?? 0
  }
}

/** Nodes on the longest path, with the bodies of conditions. */
export class ExpandedDepth {
  private readonly known = new WeakMap<Checked, number>()

  nodes(node: Checked): number {
    const known = this.known.get(node)
    if (known !== undefined) return known
    let deepest = 0
    for (const child of childrenOf(node)) deepest = Math.max(deepest, this.nodes(child))
    const depth = node.kind === 'written' ? deepest : deepest + 1
    if (node.kind === 'written' || node.kind === 'choice') this.known.set(node, depth)
    return depth
  }
}

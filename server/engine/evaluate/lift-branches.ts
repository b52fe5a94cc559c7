/**
 * `x <= If(c, 3, 4)` becomes `If(c, x <= 3, x <= 4)`. If both branches compare alike, the condition no longer matters.
 * Only small trees are transformed; shared nodes stay shared.
 */
import type { ComparisonOperator } from '../../language/syntax/syntax'
import { booleanBranches } from './choice'
import type { BooleanNode, Case, Choice, NumericNode } from './node'
import { numberComparison } from './number-comparison'
import { type Landings, shareBoolean, shareMember, shareNumber } from './shared-cell'
import { arithmeticNode, negationNode } from './value-nodes'

/** Comparisons that one comparison may become. */
const MAX_LEAVES = 16

/** Larger trees stay as they are. */
const MAX_VISITS = 100

type Tree = NumericNode | Choice<Tree> | Case<Tree>

export class LiftBranches {
  /** Trees of shared cells; null if they are too large. */
  private readonly trees = new Map<NumericNode, Tree | null>()

  constructor(private readonly landings: Landings) {}

  comparison(operator: ComparisonOperator, left: NumericNode, right: NumericNode): BooleanNode {
    const [a, b] = [this.tree(left), this.tree(right)]
    if (countLeaves(a) * countLeaves(b) > MAX_LEAVES) return numberComparison(operator, left, right)
    return compareTrees(operator, a, b)
  }

  /** Returns the number itself if it has no small tree. */
  private tree(node: NumericNode): Tree {
    const tree = this.grow(node, { visits: MAX_VISITS })
    return tree === null || countLeaves(tree) > MAX_LEAVES ? node : tree
  }

  private grow(node: NumericNode, left: { visits: number }): Tree | null {
    if (left.visits-- <= 0) return null
    const known = this.trees.get(node)
    if (known !== undefined) return known
    switch (node.kind) {
      case 'shared': {
        const inner = this.grow(node.inner, left)
        const tree = inner === null ? null : isLeaf(inner) ? node : this.shared(inner)
        this.trees.set(node, tree)
        return tree
      }
      case 'choice': {
        const [whenTrue, whenFalse] = [this.grow(node.whenTrue, left), this.grow(node.whenFalse, left)]
        if (whenTrue === null || whenFalse === null) return null
        return { kind: 'choice', condition: node.condition, whenTrue, whenFalse } satisfies Choice<Tree>
      }
      case 'case': {
        const arms = new Map<string, Tree>()
        for (const [label, arm] of node.arms) {
          const tree = this.grow(arm, left)
          if (tree === null) return null
          arms.set(label, tree)
        }
        const fallback = node.fallback === null ? null : this.grow(node.fallback, left)
        if (node.fallback !== null && fallback === null) return null
        return { kind: 'case', subject: node.subject, arms, fallback } satisfies Case<Tree>
      }
      case 'negation': {
        const operand = this.grow(node.operand, left)
        return operand === null || isLeaf(operand) ? node : mapLeaves(operand, negationNode)
      }
      case 'arithmetic': {
        const [a, b] = [this.grow(node.left, left), this.grow(node.right, left)]
        if (a === null || b === null || countLeaves(a) * countLeaves(b) > MAX_LEAVES) return null
        if (isLeaf(a) && isLeaf(b)) return node
        return mapLeaves(a, (first) => mapLeaves(b, (second) => arithmeticNode(node.operator, first, second)))
      }
      default:
        return node
    }
  }

  /** Makes the conditions and leaves of a cell's tree cells too, so that each is still evaluated at most once. */
  private shared(tree: Tree): Tree {
    if (isLeaf(tree)) return shareNumber(tree, this.landings)
    if (tree.kind === 'choice')
      return {
        kind: 'choice',
        condition: shareBoolean(tree.condition, this.landings),
        whenTrue: this.shared(tree.whenTrue),
        whenFalse: this.shared(tree.whenFalse),
      }
    return {
      kind: 'case',
      subject: shareMember(tree.subject, this.landings),
      arms: new Map([...tree.arms].map(([label, arm]) => [label, this.shared(arm)])),
      fallback: tree.fallback === null ? null : this.shared(tree.fallback),
    }
  }
}

function isLeaf(tree: Tree): tree is NumericNode {
  return 'evaluate' in tree
}

function countLeaves(tree: Tree): number {
  if (isLeaf(tree)) return 1
  if (tree.kind === 'choice') return countLeaves(tree.whenTrue) + countLeaves(tree.whenFalse)
  let count = tree.fallback === null ? 0 : countLeaves(tree.fallback)
  for (const arm of tree.arms.values()) count += countLeaves(arm)
  return count
}

/** Replaces every leaf. */
function mapLeaves(tree: Tree, change: (leaf: NumericNode) => Tree): Tree {
  if (isLeaf(tree)) return change(tree)
  if (tree.kind === 'choice')
    return { ...tree, whenTrue: mapLeaves(tree.whenTrue, change), whenFalse: mapLeaves(tree.whenFalse, change) }
  return {
    ...tree,
    arms: new Map([...tree.arms].map(([label, arm]) => [label, mapLeaves(arm, change)])),
    fallback: tree.fallback === null ? null : mapLeaves(tree.fallback, change),
  }
}

function compareTrees(operator: ComparisonOperator, left: Tree, right: Tree): BooleanNode {
  if (!isLeaf(left)) return mapBranches(left, (leaf) => compareTrees(operator, leaf, right))
  if (!isLeaf(right)) return mapBranches(right, (leaf) => compareTrees(operator, left, leaf))
  return numberComparison(operator, left, right)
}

function mapBranches(tree: Choice<Tree> | Case<Tree>, compare: (branch: Tree) => BooleanNode): BooleanNode {
  if (tree.kind === 'choice')
    return booleanBranches({ ...tree, whenTrue: compare(tree.whenTrue), whenFalse: compare(tree.whenFalse) })
  return booleanBranches({
    ...tree,
    arms: new Map([...tree.arms].map(([label, arm]) => [label, compare(arm)])),
    fallback: tree.fallback === null ? null : compare(tree.fallback),
  })
}

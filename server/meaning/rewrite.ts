import type { Checked } from '../language/semantics/checked-ruleset'

/**
 * Copies a checked tree and replaces some nodes. Visits parents first and does not enter replacements.
 * @param replace returns null to keep the node and visit the nodes below it
 */
export function rewriteNodes(node: Checked, replace: (node: Checked) => Checked | null): Checked {
  const replaced = replace(node)
  if (replaced !== null) return replaced
  const of = (part: Checked) => rewriteNodes(part, replace)
  switch (node.kind) {
    case 'boolean':
    case 'number':
    case 'string':
    case 'input':
    case 'let':
    case 'variable':
    case 'vocabulary':
      return node
    case 'negate':
    case 'convert':
      return { ...node, operand: of(node.operand) }
    case 'arithmetic':
    case 'compare':
    case 'differ':
    case 'is-subset':
    case 'set-operation':
    case 'unbridged':
      return { ...node, left: of(node.left), right: of(node.right) }
    case 'connective':
      return { ...node, operands: node.operands.map(of) }
    case 'choice':
      return { ...node, ...rewriteBranches(node, of) }
    case 'case': {
      const arms = node.arms.map(({ label, value }) => ({ label, value: of(value) }))
      return { ...node, subject: of(node.subject), arms, fallback: node.fallback === null ? null : of(node.fallback) }
    }
    case 'quantified': {
      const count = node.count === null ? null : of(node.count)
      return { ...node, count, set: of(node.set), body: of(node.body) }
    }
    case 'is-member':
      return { ...node, value: of(node.value), set: of(node.set) }
    case 'set':
      return { ...node, members: node.members.map(of) }
  }
}

type Branches = Pick<Extract<Checked, { kind: 'choice' }>, 'condition' | 'then' | 'otherwise'>

function rewriteBranches(node: Branches, of: (part: Checked) => Checked): Branches {
  const [condition, then, otherwise] = [of(node.condition), of(node.then), of(node.otherwise)]
  return { condition, then, otherwise }
}

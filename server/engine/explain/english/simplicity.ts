/**
 * Which statements are simple: one line that contains no other statement.
 *
 * Promises: decided from the shape alone, before anything is told, so that nothing is told twice.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'

type Quantified = Extract<Checked, { kind: 'quantified' }>

/** A yes/no expression that has a name. */
export function isNamedAnswer(node: Checked): boolean {
  return node.type.kind === 'boolean' && (node.kind === 'input' || node.kind === 'let' || node.kind === 'variable')
}

/** The answer that the body asks of the variable itself (`x` or `Not(x)`), or null where it says more. */
export function answerAsked(node: Quantified): 'yes' | 'no' | null {
  const { body } = node
  if (body.kind === 'variable' && body.variable === node.variable) return 'yes'
  const inner = body.kind === 'connective' && body.connective === 'Not' ? body.operands[0] : undefined
  return inner?.kind === 'variable' && inner.variable === node.variable ? 'no' : null
}

export function isSimple(node: Checked): boolean {
  switch (node.kind) {
    case 'boolean':
    case 'is-member':
    case 'is-subset':
    case 'unbridged':
      return true
    case 'compare':
      return (
        node.domain !== 'boolean' ||
        (isNamedAnswer(node.left) && (node.right.kind === 'boolean' || isNamedAnswer(node.right)))
      )
    case 'connective': {
      const operand = node.operands[0]
      return (
        node.connective === 'Not' && operand !== undefined && (isNamedAnswer(operand) || operand.kind === 'is-member')
      )
    }
    case 'quantified':
      return answerAsked(node) !== null
    default:
      return isNamedAnswer(node)
  }
}

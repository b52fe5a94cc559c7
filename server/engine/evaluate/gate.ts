/**
 * Strong Kleene gates (kleene.ts). An operand that settles a gate ends its evaluation. Folded constants make presence
 * free for slots that are always present.
 */
import { FALSE, type Outcomes, TRUE } from '../core/value'
import { and, differentOutcomes, equalOutcomes, not, or } from './kleene'
import { type BooleanNode, extentAbove, type Gate, LEAF, type Run } from './node'

type Closure = (run: Run) => Outcomes

export function truthNode(value: Outcomes): BooleanNode {
  return { domain: 'boolean', kind: 'constant', value, evaluate: () => value, ...LEAF }
}

export const ALWAYS = truthNode(TRUE)
export const NEVER = truthNode(FALSE)

export function isConstant(node: BooleanNode, value: Outcomes): boolean {
  return node.kind === 'constant' && node.value === value
}

function gateNode(gate: Gate, operands: readonly BooleanNode[], evaluate: Closure): BooleanNode {
  return { domain: 'boolean', kind: 'gate', gate, operands, evaluate, ...extentAbove(operands) }
}

export function negationGate(operand: BooleanNode): BooleanNode {
  if (operand.kind === 'constant') return truthNode(not(operand.value))
  const inner = operand.evaluate
  return gateNode('not', [operand], (run) => not(inner(run)))
}

export function conjunctionGate(operands: readonly BooleanNode[]): BooleanNode {
  if (operands.some((operand) => isConstant(operand, FALSE))) return NEVER
  const remaining = operands.filter((operand) => !isConstant(operand, TRUE))
  if (remaining.length === 0) return ALWAYS
  if (remaining.length === 1) return remaining[0]!
  return gateNode('and', remaining, evaluateJunction(remaining, and, FALSE))
}

export function disjunctionGate(operands: readonly BooleanNode[]): BooleanNode {
  if (operands.some((operand) => isConstant(operand, TRUE))) return ALWAYS
  const remaining = operands.filter((operand) => !isConstant(operand, FALSE))
  if (remaining.length === 0) return NEVER
  if (remaining.length === 1) return remaining[0]!
  return gateNode('or', remaining, evaluateJunction(remaining, or, TRUE))
}

/** @param settles outcome of one operand that decides the gate */
function evaluateJunction(
  operands: readonly BooleanNode[],
  join: (a: Outcomes, b: Outcomes) => Outcomes,
  settles: Outcomes,
): Closure {
  const closures = operands.map((operand) => operand.evaluate)
  const [a, b, c] = closures
  if (closures.length === 2 && a !== undefined && b !== undefined)
    return (run) => {
      const first = a(run)
      return first === settles ? settles : join(first, b(run))
    }
  if (closures.length === 3 && a !== undefined && b !== undefined && c !== undefined)
    return (run) => {
      const first = a(run)
      if (first === settles) return settles
      const second = b(run)
      return second === settles ? settles : join(join(first, second), c(run))
    }
  return (run) => {
    let joined = closures[0]!(run)
    for (let i = 1; i < closures.length && joined !== settles; i++) joined = join(joined, closures[i]!(run))
    return joined
  }
}

export function implicationGate(condition: BooleanNode, consequence: BooleanNode): BooleanNode {
  if (isConstant(condition, TRUE)) return consequence
  if (isConstant(condition, FALSE)) return ALWAYS
  const first = condition.evaluate
  const second = consequence.evaluate
  return gateNode('implies', [condition, consequence], (run) => {
    const premise = first(run)
    return premise === FALSE ? TRUE : or(not(premise), second(run))
  })
}

/** `==` on truth values. */
export function equivalenceGate(left: BooleanNode, right: BooleanNode): BooleanNode {
  const first = left.evaluate
  const second = right.evaluate
  return gateNode('equal', [left, right], (run) => equalOutcomes(first(run), second(run)))
}

/** Whether the outcomes differ; having no value is one of the outcomes. */
export function distinctionGate(left: BooleanNode, right: BooleanNode): BooleanNode {
  const first = left.evaluate
  const second = right.evaluate
  return gateNode('differ', [left, right], (run) => differentOutcomes(first(run), second(run)))
}

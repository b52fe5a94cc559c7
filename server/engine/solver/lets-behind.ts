/**
 * Which lets an expression stands on, directly or through other lets.
 *
 * Promises: ascending, each once; a let names earlier lets only, so lowering them in this order meets each before its
 * first use. Work and memory grow with the nodes of the lets involved, whatever their nesting.
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'

export function letsBehind(ruleset: CheckedRuleset, expression: Checked): readonly number[] {
  const found = new Set<number>()
  const waiting: Checked[] = [expression]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'let') {
      const value = ruleset.lets[node.let]?.value
      if (value === undefined || found.has(node.let)) continue
      found.add(node.let)
      waiting.push(value)
    } else {
      for (const part of parts(node)) waiting.push(part)
    }
  }
  return [...found].sort((a, b) => a - b)
}

function parts(node: Checked): readonly Checked[] {
  switch (node.kind) {
    case 'boolean':
    case 'number':
    case 'string':
    case 'input':
    case 'let':
    case 'variable':
    case 'vocabulary':
      return []
    case 'negate':
    case 'convert':
      return [node.operand]
    case 'arithmetic':
    case 'compare':
    case 'is-subset':
    case 'set-operation':
    case 'unbridged':
      return [node.left, node.right]
    case 'connective':
      return node.operands
    case 'choice':
      return [node.condition, node.then, node.otherwise]
    case 'case':
      return [node.subject, ...node.arms.map((arm) => arm.value), ...(node.fallback === null ? [] : [node.fallback])]
    case 'quantified':
      return [node.set, node.body, ...(node.count === null ? [] : [node.count])]
    case 'is-member':
      return [node.value, node.set]
    case 'set':
      return node.members
  }
}

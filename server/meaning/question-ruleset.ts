/**
 * A ruleset whose assertions are conditions. Inputs keep their indices, but only named lets are kept, so the same
 * condition is always the same question.
 */
import type { Meter } from '../engine/core/meter'
import { compileProgram, type Program } from '../engine/evaluate/program'
import type { Checked, CheckedLet, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { rewriteNodes, walkTree } from '../language/semantics/tree/children'
import type { Condition, Space } from './condition'

export const CONDITION = 'condition'

export function questionRuleset(space: Space, condition: Condition): CheckedRuleset {
  return conditionsRuleset(space, [condition])
}

export function conditionsRuleset(space: Space, conditions: readonly Condition[]): CheckedRuleset {
  const named = letsBehind(space, conditions)
  const renumbered = named.length === 0 ? (node: Checked) => node : renumberedLets(named)
  const lets = named.map((index): CheckedLet => {
    const definition = space.lets[index]!
    return { ...definition, value: renumbered(definition.value) }
  })
  const assertions = conditions.map((condition) => ({
    ...UNWRITTEN,
    expression: renumbered(condition),
    reads: inputsOf(space, condition),
  }))
  const { version, inputs, ownSymbols } = space
  return { version, inputs, lets, assertions, reports: [], ownSymbols }
}

function renumberedLets(named: readonly number[]): (node: Checked) => Checked {
  const places = new Map(named.map((index, place) => [index, place]))
  return (node) => rewriteNodes(node, (part) => (part.kind === 'let' ? { ...part, let: places.get(part.let)! } : null))
}

const UNWRITTEN = { name: CONDITION, policy: 'neutral', source: '', line: 0, comment: [], unbridged: [] } as const

/** The inputs of a condition, including those that it reads through lets; ascending. */
export function inputsOf(space: Space, condition: Condition): readonly number[] {
  const inputs = new Set<number>()
  const visit = (node: Checked): void => {
    if (node.kind === 'input') inputs.add(node.input)
  }
  walkTree(condition, visit)
  for (const index of letsBehind(space, [condition])) walkTree(space.lets[index]!.value, visit)
  return sortedIndices(inputs)
}

const NO_LETS: readonly number[] = []

/** The lets of the conditions, including lets that other lets use; ascending. */
export function letsBehind({ lets }: Space, conditions: readonly Condition[]): readonly number[] {
  if (lets.length === 0) return NO_LETS
  const indices = new Set<number>()
  const visit = (node: Checked): void => {
    if (node.kind === 'let') indices.add(node.let)
  }
  for (const condition of conditions) walkTree(condition, visit)
  // Added indices are iterated too.
  for (const index of indices) walkTree(lets[index]!.value, visit)
  return sortedIndices(indices)
}

function sortedIndices(indices: ReadonlySet<number>): readonly number[] {
  const list = [...indices]
  return list.length < 2 ? list : list.sort((a, b) => a - b)
}

/** Compiling a node takes about as long as this many visits. */
const STEPS_PER_NODE = 16

export function nodesOf({ lets, assertions }: Pick<CheckedRuleset, 'lets' | 'assertions'>): number {
  let nodes = 0
  const count = () => {
    nodes++
  }
  for (const { value } of lets) walkTree(value, count)
  for (const { expression } of assertions) walkTree(expression, count)
  return nodes
}

/**
 * Spends the size first, because questions that share large definitions compile them each time.
 * @throws StepsExceededError
 */
export function compileWithin(ruleset: CheckedRuleset, meter: Meter): Program {
  meter.spend(nodesOf(ruleset) * STEPS_PER_NODE)
  return compileProgram(ruleset)
}

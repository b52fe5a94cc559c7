/** Inputs that are not returned change no outcome: they are only in settled parts or branches that are not taken. */
import { Rational } from '../../language/numeric/rational'
import type { Meter } from '../core/meter'
import { FALSE, type Known, TRUE } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import { childNodes, type Run, type ValueNode } from '../evaluate/node'
import type { Program } from '../evaluate/program'
import { NO_VALUE } from '../evaluate/quantity'

/** @returns inputs in the expression's order */
export function occurringInputs(program: Program, assertion: number, known: Known, meter: Meter): readonly number[] {
  const run = program.begin(known, meter)
  program.evaluateMore(assertion, run)
  return occurringIn(program.roots[assertion]!, run)
}

/** As {@link occurringInputs}, of a definition. @param index as of {@link Program.evaluateLet} */
export function occurringInLet(program: Program, index: number, known: Known, meter: Meter): readonly number[] {
  const run = program.begin(known, meter)
  program.evaluateLet(index, run)
  return occurringIn(program.letNode(index), run)
}

function occurringIn(root: ValueNode, run: Run): readonly number[] {
  const inputs = new Set<number>()
  const seen = new Set<ValueNode>()
  const open: ValueNode[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'constant' || isSettled(node, run)) continue
    if (node.kind === 'input') {
      inputs.add(node.input)
      continue
    }
    if (node.kind === 'shared') {
      if (seen.has(node)) continue
      seen.add(node)
    }
    const next = reachableChildren(node, run)
    for (let i = next.length - 1; i >= 0; i--) open.push(next[i]!)
  }
  return [...inputs]
}

function isSettled(node: ValueNode, run: Run): boolean {
  run.meter.spend(node.cost)
  switch (node.domain) {
    case 'boolean':
      return isDefinite(node.evaluate(run))
    case 'numeric': {
      const value = node.evaluate(run)
      return value instanceof Rational || value === NO_VALUE
    }
    case 'member': {
      const value = node.evaluate(run)
      return typeof value === 'string' || value === NO_VALUE
    }
  }
}

/** Children that some completion can reach. */
function reachableChildren(node: ValueNode, run: Run): readonly ValueNode[] {
  switch (node.kind) {
    case 'choice': {
      const taken = node.condition.evaluate(run)
      if (taken === TRUE) return [node.whenTrue]
      if (taken === FALSE) return [node.whenFalse]
      return childNodes(node)
    }
    case 'case': {
      const label = node.subject.evaluate(run)
      if (typeof label !== 'string') return childNodes(node)
      const arm = node.arms.get(label) ?? node.fallback
      return arm === null ? [] : [arm]
    }
    case 'membership':
      return [
        node.value,
        ...node.set.slots.flatMap(({ presence, value }) => (presence.evaluate(run) === FALSE ? [] : [presence, value])),
      ]
    default:
      return childNodes(node)
  }
}

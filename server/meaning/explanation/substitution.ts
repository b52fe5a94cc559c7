import type { Value } from '../../engine/core/value'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedLet } from '../../language/semantics/checked-ruleset'
import { rewriteNodes } from '../../language/semantics/tree/children'
import type { Condition, Space } from '../condition'
import { inputsOf, letsBehind } from '../question-ruleset'

export interface Substituted {
  readonly space: Space
  readonly condition: Condition
}

/**
 * Replaces inputs, also in copies of the definitions that name them. Other inputs and lets keep their indices.
 * @param replacements by input
 */
export function substituteInputs(
  space: Space,
  condition: Condition,
  replacements: ReadonlyMap<number, Checked>,
): Substituted {
  const lets: CheckedLet[] = [...space.lets]
  const copies = new Map<number, number>()
  const replaced = (root: Checked): Checked =>
    rewriteNodes(root, (node) => {
      if (node.kind === 'input') return replacements.get(node.input) ?? null
      if (node.kind !== 'let') return null
      const copy = copies.get(node.let)
      return copy === undefined ? null : { ...node, let: copy }
    })
  // A let names only earlier ones, so their copies exist.
  for (const index of letsBehind(space, [condition])) {
    const definition = space.lets[index]!
    const named: Checked = { ...definition.value, kind: 'let', let: index }
    if (!inputsOf(space, named).some((input) => replacements.has(input))) continue
    copies.set(index, lets.push({ ...definition, value: replaced(definition.value) }) - 1)
  }
  return { space: { ...space, lets }, condition: replaced(condition) }
}

export function constantOf({ type }: Pick<Checked, 'type'>, value: Value): Checked {
  const nowhere = { type, start: 0, end: 0 } as const
  if (typeof value === 'boolean') return { kind: 'boolean', value, ...nowhere }
  return value instanceof Rational ? { kind: 'number', value, ...nowhere } : { kind: 'string', value, ...nowhere }
}

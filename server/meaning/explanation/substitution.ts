/**
 * A condition with some of its inputs replaced, through definitions too.
 *
 * Promises: the space only grows: inputs and lets that were there stay at their indices. Definitions are copied only
 * where they name a replaced input.
 */
import type { Value } from '../../engine/value'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedLet } from '../../language/semantics/checked-ruleset'
import type { Condition, Space } from '../condition'
import { inputsOf, letsBehind } from '../question-ruleset'
import { rewrite } from '../rewrite'

export interface Substituted {
  readonly space: Space
  readonly condition: Condition
}

/** @param replacements by input of the space */
export function substitute(
  space: Space,
  condition: Condition,
  replacements: ReadonlyMap<number, Checked>,
): Substituted {
  const lets: CheckedLet[] = [...space.lets]
  const copies = new Map<number, number>()
  const replaced = (root: Checked): Checked =>
    rewrite(root, (node) => {
      if (node.kind === 'input') return replacements.get(node.input) ?? null
      if (node.kind !== 'let') return null
      const copy = copies.get(node.let)
      return copy === undefined ? null : { ...node, let: copy }
    })
  // A let names earlier ones alone, so their copies are there.
  for (const index of letsBehind(space, [condition])) {
    const definition = space.lets[index]!
    const named: Checked = { ...definition.value, kind: 'let', let: index }
    if (!inputsOf(space, named).some((input) => replacements.has(input))) continue
    copies.set(index, lets.push({ ...definition, value: replaced(definition.value) }) - 1)
  }
  return { space: { ...space, lets }, condition: replaced(condition) }
}

/** A value as an expression of this type. */
export function constantOf({ type }: Pick<Checked, 'type'>, value: Value): Checked {
  const nowhere = { type, start: 0, end: 0 } as const
  if (typeof value === 'boolean') return { kind: 'boolean', value, ...nowhere }
  return value instanceof Rational ? { kind: 'number', value, ...nowhere } : { kind: 'string', value, ...nowhere }
}

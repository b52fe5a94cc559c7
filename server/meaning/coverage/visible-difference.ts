/**
 * Where two conditions differ as far as a caller can see, who states no local.
 *
 * Promises: TRUE where the outcomes that are possible over all values of the locals are not the same for both. Without
 * locals that is where the outcomes differ.
 */

import { FALSE, NONE, TRUE } from '../../engine/value'
import type { Checked, CheckedAssertion, Input } from '../../language/semantics/checked-ruleset'
import { type Condition, difference, disjunction, hasOutcome, type Space } from '../condition'
import { type Replace, varyEverywhere } from '../parts/variation'
import { inputsOf } from '../question-ruleset'

export interface SpaceAndCondition {
  readonly space: Space
  readonly condition: Condition
}

/** Values of the locals that are gone through; where there are more, outcomes are compared local by local. */
const MAX_COMBINATIONS = 16

export function visibleDifference(space: Space, before: Condition, after: Condition): SpaceAndCondition {
  const plain = { space, condition: difference(before, after) }
  const locals = inputsOf(space, plain.condition).filter((index) => space.inputs[index]!.kind === 'local')
  const combinations = locals.length === 0 ? null : combinationsOf(space, locals)
  if (combinations === null) return plain
  const variation = varyEverywhere({ ...space, assertions: [asAssertion(before), asAssertion(after)] }, combinations)
  const possible = (assertion: number, outcome: number) =>
    disjunction(combinations.map((_, index) => hasOutcome(variation.condition(assertion, index), outcome)))
  const differs = [TRUE, FALSE, NONE].map((outcome) => difference(possible(0, outcome), possible(1, outcome)))
  return { space: variation.space, condition: disjunction(differs) }
}

/** One replacement for each combination of values; null where a local is a number, or where there are too many. */
function combinationsOf({ inputs }: Space, locals: readonly number[]): readonly Replace[] | null {
  let combinations: readonly ReadonlyMap<number, Checked>[] = [new Map()]
  for (const local of locals) {
    const values = literals(inputs[local]!)
    if (values === null || combinations.length * values.length > MAX_COMBINATIONS) return null
    combinations = combinations.flatMap((chosen) => values.map((value) => new Map([...chosen, [local, value]])))
  }
  return combinations.map((chosen) => (node) => (node.kind === 'input' ? (chosen.get(node.input) ?? null) : null))
}

function literals({ type }: Input): readonly Checked[] | null {
  switch (type.kind) {
    case 'boolean':
      return [true, false].map((value) => ({ kind: 'boolean', value, type, start: 0, end: 0 }))
    case 'enum':
      return type.vocabulary.map((value) => ({ kind: 'string', value, type, start: 0, end: 0 }))
    case 'numeric':
      return null
  }
}

function asAssertion(expression: Condition): CheckedAssertion {
  const nothing = { comment: [], reads: [], unbridged: [] }
  return { name: '', policy: 'neutral', expression, source: '', line: 0, ...nothing }
}

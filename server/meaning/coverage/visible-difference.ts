/**
 * Finds where answers differ under a policy, over all values of the locals. A local is replaced by a known input,
 * because a literal would change the slots of sets. If no complete dictionary shows a difference, no partial one does.
 */

import { FALSE, type Known, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedAssertion } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import { type Condition, conjunction, difference, disjunction, hasOutcome, type Space } from '../condition'
import { type Replace, varyEverywhere } from '../parts/variation'
import { inputsOf } from '../question-ruleset'

export interface VisibleDifference {
  readonly space: Space
  readonly condition: Condition
  /** Null is open; only inputs added for locals are known. */
  readonly known: Known
  /** Whether the locals have every value, instead of being open like claims. */
  readonly isSettled: boolean
}

/** Beyond it, outcomes are compared for each value of the locals. */
const MAX_COMBINATIONS = 16

export function visibleDifference(
  space: Space,
  before: Condition,
  after: Condition,
  policy: Policy,
): VisibleDifference {
  const condition = difference(before, after)
  const locals = inputsOf(space, condition).filter((index) => space.inputs[index]!.kind === 'local')
  const settled = locals.length === 0 ? null : settledLocals(space, locals)
  if (settled === null) return { space, condition, known: space.inputs.map(() => null), isSettled: locals.length === 0 }
  const { inputs, known, combinations } = settled
  const variation = varyEverywhere(
    { ...space, inputs, assertions: [asAssertion(before), asAssertion(after)], reports: [] },
    combinations,
  )
  const over = (assertion: number, outcome: Outcomes, isEnoughOnce: boolean) => {
    const each = combinations.map((_, index) => hasOutcome(variation.condition(assertion, index), outcome))
    return isEnoughOnce ? disjunction(each) : conjunction(each)
  }
  const isTrue = (assertion: number) => over(assertion, TRUE, policy === 'optimistic')
  const isFalse = (assertion: number) => over(assertion, FALSE, policy === 'pessimistic')
  const differs = [difference(isTrue(0), isTrue(1)), difference(isFalse(0), isFalse(1))]
  return { space: variation.space, condition: disjunction(differs), known, isSettled: true }
}

interface SettledLocals {
  /** The original inputs, then one for each value of each local. */
  readonly inputs: readonly Input[]
  readonly known: Known
  readonly combinations: readonly Replace[]
}

/** Null for a numeric local or too many combinations. */
function settledLocals(space: Space, locals: readonly number[]): SettledLocals | null {
  const inputs = [...space.inputs]
  const known: (Value | null)[] = inputs.map(() => null)
  let combinations: readonly ReadonlyMap<number, number>[] = [new Map()]
  for (const local of locals) {
    const input = space.inputs[local]!
    const values = valuesOf(input)
    if (values === null || combinations.length * values.length > MAX_COMBINATIONS) return null
    const first = inputs.length
    for (const value of values) {
      inputs.push(input)
      known.push(value)
    }
    combinations = combinations.flatMap((chosen) => values.map((_, at) => new Map([...chosen, [local, first + at]])))
  }
  return { inputs, known, combinations: combinations.map(replaceInputs) }
}

/** Replaces inputs by other inputs. */
export function replaceInputs(places: ReadonlyMap<number, number>): Replace {
  return (node) => {
    const place = node.kind === 'input' ? places.get(node.input) : undefined
    return place === undefined || node.kind !== 'input' ? null : { ...node, input: place }
  }
}

function valuesOf({ type }: Input): readonly Value[] | null {
  switch (type.kind) {
    case 'boolean':
      return [true, false]
    case 'enum':
      return type.vocabulary
    case 'numeric':
    case 'date':
    case 'timestamp':
      return null
  }
}

export function asAssertion(expression: Condition): CheckedAssertion {
  const nothing = { comment: [], reads: [], unbridged: [] }
  return { name: '', policy: 'neutral', expression, source: '', line: 0, ...nothing }
}

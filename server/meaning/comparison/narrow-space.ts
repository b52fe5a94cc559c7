/**
 * The part of a space that some conditions name, in the same order, so that questions cost less and keep their
 * witnesses.
 */

import type { Known, Value } from '../../engine/core/value'
import { firstCandidate } from '../../engine/search/candidates'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { rewriteNodes, walkTree } from '../../language/semantics/tree/children'
import type { Condition, Space } from '../condition'
import { movedInput } from '../moved-input'
import { letsBehind } from '../question-ruleset'

export interface NarrowSpace {
  readonly space: Space
  readonly conditions: readonly [Condition, Condition]
  /** From the narrow to the whole space. */
  readonly inputs: readonly number[]
}

export function narrowSpace(whole: Space, conditions: readonly [Condition, Condition]): NarrowSpace {
  const lets = letsBehind(whole, conditions)
  const inputs = namedInputs([...conditions, ...lets.map((index) => whole.lets[index]!.value)])
  const letPlaces = new Map(lets.map((index, place) => [index, place]))
  const inputPlaces = new Map(inputs.map((index, place) => [index, place]))
  const narrow = (expression: Checked) =>
    rewriteNodes(expression, (node) => {
      if (node.kind === 'let') return { ...node, let: letPlaces.get(node.let)! }
      const isNamed = node.kind === 'input' || node.kind === 'vocabulary'
      return isNamed ? { ...node, input: inputPlaces.get(node.input)! } : null
    })
  const space: Space = {
    version: whole.version,
    inputs: inputs.map((index) => movedInput(whole.inputs[index]!, (other) => inputPlaces.get(other))),
    lets: lets.map((index) => ({ ...whole.lets[index]!, value: narrow(whole.lets[index]!.value) })),
    ownSymbols: whole.ownSymbols,
  }
  return { space, conditions: [narrow(conditions[0]), narrow(conditions[1])], inputs }
}

function namedInputs(expressions: readonly Checked[]): readonly number[] {
  const named = new Set<number>()
  const visit = (node: Checked): void => {
    if (node.kind === 'input' || node.kind === 'vocabulary') named.add(node.input)
  }
  for (const expression of expressions) walkTree(expression, visit)
  return [...named].sort((a, b) => a - b)
}

/** Other inputs take their first candidate. */
export function widenValues(whole: Space, inputs: readonly number[], values: Known): Known {
  const wide: (Value | null)[] = whole.inputs.map(firstCandidate)
  inputs.forEach((index, place) => {
    wide[index] = values[place] ?? null
  })
  return wide
}

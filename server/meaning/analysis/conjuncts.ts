/** Splits a condition that has the wanted outcome exactly if every part does. Follows definitions. */
import type { Checked } from '../../language/semantics/checked-ruleset'
import { type Condition, negation, type Space } from '../condition'

export interface Conjunct {
  readonly node: Checked
  readonly wanted: boolean
}

export function splitCondition(space: Space, node: Checked, wanted: boolean): readonly Conjunct[] {
  const of = (part: Checked, truth: boolean) => splitCondition(space, part, truth)
  switch (node.kind) {
    case 'let':
      return of(space.lets[node.let]!.value, wanted)
    case 'choice':
      // An IF without ELSE is TRUE when its condition is not.
      return node.partial && !wanted ? [...of(node.condition, true), ...of(node.then, false)] : [{ node, wanted }]
    case 'connective': {
      const [first, second] = node.operands
      switch (node.connective) {
        case 'Not':
          return of(first!, !wanted)
        case 'And':
          return wanted ? node.operands.flatMap((operand) => of(operand, true)) : [{ node, wanted }]
        case 'Or':
          return wanted ? [{ node, wanted }] : node.operands.flatMap((operand) => of(operand, false))
        case 'Implies':
          return wanted ? [{ node, wanted }] : [...of(first!, true), ...of(second!, false)]
        case 'Xor':
          return [{ node, wanted }]
      }
    }
  }
  return [{ node, wanted }]
}

export function conjunctCondition({ node, wanted }: Conjunct): Condition {
  return wanted ? node : negation(node)
}

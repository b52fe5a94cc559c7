/**
 * A condition as parts that must all come out in a stated way for the condition to come out as wanted.
 *
 * Promises: the condition has the wanted outcome exactly where every part has its own. Definitions are followed.
 */
import type { Checked } from '../../language/semantics/checked-ruleset'
import { type Condition, negation, type Space } from '../condition'

export interface Conjunct {
  readonly node: Checked
  readonly wanted: boolean
}

export function conjuncts(space: Space, node: Checked, wanted: boolean): readonly Conjunct[] {
  const of = (part: Checked, truth: boolean) => conjuncts(space, part, truth)
  switch (node.kind) {
    case 'let':
      return of(space.lets[node.let]!.value, wanted)
    case 'choice':
      // An IF without an ELSE holds where its condition does not.
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

/** TRUE exactly where the part comes out as wanted. */
export function conjunctCondition({ node, wanted }: Conjunct): Condition {
  return wanted ? node : negation(node)
}

/**
 * Replaces "for all" and "there is" over written sets by conjunctions and disjunctions, so that each member has its own
 * comparison. Outcomes and places in the text stay the same.
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { rewriteNodes } from '../../language/semantics/tree/children'
import { conjunction, disjunction } from '../condition'

/** Quantifiers over larger sets stay. */
const MAX_MEMBERS = 64

export function expandQuantifiers(ruleset: CheckedRuleset): CheckedRuleset {
  const expand = (expression: Checked): Checked =>
    rewriteNodes(expression, (node) => {
      const members = node.kind === 'quantified' ? membersOf(ruleset, node.set) : null
      if (node.kind !== 'quantified' || members === null) return null
      const { variable, quantifier } = node
      if (quantifier !== 'ForAll' && quantifier !== 'Exists') return null
      const bodies = members.map((member) =>
        expand(
          rewriteNodes(node.body, (at) => (at.kind === 'variable' && at.variable === variable ? { ...member } : null)),
        ),
      )
      return quantifier === 'ForAll' ? conjunction(bodies) : disjunction(bodies)
    })
  return {
    ...ruleset,
    lets: ruleset.lets.map((definition) => ({ ...definition, value: expand(definition.value) })),
    assertions: ruleset.assertions.map((assertion) => ({ ...assertion, expression: expand(assertion.expression) })),
  }
}

/** Null if the set is computed or too large. */
function membersOf({ lets }: CheckedRuleset, set: Checked): readonly Checked[] | null {
  const written = set.kind === 'let' ? lets[set.let]!.value : set
  return written.kind === 'set' && written.members.length <= MAX_MEMBERS ? written.members : null
}

/** A ruleset and the same with one part replaced, over the same inputs. */
import type { Checked, CheckedLet, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { rewriteNodes } from '../../language/semantics/tree/children'
import { type Condition, conditionOf, type Space } from '../condition'
import type { Part } from './part'

/** Null keeps the node and visits the nodes below it. */
export type Replace = (node: Checked) => Checked | null

export interface Variation {
  readonly space: Space
  condition(assertion: number, replacement: number): Condition
}

/** @param replacements tried separately */
export function varyPart(ruleset: CheckedRuleset, { owner, node }: Part, replacements: readonly Checked[]): Variation {
  const replaces = replacements.map((replacement) => (at: Checked) => (at === node ? replacement : null))
  if (owner.kind === 'definition') return varyEverywhere(ruleset, replaces)
  return {
    space: ruleset,
    condition: (assertion, replacement) => {
      const condition = conditionOf(ruleset.assertions[assertion]!)
      return assertion === owner.index ? rewriteNodes(condition, replaces[replacement]!) : condition
    },
  }
}

/** Varies nodes in several statements. */
export function varyEverywhere(ruleset: CheckedRuleset, replaces: readonly Replace[]): Variation {
  const lets: CheckedLet[] = [...ruleset.lets]
  const copied = replaces.map((replace) => copyDefinitions(ruleset, lets, replace))
  return {
    space: { ...ruleset, lets },
    condition: (assertion, replacement) =>
      rewriteNodes(conditionOf(ruleset.assertions[assertion]!), copied[replacement]!),
  }
}

/** Replaces in copies of the definitions that change, and uses these copies. */
function copyDefinitions(ruleset: CheckedRuleset, lets: CheckedLet[], replace: Replace): Replace {
  const copies = new Map<number, number>()
  let changed = false
  const replaced: Replace = (at) => {
    const copy = at.kind === 'let' ? copies.get(at.let) : undefined
    const replacement = copy === undefined || at.kind !== 'let' ? replace(at) : { ...at, let: copy }
    changed ||= replacement !== null
    return replacement
  }
  // A definition names only earlier ones.
  ruleset.lets.forEach((definition, index) => {
    changed = false
    const value = rewriteNodes(definition.value, replaced)
    if (changed) copies.set(index, lets.push({ ...definition, value }) - 1)
  })
  return replaced
}

/**
 * A ruleset with one part replaced, beside the ruleset as it is, so that a condition can name the assertions of both.
 *
 * Promises: replacing a part of a definition changes every assertion that names the definition, directly or through
 * others. Nothing is evaluated. Inputs stay at their indices.
 */
import type { Checked, CheckedLet, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { type Condition, conditionOf, type Space } from '../condition'
import { rewrite } from '../rewrite'
import type { Part } from './part'

/** The node to stand in place of this one, or null where it stays and the nodes below it are looked at. */
export type Replace = (node: Checked) => Checked | null

export interface Variation {
  readonly space: Space
  /** What an assertion asks under one of the replacements, by its index. */
  condition(assertion: number, replacement: number): Condition
}

/** @param replacements what the part becomes, each of them by itself; of the type of the part */
export function vary(ruleset: CheckedRuleset, { owner, node }: Part, replacements: readonly Checked[]): Variation {
  const replaces = replacements.map((replacement) => (at: Checked) => (at === node ? replacement : null))
  if (owner.kind === 'definition') return varyEverywhere(ruleset, replaces)
  return {
    space: ruleset,
    condition: (assertion, replacement) => {
      const condition = conditionOf(ruleset.assertions[assertion]!)
      return assertion === owner.index ? rewrite(condition, replaces[replacement]!) : condition
    },
  }
}

/** The same for nodes that stand in several statements. */
export function varyEverywhere(ruleset: CheckedRuleset, replaces: readonly Replace[]): Variation {
  const lets: CheckedLet[] = [...ruleset.lets]
  const copied = replaces.map((replace) => copyDefinitions(ruleset, lets, replace))
  return {
    space: { ...ruleset, lets },
    condition: (assertion, replacement) => rewrite(conditionOf(ruleset.assertions[assertion]!), copied[replacement]!),
  }
}

/** Appends a copy of each definition that the replacement changes; the result replaces in what names definitions. */
function copyDefinitions(ruleset: CheckedRuleset, lets: CheckedLet[], replace: Replace): Replace {
  const copies = new Map<number, number>()
  let changed = false
  const replaced: Replace = (at) => {
    const copy = at.kind === 'let' ? copies.get(at.let) : undefined
    const replacement = copy === undefined || at.kind !== 'let' ? replace(at) : { ...at, let: copy }
    changed ||= replacement !== null
    return replacement
  }
  // A definition names earlier ones alone.
  ruleset.lets.forEach((definition, index) => {
    changed = false
    const value = rewrite(definition.value, replaced)
    if (changed) copies.set(index, lets.push({ ...definition, value }) - 1)
  })
  return replaced
}

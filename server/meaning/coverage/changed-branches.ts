/** An arm of a CASE takes its neighbour's value, or a claim used as a condition is negated. */
import { quoteVisible } from '../../engine/explain/english/clause'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { negation } from '../condition'
import type { Part } from '../parts/part'
import type { SourceText } from '../parts/source-text'
import type { Replacement } from './changed-parts'

export function changedBranch(node: Checked, text: SourceText): readonly Replacement[] {
  if (node.kind !== 'case') return []
  return node.arms.flatMap((arm, index) => {
    const value = node.arms[index + 1]?.value ?? node.fallback ?? (index === 0 ? undefined : node.arms[0]!.value)
    if (value === undefined) return []
    const make = () => ({ ...node, arms: node.arms.with(index, { ...arm, value }) })
    const change = `for ${quoteVisible(arm.label)}, ${text.quoted(arm.value)} becomes ${text.quoted(value)}`
    return [{ make, change }]
  })
}

/** Other changes test these. */
const TESTED_OTHERWISE: ReadonlySet<Checked['kind']> = new Set(['compare', 'set', 'is-member'])

export function changedCondition({ node, parent }: Part, text: SourceText): readonly Replacement[] {
  if (node.kind !== 'input' || node.type.kind !== 'boolean') return []
  if (parent !== null && (TESTED_OTHERWISE.has(parent.kind) || isNot(parent))) return []
  return [{ make: () => negation(node), change: `Not is put before ${text.quoted(node)}` }]
}

function isNot(node: Checked): boolean {
  return node.kind === 'connective' && node.connective === 'Not'
}

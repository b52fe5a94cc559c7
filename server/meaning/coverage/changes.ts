/**
 * Every change of one place that test cases should notice: definitions, then assertions, then policies. Assertions that
 * never have an answer are left out.
 */

import { printDate } from '../../language/numeric/calendar'
import { printInstant } from '../../language/numeric/instant'
import { printNumeral } from '../../language/numeric/numeral'
import { add, ONE, type Rational, subtract, toDouble } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import { Dependents } from '../parts/dependents'
import { type Part, partsOf } from '../parts/part'
import { SourceText, type WrittenRuleset } from '../parts/source-text'
import { stepOf } from '../parts/step'
import { changedBranch, changedCondition } from './changed-branches'
import { ChangedMembers, changedComparison, changedConnective, type Replacement } from './changed-parts'

export type Change = { readonly change: string; readonly affected: readonly number[] } & (
  | { readonly kind: 'part'; readonly part: Part; readonly replacement: () => Checked }
  | { readonly kind: 'policy'; readonly assertion: number; readonly policy: Policy }
)

const POLICIES: readonly Policy[] = ['neutral', 'optimistic', 'pessimistic']

export function changesOf({ source, ruleset }: WrittenRuleset): readonly Change[] {
  const text = new SourceText(source)
  const members = new ChangedMembers(text)
  const dependents = new Dependents(ruleset)
  const changed = partsOf(ruleset).flatMap((part) => {
    const affected = dependents.of(part.owner)
    if (affected.length === 0) return []
    return replacementsOf(part, text, members).map(({ make, change }): Change => {
      return { kind: 'part', part, replacement: make, change, affected }
    })
  })
  return [...changed, ...policyChanges(ruleset)]
}

function replacementsOf(part: Part, text: SourceText, members: ChangedMembers): readonly Replacement[] {
  return [
    ...changedNumber(part.node),
    ...changedComparison(part.node, text),
    ...changedConnective(part.node, text),
    ...members.of(part),
    ...changedBranch(part.node, text),
    ...changedCondition(part, text),
  ]
}

function changedNumber(node: Checked): readonly Replacement[] {
  if (node.kind !== 'number') return []
  const { kind } = node.type
  const step = kind === 'date' || kind === 'timestamp' ? ONE : stepOf(node.value)
  const print = kind === 'date' ? dayText : kind === 'timestamp' ? printInstant : printNumeral
  return [add(node.value, step), subtract(node.value, step)].map((value) => ({
    make: () => ({ ...node, value }),
    change: `${print(node.value)} becomes ${print(value)}`,
  }))
}

function dayText(day: Rational): string {
  return printDate(toDouble(day))
}

function policyChanges({ assertions }: CheckedRuleset): readonly Change[] {
  return assertions.flatMap(({ policy, unbridged }, assertion) => {
    const others = unbridged.length > 0 ? [] : POLICIES.filter((other) => other !== policy)
    return others.map((other): Change => {
      const change = `the policy ${policy} becomes ${other}`
      return { kind: 'policy', assertion, policy: other, change, affected: [assertion] }
    })
  })
}

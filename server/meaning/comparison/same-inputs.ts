import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { PairedNames } from './joined-rulesets'
import { areListsSame } from './same-expression'

export function changedVocabularies(
  before: CheckedRuleset,
  after: CheckedRuleset,
  { earlier }: PairedNames,
): ReadonlySet<string> {
  const changed = new Set<string>()
  after.inputs.forEach(({ name, type }, index) => {
    const other = before.inputs[earlier[index]!]?.type
    if (type.kind === 'enum' && other?.kind === 'enum' && !areMembersSame(type.vocabulary, other.vocabulary))
      changed.add(name)
  })
  return changed
}

function areMembersSame(one: readonly string[], other: readonly string[]): boolean {
  return areListsSame(one, other) || (one.length === other.length && one.every((member) => other.includes(member)))
}

/** From the earlier to the later input if values are read alike, or -1. */
export function samePlaces(before: CheckedRuleset, after: CheckedRuleset, { later }: PairedNames): readonly number[] {
  return later.map((place, index) => {
    const other = after.inputs[place]
    return other !== undefined && isReadAlike(before.inputs[index]!, other) ? place : -1
  })
}

function isReadAlike(before: Input, after: Input): boolean {
  if (before.kind !== after.kind || before.type.kind !== after.type.kind || before.whole !== after.whole) return false
  const [was, now] = [before.declaredUnit, after.declaredUnit]
  if (was === null || now === null) return was === now
  return was.text === now.text && was.difference === now.difference
}

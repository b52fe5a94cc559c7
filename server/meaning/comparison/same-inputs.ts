import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { areAskedAlike } from './aligned-texts'
import type { PairedNames } from './joined-rulesets'
import { areListsSame } from './same-expression'

/** Claims that have other values, so that an unknown one has other completions. */
export function changedVocabularies(
  before: CheckedRuleset,
  after: CheckedRuleset,
  { earlier, later }: PairedNames,
): ReadonlySet<string> {
  const changed = new Set<string>()
  const addSingle = ({ name, form }: Input) => {
    if (form?.kind === 'code' || form?.kind === 'given') changed.add(name)
  }
  after.inputs.forEach((input, index) => {
    const other = before.inputs[earlier[index]!]
    if (other === undefined) addSingle(input)
    else if (!areValuesSame(other, input)) changed.add(input.name)
  })
  before.inputs.forEach((input, index) => {
    if (later[index] === -1) addSingle(input)
  })
  return changed
}

function areValuesSame({ type: was, whole: wasWhole }: Input, { type: now, whole }: Input): boolean {
  if (was.kind === 'numeric' && now.kind === 'numeric') return wasWhole === whole
  return was.kind !== 'enum' || now.kind !== 'enum' || areMembersSame(now.vocabulary, was.vocabulary)
}

function areMembersSame(one: readonly string[], other: readonly string[]): boolean {
  return areListsSame(one, other) || (one.length === other.length && one.every((member) => other.includes(member)))
}

/** Maps each earlier input to the later one if values are read alike, or to -1. */
export function samePlaces(before: CheckedRuleset, after: CheckedRuleset, { later }: PairedNames): readonly number[] {
  return later.map((place, index) => {
    const other = after.inputs[place]
    return other !== undefined && isReadAlike(before.inputs[index]!, other) ? place : -1
  })
}

function isReadAlike(before: Input, after: Input): boolean {
  if (before.kind !== after.kind || before.type.kind !== after.type.kind || before.whole !== after.whole) return false
  if (before.form?.kind === 'text' && !areAskedAlike(before, after)) return false
  const [was, now] = [before.declaredUnit, after.declaredUnit]
  if (was === null || now === null) return was === now
  return was.text === now.text && was.difference === now.difference
}

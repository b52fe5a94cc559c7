import { memberNames } from '../../../engine/claims/claim-slot'
import { type Input, isPart } from '../../../language/semantics/checked-input'
import type { UnitLibrary } from '../../../language/units/unit-library'
import { areAskedAlike } from '../aligned-texts'
import { scaleBetween } from '../joined-rulesets'
import { areListsSame } from '../same-expression'

/** How one value can be read as different values of a claim: `listed` if {@link valuesToSubmit} holds each such pair of readings. */
export type OtherReading = 'listed' | 'open' | null

/**
 * Whether both rulesets may accept one value of a dictionary and read it as different values of the claim. Most values
 * that one of them rejects need no answer.
 * @param library of the later ruleset
 */
export function otherReading(before: Input, after: Input, library: UnitLibrary): OtherReading {
  if (before.kind !== 'claim' || after.kind !== 'claim' || isPart(after)) return null
  // No value is related then.
  if (before.type.kind !== after.type.kind) return null
  if (before.form?.kind === 'text' || after.form?.kind === 'text') return areAskedAlike(before, after) ? null : 'open'
  if (before.type.kind === 'enum') return isReadAlike(before, after) ? null : 'listed'
  const isUnitSame = before.declaredUnit?.text === after.declaredUnit?.text
  const isElse = takesOthers(before) || takesOthers(after)
  if (!isUnitSame && (isElse || areUnrelated(before, after, library))) return 'open'
  return isReadAlike(before, after) ? null : 'listed'
}

/** Whether the units are unrelated, so that a value in one of them makes the other ruleset answer UNKNOWN. */
function areUnrelated(before: Input, after: Input, library: UnitLibrary): boolean {
  const { declaredUnit: was } = before
  const { declaredUnit: now } = after
  return was !== null && now !== null && scaleBetween(after, before, library) === null
}

function takesOthers({ form }: Input): boolean {
  return (form?.kind === 'coded' || form?.kind === 'else') && form.otherwise !== null
}

function isReadAlike(before: Input, after: Input): boolean {
  const otherwise = ({ form }: Input) => (form?.kind === 'coded' || form?.kind === 'else' ? form.otherwise : null)
  return (
    otherwise(before) === otherwise(after) &&
    before.whole === after.whole &&
    before.ignoringCase === after.ignoringCase &&
    areListsSame([...memberNames(before)].sort(), [...memberNames(after)].sort())
  )
}

import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Known } from '../core/value'
import { appliedCauses } from './applied-causes'
import { type Cause, CausesOfNoValue, DIVISION } from './no-value-causes'

interface Circumstances {
  /** The claims under which there is no value, or may be none. */
  readonly known?: Known
  /** If nothing in the expression says why. */
  readonly otherwise?: Cause
}

/** By lets and expression: the same for every check, and long to find in a large expression. */
const found = new WeakMap<CheckedRuleset['lets'], WeakMap<Checked, ReadonlySet<Cause>>>()

/**
 * "something is divided by zero": everything in the expression and its definitions that may have no value, or with known
 * claims only what has none under them.
 */
export function whyNoValue(
  ruleset: CheckedRuleset,
  expression: Checked,
  { known, otherwise = DIVISION }: Circumstances = {},
): string {
  const causes = causesIn(ruleset.lets, expression)
  if (causes.size === 0) return otherwise
  const applied = known === undefined || causes.size === 1 ? null : appliedCauses(ruleset, expression, known)
  if (applied === null) return [...causes].join(', or ')
  return applied.causes.join(applied.isCertain ? ', and ' : ', or ')
}

function causesIn(lets: CheckedRuleset['lets'], expression: Checked): ReadonlySet<Cause> {
  const ofLets = found.get(lets) ?? new WeakMap<Checked, ReadonlySet<Cause>>()
  found.set(lets, ofLets)
  const causes = ofLets.get(expression) ?? new CausesOfNoValue(lets).in(expression)
  ofLets.set(expression, causes)
  return causes
}

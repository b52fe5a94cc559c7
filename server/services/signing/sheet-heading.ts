import type { ReviewRow, SheetHeading, UnsignedApproval } from './signing'

/**
 * By which names a page calls exact bytes.
 *
 * Promises: what was signed is called as the latest signed statement calls it, whatever points at it today; what was
 * approved without a statement, as it was called then.
 *
 * @param facts `names` point at the bytes today; `bound` is every name that ever did, oldest first; `records` and
 * `unsigned` are oldest first
 */
export function sheetHeading(facts: {
  readonly names: readonly string[]
  readonly bound: readonly string[]
  readonly records: readonly Pick<ReviewRow, 'rulesetNames'>[]
  readonly unsigned: readonly Pick<UnsignedApproval, 'rulesetNames'>[]
}): SheetHeading {
  const signed = latestNames(facts.records)
  if (signed !== null) return { names: signed, from: 'statement' }
  const approved = latestNames(facts.unsigned)
  if (approved !== null) return { names: approved, from: 'approval' }
  if (facts.names.length > 0) return { names: facts.names, from: 'now' }
  return { names: facts.bound.slice(-1), from: 'before' }
}

/** Null where no act names the ruleset. */
function latestNames(acts: readonly { readonly rulesetNames: readonly string[] }[]): readonly string[] | null {
  return acts.findLast(({ rulesetNames }) => rulesetNames.length > 0)?.rulesetNames ?? null
}

/** The state of the approval of a ruleset's exact bytes, computed from its records. */
import type { ReviewRow, Sheet } from './sheet'

export type StateNote =
  /** Approvals that count. */
  | { readonly kind: 'approved'; readonly records: readonly ReviewRow[] }
  /** Approvals that count, signed when values converted by another unit library. */
  | { readonly kind: 'other_library'; readonly records: readonly ReviewRow[] }
  /** Approvals that count, signed under an engine that gave other results: why. */
  | { readonly kind: 'older_engine'; readonly records: readonly ReviewRow[]; readonly reason: string }
  /** Requested changes that no later approval settles. */
  | { readonly kind: 'changes_requested'; readonly record: ReviewRow }
  | { readonly kind: 'withdrawn'; readonly record: ReviewRow }
  | { readonly kind: 'expired'; readonly record: ReviewRow }
  /** Approvals are in force, and the namespace counts none of them: why. */
  | { readonly kind: 'not_counted'; readonly reason: string }
  /** Programs and agents alone approved it. */
  | { readonly kind: 'unsigned'; readonly count: number }
  | { readonly kind: 'none' }

/** The most important note first; never empty. `none` stands alone. */
export function approvalState({
  records,
  unsigned,
  demands,
}: Pick<Sheet, 'records' | 'demands'> & { readonly unsigned: readonly unknown[] }): readonly StateNote[] {
  const approvals = records.filter(({ meaning }) => meaning === 'approved')
  const inForce = approvals.filter(({ expired, withdrawn }) => !expired && withdrawn === null)
  const counting = demands?.satisfied === false ? [] : inForce.filter(({ uncounted }) => uncounted === null)
  const here = counting.filter(
    ({ underOtherLibrary, underOlderEngine }) => !underOtherLibrary && underOlderEngine === null,
  )
  const older = counting.filter(
    ({ underOtherLibrary, underOlderEngine }) => !underOtherLibrary && underOlderEngine !== null,
  )
  const elsewhere = counting.filter(({ underOtherLibrary }) => underOtherLibrary)
  const notes: StateNote[] = []
  const open = openRequest(records)
  if (open !== null) notes.push({ kind: 'changes_requested', record: open })
  if (here.length > 0) notes.push({ kind: 'approved', records: here })
  const reason = older.at(-1)?.underOlderEngine ?? null
  if (reason !== null) notes.push({ kind: 'older_engine', records: older, reason })
  if (elsewhere.length > 0) notes.push({ kind: 'other_library', records: elsewhere })
  if (counting.length === 0) {
    if (demands?.reason && inForce.length > 0) notes.push({ kind: 'not_counted', reason: demands.reason })
    const withdrawn = approvals.findLast((record) => record.withdrawn !== null)
    const expired = approvals.findLast((record) => record.expired && record.withdrawn === null)
    if (withdrawn !== undefined) notes.push({ kind: 'withdrawn', record: withdrawn })
    if (expired !== undefined) notes.push({ kind: 'expired', record: expired })
    if (unsigned.length > 0) notes.push({ kind: 'unsigned', count: unsigned.length })
  }
  return notes.length === 0 ? [{ kind: 'none' }] : notes
}

/** What a person said of these bytes that an approval in one step would pass over, or that makes it needless. */
const STANDS_AGAINST: ReadonlySet<StateNote['kind']> = new Set(['approved', 'changes_requested', 'withdrawn'])

type OfferedSheet = Parameters<typeof approvalState>[0] & {
  readonly lastApproved: Pick<NonNullable<Sheet['lastApproved']>, 'underOlderEngine' | 'underOtherLibrary'> | null
}

/**
 * Whether the bytes may be offered for approval in one step, where they mean the same as those approved: not once they
 * are approved, and not against a request for changes or a withdrawal, which a reviewer has to weigh; and not where the
 * approved ones may have meant something else when they were approved, because the comparison is made as of today.
 */
export function isOfferedAgain(sheet: OfferedSheet): boolean {
  const { lastApproved } = sheet
  if (lastApproved === null) return false
  if (lastApproved.underOlderEngine !== null || lastApproved.underOtherLibrary === null) return false
  return approvalState(sheet).every(({ kind }) => !STANDS_AGAINST.has(kind))
}

/** The latest request for changes whose person signed no approval since that is in force; that of another person settles nothing. */
function openRequest(records: readonly ReviewRow[]): ReviewRow | null {
  const isSettled = ({ email }: ReviewRow, position: number) =>
    records
      .slice(position + 1)
      .some(
        (later) => later.meaning === 'approved' && later.email === email && !later.expired && later.withdrawn === null,
      )
  return (
    records.findLast((record, position) => record.meaning === 'changes_requested' && !isSettled(record, position)) ??
    null
  )
}

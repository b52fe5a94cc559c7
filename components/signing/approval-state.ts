/** The state of the approval of exact bytes, computed from their records. */
import type { ReviewRow, Sheet } from './sheet'

export type StateNote =
  /** Approvals that count. */
  | { readonly kind: 'approved'; readonly records: readonly ReviewRow[] }
  /** Approvals that count, signed while another unit library converted values. */
  | { readonly kind: 'other_library'; readonly records: readonly ReviewRow[] }
  /** Approvals that count, signed under an engine that gave other results, with the reason. */
  | { readonly kind: 'older_engine'; readonly records: readonly ReviewRow[]; readonly reason: string }
  /** A request for changes that no later approval settles. */
  | { readonly kind: 'changes_requested'; readonly record: ReviewRow }
  | { readonly kind: 'withdrawn'; readonly record: ReviewRow }
  | { readonly kind: 'expired'; readonly record: ReviewRow }
  /** Approvals are in force, but the namespace counts no approval, with the reason. */
  | { readonly kind: 'not_counted'; readonly reason: string }
  /** Only programs and agents approved it. */
  | { readonly kind: 'unsigned'; readonly count: number }
  /** Comments that prevent an approval. */
  | { readonly kind: 'open_comments'; readonly count: number }
  /** Nobody approved it, with what the namespace needs. */
  | { readonly kind: 'none'; readonly missing: string | null }

/** Returns the most important note first. Never empty; `none` is always the only note. */
export function approvalState({
  records,
  unsigned,
  demands,
  openComments,
}: Pick<Sheet, 'records' | 'demands' | 'openComments'> & {
  readonly unsigned: readonly unknown[]
}): readonly StateNote[] {
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
  if (openComments > 0) notes.push({ kind: 'open_comments', count: openComments })
  return notes.length === 0 ? [{ kind: 'none', missing: demands?.missing.join(' ') || null }] : notes
}

/** States that make approval in one step needless, or whose statement it would ignore. */
const PREVENTS_ONE_STEP: ReadonlySet<StateNote['kind']> = new Set(['approved', 'changes_requested', 'withdrawn'])

type OfferedSheet = Parameters<typeof approvalState>[0] & {
  readonly lastApproved: Pick<NonNullable<Sheet['lastApproved']>, 'underOlderEngine' | 'underOtherLibrary'> | null
}

/**
 * Whether bytes with the same meaning as the approved ones are offered for approval in one step. They are not if they
 * are already approved, or if a reviewer has to weigh a request for changes or a withdrawal, or if the approved bytes
 * may have meant something else when they were approved, because the comparison uses today's engine.
 */
export function isOfferedAgain(sheet: OfferedSheet): boolean {
  const { lastApproved } = sheet
  if (lastApproved === null) return false
  if (lastApproved.underOlderEngine !== null || lastApproved.underOtherLibrary === null) return false
  return approvalState(sheet).every(({ kind }) => !PREVENTS_ONE_STEP.has(kind))
}

/**
 * Returns the latest request for changes that its own author has not settled by a later approval in force. Another
 * person's approval does not settle it.
 */
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

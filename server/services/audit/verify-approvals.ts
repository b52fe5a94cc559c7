/** Whether an approval is what the log tells of it, and withdrawn exactly if the log tells so. */
import type { LogLeaf } from '../../attestation/log-entry'
import type { LoggedApproval } from '../../database/signing/log-snapshot'

/** What the entries of a log tell of, by ids. */
export interface Told {
  /** By the id of the record. */
  readonly signed: Map<string, LogLeaf>
  /** By the id of the approval. */
  readonly approved: Map<string, LogLeaf>
  readonly withdrawn: Map<string, LogLeaf>
  /** Notes of the signed records, by their ids. */
  readonly notes: Map<string, string | null>
  /** When the log began; null for an empty one. */
  firstAt: Date | null
}

export function approvalProblems(approval: LoggedApproval, { signed, approved, withdrawn, notes }: Told): string[] {
  const { id, hash, approver, channel, approvedAt, withdrawal } = approval
  const entry = approved.get(id)
  if (entry === undefined) return ['no entry of the log tells of it']
  const problems: string[] = []
  const { details } = entry
  const same =
    details.hash === hash &&
    details.approver === approver &&
    details.channel === channel &&
    details.approved_at === approvedAt.toISOString()
  if (!same) problems.push(`it is not what entry ${entry.index} tells`)
  const ending = withdrawn.get(id)
  if (ending === undefined && withdrawal !== null) problems.push('it is withdrawn, and no entry of the log tells so')
  if (ending !== undefined && withdrawal === null)
    problems.push(`entry ${ending.index} tells that it was withdrawn, and the withdrawal is gone`)
  if (ending !== undefined && withdrawal !== null) {
    const endedAt = ending.details.withdrawn_at ?? ending.at // of older releases: the time of the entry
    const told = [ending.actor, endedAt, notes.get(String(ending.details.record_id)) ?? '']
    const { withdrawnBy, withdrawnAt, reason } = withdrawal
    if (![withdrawnBy, withdrawnAt.toISOString(), reason].every((value, place) => value === told[place]))
      problems.push(`its withdrawal is not what entry ${ending.index} and its record tell`)
  }
  // When a signed one expires stands in its statement.
  if (!signed.has(id) && approval.expiresAt !== null) problems.push('it expires, and nothing tells so')
  return problems
}

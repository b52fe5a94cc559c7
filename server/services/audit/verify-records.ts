/**
 * Whether the stored records and approvals are what the log says of them, and nothing else.
 *
 * Promises: a record is compared with its signed statement and its entry; an approval with its entry, and it is withdrawn
 * exactly if the log says so.
 */
import { type Envelope, isSignedBy, readEnvelope } from '../../attestation/dsse'
import type { LogLeaf } from '../../attestation/log-entry'
import { passkeyProblem } from '../../attestation/passkey-signature'
import type { PublishedKey } from '../../attestation/published-keys'
import { type ReviewStatement, readReviewStatement, sha256Hex } from '../../attestation/review-statement'
import type { LoggedApproval } from '../../database/signing/log-snapshot'
import type { StoredReview } from '../../database/signing/reviews'

export function recordProblems(
  record: StoredReview,
  namespaceId: string,
  keys: readonly PublishedKey[],
  entry: LogLeaf | undefined,
): string[] {
  const envelope = readStored(record)
  const statement = envelope === null ? null : readReviewStatement(envelope.payload)
  if (envelope === null || statement === null) return ['its bytes are no signed statement']
  const problems: string[] = []
  if (!keys.some(({ purpose, publicKey }) => purpose === 'statement' && isSignedBy(envelope, publicKey)))
    problems.push('no published statement key signed it')
  if (entry === undefined) problems.push('no entry of the log records it')
  else {
    if (entry.index !== record.logIndex.toString())
      problems.push(`it names entry ${record.logIndex}, not ${entry.index}`)
    if (entry.details.envelope_sha256 !== sha256Hex(record.envelope))
      problems.push(`its bytes are not those that entry ${entry.index} records`)
  }
  if (!rowMatchesStatement(record, statement, namespaceId))
    problems.push('its row says something else than its statement')
  const { passkey, method } = statement.authentication
  const unproven = passkey === null ? method === 'passkey' : passkeyProblem(statement.confirmed, passkey) !== null
  if (unproven) problems.push('its passkey did not sign it')
  return problems
}

function readStored({ envelope }: StoredReview): Envelope | null {
  try {
    return readEnvelope(JSON.parse(Buffer.from(envelope).toString('utf8')))
  } catch {
    return null
  }
}

function rowMatchesStatement(record: StoredReview, statement: ReviewStatement, namespaceId: string): boolean {
  const stored = [
    ...[record.id, record.hash, record.personId, record.printedName, record.meaning, record.note],
    ...[record.signedAt.toISOString(), record.expiresAt?.toISOString() ?? null, record.withdrawsId, namespaceId],
  ]
  const { recordId, rulesetHash, signer, meaning, note, signedAt, expiresAt, withdraws, namespace } = statement
  const signed = [
    recordId,
    rulesetHash,
    signer.id,
    signer.name,
    meaning,
    note,
    signedAt,
    expiresAt,
    withdraws,
    namespace.id,
  ]
  return stored.every((value, index) => value === signed[index])
}

/** What the entries of a log record, by ids. */
export interface ReplayedActs {
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

export function approvalProblems(
  approval: LoggedApproval,
  { signed, approved, withdrawn, notes }: ReplayedActs,
): string[] {
  const { id, hash, approver, channel, approvedAt, withdrawal } = approval
  const entry = approved.get(id)
  if (entry === undefined) return ['no entry of the log records it']
  const problems: string[] = []
  const { details } = entry
  const same =
    details.hash === hash &&
    details.approver === approver &&
    details.channel === channel &&
    details.approved_at === approvedAt.toISOString()
  if (!same) problems.push(`it differs from entry ${entry.index}`)
  const ending = withdrawn.get(id)
  if (ending === undefined && withdrawal !== null)
    problems.push('it is withdrawn, and no entry of the log records the withdrawal')
  if (ending !== undefined && withdrawal === null)
    problems.push(`entry ${ending.index} records its withdrawal, and the withdrawal is gone`)
  if (ending !== undefined && withdrawal !== null) {
    const endedAt = ending.details.withdrawn_at ?? ending.at // of older releases: the time of the entry
    const recorded = [ending.actor, endedAt, notes.get(String(ending.details.record_id)) ?? '']
    const { withdrawnBy, withdrawnAt, reason } = withdrawal
    if (![withdrawnBy, withdrawnAt.toISOString(), reason].every((value, index) => value === recorded[index]))
      problems.push(`its withdrawal differs from entry ${ending.index} or from its record`)
  }
  // When a signed one expires stands in its statement.
  if (!signed.has(id) && approval.expiresAt !== null) problems.push('it expires, and nothing that is signed says so')
  return problems
}

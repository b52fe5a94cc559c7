/** Whether a stored record is the signed statement that the log tells of, and nothing else. */
import { type Envelope, isSignedBy, readEnvelope } from '../../attestation/dsse'
import type { LogLeaf } from '../../attestation/log-entry'
import { passkeyProblem } from '../../attestation/passkey-signature'
import type { PublishedKey } from '../../attestation/published-keys'
import { type ReviewStatement, readReviewStatement, sha256Hex } from '../../attestation/review-statement'
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
  if (entry === undefined) problems.push('no entry of the log tells of it')
  else {
    if (entry.index !== record.logIndex.toString())
      problems.push(`it names entry ${record.logIndex}, not ${entry.index}`)
    if (entry.details.envelope_sha256 !== sha256Hex(record.envelope))
      problems.push(`its bytes are not those of which entry ${entry.index} tells`)
  }
  if (!tellsTheSame(record, statement, namespaceId)) problems.push('its row says something else than its statement')
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

function tellsTheSame(record: StoredReview, statement: ReviewStatement, namespaceId: string): boolean {
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
  return stored.every((value, place) => value === signed[place])
}

/**
 * The receipt of a signature: for the page, and as a file that verifies without this deployment.
 *
 * Promises: carries a checkpoint of the log as it stands, which is kept: from then on the log cannot be cut before it
 * without showing.
 */

import { Refusal } from '../../api/refusal'
import { receiptText } from '../../attestation/receipt'
import { sha256Hex } from '../../attestation/review-statement'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { judgeDemands } from './approval-status'
import { type OpenRecord, openRecord } from './open-record'
import { reviewRow } from './review-row'
import { shownReview } from './shown-review'
import type { Receipt } from './signing'
import type { SigningParts } from './signing-parts'

/** @throws Refusal RULESET_NOT_FOUND, ENGINE_ERROR where the log was tampered with */
export async function readReceipt(parts: SigningParts, caller: Caller, recordId: string): Promise<Receipt> {
  demandPermission(caller, 'read')
  const { store, notary, keys } = parts
  const namespaceId = namespaceOf(caller)
  const stored = await store.findReview(namespaceId, recordId)
  if (stored === null) throw new Refusal('RULESET_NOT_FOUND', `No signed record ${recordId} is kept in this namespace.`)
  const record = openRecord(stored)
  const checkpoint = await notary.checkpoint(namespaceId)
  const { leaf, proof } = await notary.inclusion(checkpoint, stored.logIndex)
  const [entry] = await store.readEntries(namespaceId, stored.logIndex, 1)
  const ruleset = await parts.rulesets.findStored(namespaceId, stored.hash)
  const reviewText = await signedReview(parts, caller, record)
  const { changes } = await shownReview(parts, caller, stored.hash)
  const demands = await judgeDemands(parts, caller, [stored.hash])
  const bundle = receiptText({
    envelope: record.envelopeText,
    statement: record.statementText,
    keys: await keys.keySet(),
    ruleset: { source: ruleset.source, review: reviewText },
    log: {
      ...{ index: stored.logIndex, proof, checkpoint: checkpoint.note },
      entry: Buffer.from(entry!.body).toString('utf8'),
    },
  })
  return {
    record: reviewRow(stored, caller, parts.now(), demands(stored.hash), changes),
    namespace: record.statement.namespace,
    statement: record.statementText,
    statementDigest: sha256Hex(record.statementText),
    reviewText,
    ...{ keyId: record.keyId, signature: record.signature },
    log: {
      index: stored.logIndex.toString(),
      leafHash: Buffer.from(leaf).toString('hex'),
      size: checkpoint.size.toString(),
      root: Buffer.from(checkpoint.root).toString('base64'),
      checkpoint: checkpoint.note,
    },
    bundle: { fileName: `touchstone-receipt-${recordId}.json`, text: bundle },
  }
}

/** The text that was signed for; null where this release, or what is kept of the library, no longer gives it. */
async function signedReview(parts: SigningParts, caller: Caller, { statement }: OpenRecord): Promise<string | null> {
  try {
    const library = await parts.libraryByHash(caller, statement.unitLibrarySha256)
    const { reviewText, reviewDigest } = await shownReview(parts, caller, statement.rulesetHash, library)
    return reviewDigest === statement.reviewSha256 ? reviewText : null
  } catch (error) {
    if (error instanceof Refusal && ['COMPILE_FAILED', 'RULESET_NOT_FOUND'].includes(error.code)) return null
    throw error
  }
}

import { Refusal } from '../../api/refusal'
import { type ReceiptComparison, receiptText } from '../../attestation/receipt'
import { type OpenRecord, openRecord, sha256Hex } from '../../attestation/review-statement'
import type { ComparisonVerbs } from '../../database/signing/comparisons'
import type { LogVerbs } from '../../database/signing/log-entries'
import type { ReviewVerbs } from '../../database/signing/reviews'
import type { UnitLibraryVerbs } from '../../database/units/unit-libraries'
import { demandPermission } from '../access/permit'
import type { KeyRing } from '../audit/key-ring'
import type { LogNotary } from '../audit/log-notary'
import { type Caller, namespaceOf } from '../calls/caller'
import { type CitationSource, readSignedClauses, type ShownCitations } from '../documents/cited-revisions'
import type { LibrarySource } from '../library/unit-libraries'
import { type JudgeDependencies, judgeDemands } from './approval-status'
import { type ReviewRow, toReviewRow } from './review-row'
import { type ReviewSource, readShownReview } from './shown-review'

export interface Receipt {
  readonly record: ReviewRow
  readonly namespace: { readonly id: string; readonly name: string }
  /** Canonical JSON. */
  readonly statement: string
  readonly statementDigest: string
  /** Null if another library or engine gives another text. */
  readonly reviewText: string | null
  /** In the revisions that the statement names; null if it names no revision. */
  readonly citations: ShownCitations | null
  readonly keyId: string
  /** Over the statement, Base64. */
  readonly signature: string
  readonly log: {
    /** The record's entry. */
    readonly index: string
    readonly leafHash: string
    /** At the checkpoint. */
    readonly size: string
    readonly root: string
    readonly checkpoint: string
  }
  /** `npm run verify -- receipt FILE` reads this bundle. */
  readonly bundle: { readonly fileName: string; readonly text: string }
}

export interface ReceiptDependencies extends ReviewSource, JudgeDependencies, LibrarySource {
  readonly store: JudgeDependencies['store'] &
    CitationSource['store'] &
    Pick<ReviewVerbs, 'findReview'> &
    Pick<LogVerbs, 'readEntries'> &
    ComparisonVerbs &
    Pick<UnitLibraryVerbs, 'findUnitLibrary'>
  readonly keys: KeyRing
  readonly notary: LogNotary
}

/**
 * Stores a checkpoint, so that the log cannot be cut before it unnoticed.
 * @throws Refusal RULESET_NOT_FOUND, ENGINE_ERROR if the log was tampered with
 */
export async function readReceipt(
  dependencies: ReceiptDependencies,
  caller: Caller,
  recordId: string,
): Promise<Receipt> {
  demandPermission(caller, 'read')
  const { store, notary, keys } = dependencies
  const namespaceId = namespaceOf(caller)
  const stored = await store.findReview(namespaceId, recordId)
  if (stored === null)
    throw new Refusal('RULESET_NOT_FOUND', `No signed record ${recordId} is stored in this namespace.`)
  const record = openRecord(stored)
  const checkpoint = await notary.checkpoint(namespaceId)
  const { leaf, proof } = await notary.inclusion(checkpoint, stored.logIndex)
  const [entry] = await store.readEntries(namespaceId, stored.logIndex, 1)
  const ruleset = await dependencies.rulesets.findStored(namespaceId, stored.hash)
  const reviewText = await signedReview(dependencies, caller, record)
  const { changes } = await readShownReview(dependencies, caller, stored.hash)
  const demands = await judgeDemands(dependencies, caller, [stored.hash])
  const bundle = receiptText({
    envelope: record.envelopeText,
    statement: record.statementText,
    keys: await keys.keySet(),
    ruleset: { source: ruleset.source, review: reviewText },
    comparison: await receiptComparison(dependencies, namespaceId, record),
    log: {
      index: stored.logIndex,
      proof,
      checkpoint: checkpoint.note,
      entry: Buffer.from(entry!.body).toString('utf8'),
    },
  })
  return {
    record: toReviewRow(stored, caller, dependencies.now(), demands(stored.hash), changes),
    namespace: record.statement.namespace,
    statement: record.statementText,
    statementDigest: sha256Hex(record.statementText),
    reviewText,
    citations: await readSignedClauses(dependencies, caller, stored.hash, record.statement.citations ?? []),
    keyId: record.keyId,
    signature: record.signature,
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

/** The comparison that the statement names, with both texts. */
async function receiptComparison(
  { store, rulesets }: ReceiptDependencies,
  namespaceId: string,
  { statement: { recordId, comparison } }: OpenRecord,
): Promise<ReceiptComparison | null> {
  if (comparison === null || comparison.sha256 === null || comparison.baseSha256 === null) return null
  const document = await store.findComparison(namespaceId, comparison.sha256)
  if (document === null)
    throw new Refusal(
      'ENGINE_ERROR',
      `The comparison ${comparison.sha256}, which the record ${recordId} names, is not in the database: it was removed. No receipt is made without it. Ask the operator to run \`npm run verify -- log\` and to restore it from a backup.`,
    )
  const base = await rulesets.findStored(namespaceId, comparison.baseSha256)
  const { before, after } = JSON.parse(document) as Record<'before' | 'after', { unit_library_hash: string | null }>
  const libraryText = ({ unit_library_hash: hash }: { unit_library_hash: string | null }) =>
    hash === null ? null : store.findUnitLibrary(namespaceId, hash)
  const unitLibraries = { before: await libraryText(before), after: await libraryText(after) }
  return { document, baseSource: base.source, unitLibraries }
}

/** Null if this release or the stored library no longer gives the signed text. */
async function signedReview(
  dependencies: ReceiptDependencies,
  caller: Caller,
  { statement }: OpenRecord,
): Promise<string | null> {
  try {
    const library = await dependencies.libraryByHash(caller, statement.unitLibrarySha256)
    const { reviewText, reviewDigest } = await readShownReview(dependencies, caller, statement.rulesetHash, library)
    return reviewDigest === statement.reviewSha256 ? reviewText : null
  } catch (error) {
    if (error instanceof Refusal && ['COMPILE_FAILED', 'RULESET_NOT_FOUND'].includes(error.code)) return null
    throw error
  }
}

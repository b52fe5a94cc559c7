/**
 * A stored record as it was signed: the statement, and the envelope that carries it.
 *
 * Promises: everything is read from the signed bytes, nothing from other columns; the signature is not verified here.
 */
import { readEnvelope } from '../../attestation/dsse'
import { type ReviewStatement, readReviewStatement } from '../../attestation/review-statement'
import type { StoredReview } from '../../database/signing/reviews'

export interface OpenRecord {
  readonly statement: ReviewStatement
  readonly statementText: string
  readonly envelopeText: string
  readonly keyId: string
  /** Base64. */
  readonly signature: string
}

/** @throws where the stored bytes are no signed statement: they were changed in the database */
export function openRecord({ id, envelope }: Pick<StoredReview, 'id' | 'envelope'>): OpenRecord {
  const envelopeText = Buffer.from(envelope).toString('utf8')
  const read = readEnvelope(JSON.parse(envelopeText))
  const statement = read === null ? null : readReviewStatement(read.payload)
  const signature = read?.signatures[0]
  if (read === null || statement === null || signature === undefined)
    throw new Error(`the record ${id} holds no signed statement`)
  return {
    ...{ statement, envelopeText },
    statementText: Buffer.from(read.payload).toString('utf8'),
    keyId: signature.keyid,
    signature: Buffer.from(signature.sig).toString('base64'),
  }
}

/**
 * The receipt of a signature: everything that is needed to verify it without the deployment that gave it.
 *
 * Promises: JSON text. What stands in it twice, for people, is held against what was signed.
 */
import type { Json } from '../api/canonical-json'
import type { KeySet } from './published-keys'

export const RECEIPT_FORMAT = 'touchstone-receipt/1'

export interface ReceiptParts {
  /** The DSSE envelope: canonical JSON. */
  readonly envelope: string
  /** The payload of the envelope, to be read. */
  readonly statement: string
  readonly keys: KeySet
  readonly ruleset: {
    readonly source: string
    /** The review text that was shown; null where this release renders it differently. */
    readonly review: string | null
  }
  readonly log: {
    /** The bytes of the leaf. */
    readonly entry: string
    readonly index: bigint
    readonly proof: readonly Uint8Array[]
    /** Of the tree that the proof leads to the root of. */
    readonly checkpoint: string
  }
}

export function receiptText({ envelope, statement, keys, ruleset, log }: ReceiptParts): string {
  const receipt: Json = {
    format: RECEIPT_FORMAT,
    statement: JSON.parse(statement) as Json,
    envelope: JSON.parse(envelope) as Json,
    ruleset: { source: ruleset.source, review: ruleset.review },
    log: {
      index: log.index.toString(),
      entry: log.entry,
      inclusion_proof: log.proof.map((hash) => Buffer.from(hash).toString('base64')),
      checkpoint: log.checkpoint,
    },
    keys: { keys: keys.keys },
  }
  return `${JSON.stringify(receipt, null, 2)}\n`
}

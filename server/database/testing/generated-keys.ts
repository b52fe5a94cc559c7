import type { Json } from '../../api/canonical-json'
import { signedEnvelope } from '../../attestation/dsse'
import { KEY_PURPOSES, type KeyPurpose, type PrivateKey } from '../../attestation/published-keys'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'
import type { SigningKeys } from '../signing/signing-key-files'

/** New keys for each call, one for each purpose. */
export function generatedKeys(): SigningKeys {
  const keys = new Map<KeyPurpose, PrivateKey>(KEY_PURPOSES.map((purpose) => [purpose, readPrivateKey(newKeyPem())!]))
  return { current: (purpose) => keys.get(purpose)! }
}

/**
 * Makes a receipt around any statement, signed with a test key. Its log and ruleset do not verify.
 * @param keys the published key set
 */
export function wordedReceipt(statement: string, key: PrivateKey, keys: object): string {
  const envelope = JSON.parse(signedEnvelope(Buffer.from(statement), key)) as Json
  return JSON.stringify({
    format: 'touchstone-receipt/2',
    statement: JSON.parse(statement) as Json,
    envelope,
    ruleset: { source: 's', review: null },
    comparison: null,
    log: {
      index: '0',
      entry: 'e',
      inclusion_proof: [],
      checkpoint: 'c',
    },
    keys,
  })
}

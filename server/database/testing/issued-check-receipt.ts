/** A receipt of a check, with new keys for the first call. */
import { randomUUID } from 'node:crypto'
import { logOrigin, signCheckpoint } from '../../attestation/checkpoint'
import { checkReceiptText } from '../../attestation/checks/check-receipt'
import { checkStatement, claimsDocument } from '../../attestation/checks/check-statement'
import { addLeaf, EMPTY_FRONTIER, leafHash, rootOf } from '../../attestation/merkle-tree'
import { type PublishedKey, toKeySet } from '../../attestation/published-keys'
import { sha256Hex } from '../../attestation/review-statement'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'

const [signer, sealer] = [readPrivateKey(newKeyPem())!, readPrivateKey(newKeyPem())!]
const published = [
  { publicKey: signer.publicKey, purpose: 'statement', createdAt: null, retiredAt: null },
  { publicKey: sealer.publicKey, purpose: 'checkpoint', createdAt: null, retiredAt: null },
] as const

/** @param origin of the log that the checkpoint names */
export function issuedCheckReceipt(
  origin: (namespaceId: string) => string = (id) => `${logOrigin('https://rules.example.org', id)}/checks`,
): { readonly text: string; readonly published: readonly PublishedKey[] } {
  const claims = claimsDocument('{"paid":true,"weight":"12 kg"}', '00'.repeat(16))
  const namespaceId = randomUUID()
  const statement = checkStatement({
    ...{ checkId: randomUUID(), publicUrl: 'https://rules.example.org', namespaceId, engineVersion: '1' },
    ...{ at: '2026-11-29T05:00:00.000Z', rulesetHash: 'a'.repeat(64), unitLibraryHash: null },
    ...{ claimsSha256: sha256Hex(claims), answers: [['is_paid', 'TRUE']], call: null },
  })
  const before = leafHash(Buffer.from('another'))
  const tree = addLeaf(addLeaf(EMPTY_FRONTIER, before), leafHash(Buffer.from(statement)))
  const text = checkReceiptText({
    ...{ statement: Buffer.from(statement), claims, keys: toKeySet(published), signer },
    log: {
      index: 1n,
      proof: [before],
      checkpoint: signCheckpoint({ origin: origin(namespaceId), size: 2n, root: rootOf(tree) }, sealer),
    },
  })
  return { text, published }
}

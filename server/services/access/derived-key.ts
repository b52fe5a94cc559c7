/**
 * Keys for different purposes from the deployment's one secret (HKDF, RFC 5869, with SHA-256).
 *
 * Promises: the same secret and purpose give the same key on every process; a key tells nothing of the secret or of the
 * key of another purpose. Trusts the secret to be hard to guess: HKDF makes a weak one no stronger.
 */
import { hkdfSync } from 'node:crypto'

/** @param purpose what the key is for: a label of its own for every use, never changed once something was made with it */
export function deriveKey(secret: string, purpose: string, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `touchstone: ${purpose}`, bytes))
}

/**
 * Checkpoints of a log (C2SP tlog-checkpoint) as signed notes. The signature names the log and its deployment, so a
 * checkpoint cannot pass for another log's.
 */
import { base64Bytes, base64Text } from './byte-texts'
import type { PrivateKey, PublicKey, PublishedKey } from './published-keys'
import { isNoteSignedBy, readNote, signNote } from './signed-note'

export interface Checkpoint {
  /** For example `rules.example.org/log/<namespace id>`. */
  readonly origin: string
  readonly size: bigint
  readonly root: Uint8Array
}

const SIZE = /^(0|[1-9]\d{0,17})$/

export function logOrigin(publicUrl: string, namespaceId: string): string {
  return `${publicUrl.replace(/^https?:\/\//, '')}/log/${namespaceId}`
}

export function signCheckpoint({ origin, size, root }: Checkpoint, key: PrivateKey): string {
  return signNote(`${origin}\n${size}\n${base64Text(root)}\n`, origin, key)
}

/** Does not verify the signature. */
export function readCheckpoint(note: string): Checkpoint | null {
  const [origin, size, root, end, ...rest] = (readNote(note)?.text ?? '').split('\n')
  if (origin === undefined || size === undefined || root === undefined || end !== '' || rest.length > 0) return null
  const bytes = base64Bytes(root)
  if (origin === '' || !SIZE.test(size) || bytes?.length !== 32) return null
  return { origin, size: BigInt(size), root: bytes }
}

/** Returns the signing key, even if it is retired. */
export function checkpointSigner(note: string, keys: readonly PublishedKey[]): PublicKey | null {
  const [checkpoint, read] = [readCheckpoint(note), readNote(note)]
  if (checkpoint === null || read === null) return null
  const signer = keys.find(
    ({ purpose, publicKey }) => purpose === 'checkpoint' && isNoteSignedBy(read, checkpoint.origin, publicKey),
  )
  return signer?.publicKey ?? null
}

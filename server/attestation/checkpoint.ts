/**
 * Checkpoints of a log (C2SP tlog-checkpoint): the signed note of its size and root.
 *
 * Promises: the first line names the log and its deployment, and the signature is made under that name, so that a
 * checkpoint of one log is never taken for another's.
 */
import type { PublishedKey } from './published-keys'
import { isNoteSignedBy, readNote, signNote } from './signed-note'
import type { PrivateKey, PublicKey } from './signing-key'

export interface Checkpoint {
  /** The log's own name, such as `rules.example.org/log/<namespace id>`. */
  readonly origin: string
  readonly size: bigint
  readonly root: Uint8Array
}

const SIZE = /^(0|[1-9]\d{0,17})$/

/** @param publicUrl address of the deployment */
export function logOrigin(publicUrl: string, namespaceId: string): string {
  return `${publicUrl.replace(/^https?:\/\//, '')}/log/${namespaceId}`
}

export function signCheckpoint({ origin, size, root }: Checkpoint, key: PrivateKey): string {
  return signNote(`${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`, origin, key)
}

/** What a note says, whoever signed it; null where it is no checkpoint. */
export function readCheckpoint(note: string): Checkpoint | null {
  const [origin, size, root, end, ...rest] = (readNote(note)?.text ?? '').split('\n')
  if (origin === undefined || size === undefined || root === undefined || end !== '' || rest.length > 0) return null
  const bytes = Buffer.from(root, 'base64')
  if (origin === '' || !SIZE.test(size) || bytes.length !== 32 || bytes.toString('base64') !== root) return null
  return { origin, size: BigInt(size), root: bytes }
}

/** The key of the set that signed it, if any did; retired ones too. */
export function checkpointSigner(note: string, keys: readonly PublishedKey[]): PublicKey | null {
  const [checkpoint, read] = [readCheckpoint(note), readNote(note)]
  if (checkpoint === null || read === null) return null
  const found = keys.find(
    ({ purpose, publicKey }) => purpose === 'checkpoint' && isNoteSignedBy(read, checkpoint.origin, publicKey),
  )
  return found?.publicKey ?? null
}

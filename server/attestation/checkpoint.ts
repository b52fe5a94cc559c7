/**
 * Checkpoints of a log (C2SP tlog-checkpoint): a signed note (C2SP signed-note, Ed25519) of its size and root.
 *
 * Promises: the first line names the log and its deployment, and the signature is made under that name. A checkpoint of
 * one log is therefore never taken for another's. A note is a text, an empty line and lines of signatures, and is read
 * strictly: anything else is no note. The id of a key in a note is bound to the name it signs under.
 */

import { createHash, verify } from 'node:crypto'
import type { PublishedKey } from './published-keys'
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

/** What a note says; the signature is not verified. Null where the note is no checkpoint. */
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
  const signer = keys.find(
    ({ purpose, publicKey }) => purpose === 'checkpoint' && isNoteSignedBy(read, checkpoint.origin, publicKey),
  )
  return signer?.publicKey ?? null
}

export interface SignedNote {
  /** Ends with a line feed. */
  readonly text: string
  readonly signatures: readonly { readonly name: string; readonly keyId: Uint8Array; readonly sig: Uint8Array }[]
}

/** The kind of signature, Ed25519, in key ids and verifier keys. */
const ED25519 = 1
const KEY_ID_BYTES = 4
const LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u

/** @param text ends with a line feed */
export function signNote(text: string, name: string, key: PrivateKey): string {
  const signature = Buffer.concat([noteKeyId(name, key.publicKey), key.sign(Buffer.from(text))])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}

/** Null where it is no signed note. */
export function readNote(note: string): SignedNote | null {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(split + 2, -1).split('\n')
  const signatures = lines.flatMap((line) => {
    const match = LINE.exec(line)
    if (match === null) return []
    const bytes = Buffer.from(match[2]!, 'base64')
    // Not the canonical Base64 of its bytes: then one byte of the note could change unseen.
    if (bytes.length <= KEY_ID_BYTES || bytes.toString('base64') !== match[2]) return []
    return [{ name: match[1]!, keyId: bytes.subarray(0, KEY_ID_BYTES), sig: bytes.subarray(KEY_ID_BYTES) }]
  })
  return signatures.length === lines.length ? { text: note.slice(0, split + 1), signatures } : null
}

/** Whether the key signed the note under this name. */
export function isNoteSignedBy({ text, signatures }: SignedNote, name: string, publicKey: PublicKey): boolean {
  const id = noteKeyId(name, publicKey)
  return signatures.some(
    (each) =>
      each.name === name &&
      id.equals(each.keyId) &&
      each.sig.length === 64 &&
      verify(null, Buffer.from(text), publicKey.key, each.sig),
  )
}

/** As other tools that read signed notes take it: `name+id+key`. */
export function noteVerifierKey(name: string, publicKey: PublicKey): string {
  const key = Buffer.concat([Buffer.of(ED25519), publicKey.raw])
  return `${name}+${noteKeyId(name, publicKey).toString('hex')}+${key.toString('base64')}`
}

function noteKeyId(name: string, { raw }: PublicKey): Buffer {
  const named = createHash('sha256').update(`${name}\n`).update(Buffer.of(ED25519)).update(raw)
  return named.digest().subarray(0, KEY_ID_BYTES)
}

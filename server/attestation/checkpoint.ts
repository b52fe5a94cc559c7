/**
 * Checkpoints of a log (C2SP tlog-checkpoint) as signed notes (C2SP signed-note). The signature names the log and its
 * deployment, so a checkpoint cannot pass for another log's.
 */
import { primitives } from '#primitives'
import { base64Bytes, base64Text, equalBytes, hexText, joinBytes, utf8Bytes } from './byte-texts'
import type { PrivateKey, PublicKey, PublishedKey } from './published-keys'

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

export interface SignedNote {
  readonly text: string
  readonly signatures: readonly { readonly name: string; readonly keyId: Uint8Array; readonly sig: Uint8Array }[]
}

const ED25519_SIGNATURE_TYPE = 1
const KEY_ID_BYTES = 4
/** Each one costs a verification, and a hostile file could hold thousands. Witnesses add a few. */
const MAX_SIGNATURES = 64
const LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u

/** @param text ends with a line feed */
export function signNote(text: string, name: string, key: PrivateKey): string {
  const signature = joinBytes(noteKeyId(name, key.publicKey), key.sign(utf8Bytes(text)))
  return `${text}\n— ${name} ${base64Text(signature)}\n`
}

export function readNote(note: string): SignedNote | null {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(split + 2, -1).split('\n', MAX_SIGNATURES + 1)
  if (lines.length > MAX_SIGNATURES) return null
  const signatures = lines.flatMap((line) => {
    const match = LINE.exec(line)
    if (match === null) return []
    // Another text for the same bytes is no signature, because a byte of the note could change unnoticed.
    const bytes = base64Bytes(match[2]!)
    if (bytes === null || bytes.length <= KEY_ID_BYTES) return []
    return [{ name: match[1]!, keyId: bytes.subarray(0, KEY_ID_BYTES), sig: bytes.subarray(KEY_ID_BYTES) }]
  })
  return signatures.length === lines.length ? { text: note.slice(0, split + 1), signatures } : null
}

export function isNoteSignedBy({ text, signatures }: SignedNote, name: string, publicKey: PublicKey): boolean {
  const id = noteKeyId(name, publicKey)
  return signatures.some(
    (each) =>
      each.name === name &&
      equalBytes(id, each.keyId) &&
      primitives.isEd25519Signature(publicKey.raw, utf8Bytes(text), each.sig),
  )
}

/** The form that other tools read: `name+id+key`. */
export function noteVerifierKey(name: string, publicKey: PublicKey): string {
  const key = joinBytes(Uint8Array.of(ED25519_SIGNATURE_TYPE), publicKey.raw)
  return `${name}+${hexText(noteKeyId(name, publicKey))}+${base64Text(key)}`
}

function noteKeyId(name: string, { raw }: PublicKey): Uint8Array {
  const named = joinBytes(utf8Bytes(`${name}\n`), Uint8Array.of(ED25519_SIGNATURE_TYPE), raw)
  return primitives.sha256(named).subarray(0, KEY_ID_BYTES)
}

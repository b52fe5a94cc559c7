/**
 * Signed notes (C2SP signed-note) with Ed25519: a text, an empty line, and lines of signatures.
 *
 * Promises: a note is read strictly: what is not exactly of the form is no note. The id of a key in a note is bound to
 * the name it signs under.
 */
import { createHash, verify } from 'node:crypto'
import type { PrivateKey, PublicKey } from './signing-key'

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
    const found = LINE.exec(line)
    if (found === null) return []
    const bytes = Buffer.from(found[2]!, 'base64')
    // Not the canonical Base64 of its bytes: then one byte of the note could change unseen.
    if (bytes.length <= KEY_ID_BYTES || bytes.toString('base64') !== found[2]) return []
    return [{ name: found[1]!, keyId: bytes.subarray(0, KEY_ID_BYTES), sig: bytes.subarray(KEY_ID_BYTES) }]
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

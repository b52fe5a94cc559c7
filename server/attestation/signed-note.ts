/** Signed notes (C2SP signed-note): a text, and signatures by named keys. */
import { primitives } from '#primitives'
import { base64Bytes, base64Text, equalBytes, hexText, joinBytes, utf8Bytes } from './byte-texts'
import { type PrivateKey, type PublicKey, publicKeyFromRaw } from './published-keys'

export interface NoteSignature {
  readonly name: string
  readonly keyId: Uint8Array
  readonly sig: Uint8Array
}

export interface SignedNote {
  /** Ends with a line feed. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** As a verifier key states them: `name+id+key`. */
export interface NoteKey {
  readonly name: string
  readonly publicKey: PublicKey
}

/** The byte in front of a key that says what its signatures cover. */
export const NOTE_KEY_TYPES = { signature: 1, cosignature: 4 } as const
export type NoteKeyType = keyof typeof NOTE_KEY_TYPES

const KEY_ID_BYTES = 4
const KEY_BYTES = 32
/** Each one costs a verification, and a hostile file could hold thousands. Witnesses add a few. */
const MAX_SIGNATURES = 64
const LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u
const VERIFIER_KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u

/** @param text ends with a line feed */
export function signNote(text: string, name: string, key: PrivateKey): string {
  const id = noteKeyId({ name, publicKey: key.publicKey }, 'signature')
  return `${text}\n${signatureLine({ name, keyId: id, sig: key.sign(utf8Bytes(text)) })}`
}

/** Ends with a line feed. */
export function signatureLine({ name, keyId, sig }: NoteSignature): string {
  return `— ${name} ${base64Text(joinBytes(keyId, sig))}\n`
}

export function readNote(note: string): SignedNote | null {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return null
  const signatures = readSignatures(note.slice(split + 2))
  return signatures === null ? null : { text: note.slice(0, split + 1), signatures }
}

/**
 * @param lines each ends with a line feed
 * @returns null if one of them is not a signature, or if there are too many
 */
export function readSignatures(lines: string): readonly NoteSignature[] | null {
  if (!lines.endsWith('\n')) return null
  const each = lines.slice(0, -1).split('\n', MAX_SIGNATURES + 1)
  if (each.length > MAX_SIGNATURES) return null
  const signatures = each.flatMap((line) => readSignature(line) ?? [])
  return signatures.length === each.length ? signatures : null
}

function readSignature(line: string): NoteSignature | null {
  const [, name, text] = LINE.exec(line) ?? []
  if (name === undefined || text === undefined) return null
  // A different text for the same bytes is refused, because otherwise a byte of the note could change unnoticed.
  const bytes = base64Bytes(text)
  if (bytes === null || bytes.length <= KEY_ID_BYTES) return null
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), sig: bytes.subarray(KEY_ID_BYTES) }
}

export function isNoteSignedBy(note: SignedNote, name: string, publicKey: PublicKey): boolean {
  return signaturesOf(note, { name, publicKey }, 'signature').some((sig) =>
    primitives.isEd25519Signature(publicKey.raw, utf8Bytes(note.text), sig),
  )
}

/** Returns those that name the key. They are not verified. */
export function signaturesOf(
  { signatures }: Pick<SignedNote, 'signatures'>,
  key: NoteKey,
  type: NoteKeyType,
): readonly Uint8Array[] {
  const id = noteKeyId(key, type)
  return signatures.flatMap(({ name, keyId, sig }) => (name === key.name && equalBytes(id, keyId) ? [sig] : []))
}

/** The form that other tools read: `name+id+key`. */
export function noteVerifierKey(key: NoteKey, type: NoteKeyType): string {
  const bytes = joinBytes(Uint8Array.of(NOTE_KEY_TYPES[type]), key.publicKey.raw)
  return `${key.name}+${hexText(noteKeyId(key, type))}+${base64Text(bytes)}`
}

/** Reads a verifier key. @returns null unless it is an Ed25519 key of this type with its own id */
export function readVerifierKey(text: string, type: NoteKeyType): NoteKey | null {
  const [, name, id, key] = VERIFIER_KEY.exec(text) ?? []
  const bytes = key === undefined ? null : base64Bytes(key)
  if (name === undefined || bytes?.length !== 1 + KEY_BYTES || bytes[0] !== NOTE_KEY_TYPES[type]) return null
  const read = { name, publicKey: publicKeyFromRaw(bytes.subarray(1)) }
  return hexText(noteKeyId(read, type)) === id ? read : null
}

export function noteKeyId({ name, publicKey }: NoteKey, type: NoteKeyType): Uint8Array {
  const named = joinBytes(utf8Bytes(`${name}\n`), Uint8Array.of(NOTE_KEY_TYPES[type]), publicKey.raw)
  return primitives.sha256(named).subarray(0, KEY_ID_BYTES)
}

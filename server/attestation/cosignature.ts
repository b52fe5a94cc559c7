/**
 * Cosignatures of witnesses (C2SP tlog-cosignature, the type for Ed25519). A witness signs a checkpoint only if the log
 * continues the one that it signed before, so it never signs two histories.
 */
import { primitives } from '#primitives'
import { utf8Bytes } from './byte-texts'
import { type NoteKey, type SignedNote, signaturesOf } from './signed-note'

const TIME_BYTES = 8
/** The end of the year 9999, the last that has an ISO 8601 text of four digits. */
const MAX_SECONDS = 253_402_300_799n

/** Returns the time that the first valid cosignature of the witness states; null without one. */
export function cosignedAt(note: SignedNote, witness: NoteKey): Date | null {
  for (const timed of signaturesOf(note, witness, 'cosignature')) {
    const seconds = readSeconds(timed)
    if (seconds === null) continue
    const message = cosignedMessage(note.text, seconds)
    if (primitives.isEd25519Signature(witness.publicKey.raw, message, timed.subarray(TIME_BYTES)))
      return new Date(Number(seconds) * 1_000)
  }
  return null
}

function readSeconds(timed: Uint8Array): bigint | null {
  if (timed.length <= TIME_BYTES) return null
  const seconds = new DataView(timed.buffer, timed.byteOffset).getBigUint64(0)
  return seconds > 0n && seconds <= MAX_SECONDS ? seconds : null
}

function cosignedMessage(text: string, seconds: bigint): Uint8Array {
  return utf8Bytes(`cosignature/v1\ntime ${seconds}\n${text}`)
}

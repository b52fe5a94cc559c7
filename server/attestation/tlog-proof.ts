/** Proofs that an entry is in a log, in the form that other programs read (C2SP tlog-proof). */
import { base64Text } from './byte-texts'

export interface LoggedEntry {
  readonly index: bigint
  /** Hashes from the neighbour of the entry's own up to the root (RFC 9162, 2.1.3). */
  readonly proof: readonly Uint8Array[]
  /** A signed note. */
  readonly checkpoint: string
}

/** Returns the text of a file `NAME.tlog-proof`. A reader computes the entry's hash from its bytes. */
export function tlogProofText({ index, proof, checkpoint }: LoggedEntry): string {
  const lines = ['c2sp.org/tlog-proof@v1', `index ${index}`, ...proof.map((hash) => base64Text(hash))]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

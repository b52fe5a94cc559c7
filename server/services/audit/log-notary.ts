/**
 * A log is signed only if it continues the last stored checkpoint and its hashes lead to its head. Otherwise the
 * refusal asks for the operator.
 * Stored tiles are a cache, so each proof is verified before it is returned. A changed old entry is found only by its
 * own proof or by full verification.
 */

import { Refusal } from '../../api/refusal'
import { checkpointSigner, logOrigin, readCheckpoint, signCheckpoint } from '../../attestation/checkpoint'
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../../attestation/merkle-tree'
import type { LogVerbs, StoredCheckpoint } from '../../database/signing/log-entries'
import type { KeyRing } from './key-ring'
import type { LogWitnesses } from './log-witnesses'
import type { StoredTiles, TiledRoot } from './stored-tiles'

export interface NotaryDependencies {
  readonly store: Pick<LogVerbs, 'findLogTree' | 'leafHashes' | 'storeCheckpoint' | 'findLastCheckpoint'>
  readonly tiles: StoredTiles
  readonly keys: KeyRing
  readonly witnesses: LogWitnesses
  readonly publicUrl: string
  /** Follows the name of the log of a namespace; absent for that log itself. */
  readonly part?: '/checks'
  readonly now: () => Date
  /** Tells the operator that damaged tiles were repaired. */
  readonly reportAlarm: (fields: Readonly<Record<string, unknown>>, message: string) => void
}

export interface SignedCheckpoint extends StoredCheckpoint {
  readonly root: Uint8Array
}

interface Proof {
  readonly hash: Uint8Array
  readonly proof: readonly Uint8Array[]
}

export class LogNotary {
  constructor(private readonly dependencies: NotaryDependencies) {}

  /** Signs the log, unless this size is signed already, and lets the witnesses cosign it. */
  async checkpoint(namespaceId: string): Promise<SignedCheckpoint> {
    const { store, keys, witnesses, publicUrl, part = '', now } = this.dependencies
    // Read first, so that the head is never shorter.
    const last = await store.findLastCheckpoint(namespaceId)
    const tree = await store.findLogTree(namespaceId)
    const log = { namespaceId, size: tree.size, root: rootOf(tree) }
    await this.continues(last, log)
    const { size, root } = log
    const key = await keys.inForce('checkpoint')
    const note = signCheckpoint({ origin: `${logOrigin(publicUrl, namespaceId)}${part}`, size, root }, key)
    const stored = await store.storeCheckpoint({ namespaceId, size, note, at: now() })
    const storedNote = readCheckpoint(stored.note)
    if (storedNote === null || storedNote.size !== size || !Buffer.from(root).equals(storedNote.root))
      throw changedLog()
    // A stored note is evidence only if a published key signed it.
    if (stored.note !== note && checkpointSigner(stored.note, await keys.published()) === null) throw changedLog()
    const cosigned = await witnesses.cosign(stored, async (from) => (await this.consistency(log, from)).proof)
    return { ...stored, note: cosigned, root }
  }

  /** Returns the note of a stored checkpoint with its cosignatures. */
  cosignedNote(checkpoint: StoredCheckpoint): Promise<string> {
    return this.dependencies.witnesses.stored(checkpoint)
  }

  async inclusion(checkpoint: SignedCheckpoint, index: bigint): Promise<{ leaf: Uint8Array; proof: Uint8Array[] }> {
    const { namespaceId, size, root } = checkpoint
    if (index >= size) throw changedLog()
    const { hash, proof } = await this.proven(checkpoint, inclusionRanges(Number(index), Number(size)), {
      hash: async () => (await this.dependencies.store.leafHashes(namespaceId, index, index + 1n))[0],
      holds: (proven) => verifyInclusion(proven.hash, index, size, proven.proof, root),
    })
    return { leaf: hash, proof: [...proof] }
  }

  /** Proves that the log begins with its first `from` entries. */
  async consistency(checkpoint: TiledRoot, from: bigint): Promise<{ root: Uint8Array; proof: Uint8Array[] }> {
    const { size, root } = checkpoint
    const beginning = { start: 0, end: Number(from) }
    const { hash, proof } = await this.proven(
      checkpoint,
      [beginning, ...consistencyRanges(Number(from), Number(size))],
      {
        hash: null,
        holds: (proven) => verifyConsistency(from, size, proven.hash, root, proven.proof),
      },
    )
    return { root: hash, proof: [...proof] }
  }

  /** @throws Refusal if it does not */
  private async continues(last: StoredCheckpoint | null, log: TiledRoot): Promise<void> {
    const note = last === null ? null : readCheckpoint(last.note)
    if (last !== null && (note === null || note.size !== last.size || note.size > log.size)) throw changedLog()
    // This also proves that all hashes lead to the head, which a proof from size 0 would not.
    const { root } = await this.consistency(log, note === null || note.size === 0n ? log.size : note.size)
    if (note !== null && note.size !== 0n && !Buffer.from(root).equals(note.root)) throw changedLog()
  }

  /**
   * Without `hash`, the first range is the proof's subject.
   * @throws Refusal if the proof fails even with repaired tiles
   */
  private async proven(
    log: TiledRoot,
    ranges: readonly LeafRange[],
    subject: {
      readonly hash: (() => Promise<Uint8Array | undefined>) | null
      readonly holds: (proof: Proof) => boolean
    },
  ): Promise<Proof> {
    const { tiles, reportAlarm } = this.dependencies
    const { namespaceId, size } = log
    const read = async (): Promise<Proof | null> => {
      const hashes = await tiles.hashes(namespaceId, size, ranges)
      if (hashes === null) return null
      const [hash, ...proof] = subject.hash === null ? hashes : [await subject.hash(), ...hashes]
      if (hash === undefined) return null
      const result = { hash, proof: proof as Uint8Array[] }
      return subject.holds(result) ? result : null
    }
    await tiles.fill(namespaceId, size)
    const first = await read()
    if (first !== null) return first
    // Either the entries or the tiles were changed.
    const proof = (await tiles.mend(log)) ? await read() : null
    if (proof === null) throw changedLog()
    reportAlarm(
      { alarm: 'log_tiles', namespaceId },
      'stored hashes of this log (table log_tile or decision_tile) were damaged or removed; they were computed again from the entries, which are whole',
    )
    return proof
  }
}

function changedLog(): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    'The log of this namespace differs from the signed one: entries were changed or removed in the database. It is no longer signed. Ask the operator to run npm run verify -- log.',
  )
}

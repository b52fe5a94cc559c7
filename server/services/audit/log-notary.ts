/**
 * Checkpoints and proofs of the logs of namespaces.
 *
 * Promises: a checkpoint is signed only of a log that begins with the log of the last stored checkpoint and whose hashes
 * lead to its head; a checkpoint that was signed is stored. A log that no longer leads to them is signed no more: the
 * refusal asks for the operator, as it does where the stored checkpoint of this size is one that no key signed. A proof is
 * handed out only when it verifies against the checkpoint: stored tiles are a cache, and those that are damaged are computed
 * anew from the entries. What a checkpoint or proof reads does not grow with the log, so an entry that was changed deep in
 * it is found by who proves that entry, or by verifying, not by every receipt.
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
import type { KeyRing } from '../signing/key-ring'
import type { StoredTiles, TiledRoot } from './stored-tiles'

export interface NotaryDependencies {
  readonly store: Pick<LogVerbs, 'findLogTree' | 'leafHashes' | 'storeCheckpoint' | 'findLastCheckpoint'>
  readonly tiles: StoredTiles
  readonly keys: KeyRing
  readonly publicUrl: string
  readonly now: () => Date
  /** For the operator: tiles were damaged and are mended. */
  readonly reportAlarm: (fields: Readonly<Record<string, unknown>>, message: string) => void
}

export interface SignedCheckpoint extends StoredCheckpoint {
  readonly root: Uint8Array
}

/** A proof, and the hash of the leaf or of the beginning that it is about. */
interface Proof {
  readonly hash: Uint8Array
  readonly proof: readonly Uint8Array[]
}

export class LogNotary {
  constructor(private readonly dependencies: NotaryDependencies) {}

  /** Signs the log as it stands, unless it was signed at this size. */
  async checkpoint(namespaceId: string): Promise<SignedCheckpoint> {
    const { store, keys, publicUrl, now } = this.dependencies
    // Before the head: a log only grows, so its head is never of fewer entries than this one.
    const last = await store.findLastCheckpoint(namespaceId)
    const tree = await store.findLogTree(namespaceId)
    const log = { namespaceId, size: tree.size, root: rootOf(tree) }
    await this.continues(last, log)
    const { size, root } = log
    const key = await keys.inForce('checkpoint')
    const note = signCheckpoint({ origin: logOrigin(publicUrl, namespaceId), size, root }, key)
    const stored = await store.storeCheckpoint({ namespaceId, size, note, at: now() })
    const storedNote = readCheckpoint(stored.note)
    if (storedNote === null || storedNote.size !== size || !Buffer.from(root).equals(storedNote.root))
      throw changedLog()
    // One of another moment: what its row says by now is no evidence where no key signed it.
    if (stored.note !== note && checkpointSigner(stored.note, await keys.published()) === null) throw changedLog()
    return { ...stored, root }
  }

  /** That the entry is in the log of the checkpoint. */
  async inclusion(checkpoint: SignedCheckpoint, index: bigint): Promise<{ leaf: Uint8Array; proof: Uint8Array[] }> {
    const { namespaceId, size, root } = checkpoint
    if (index >= size) throw changedLog()
    const { hash, proof } = await this.proven(checkpoint, inclusionRanges(Number(index), Number(size)), {
      hash: async () => (await this.dependencies.store.leafHashes(namespaceId, index, index + 1n))[0],
      holds: (proven) => verifyInclusion(proven.hash, index, size, proven.proof, root),
    })
    return { leaf: hash, proof: [...proof] }
  }

  /** That the log of the checkpoint begins with its first `from` entries. */
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

  /** @throws Refusal where the log does not begin with that of the last checkpoint, or its entries do not lead to its head */
  private async continues(last: StoredCheckpoint | null, log: TiledRoot): Promise<void> {
    const note = last === null ? null : readCheckpoint(last.note)
    if (last !== null && (note === null || note.size !== last.size || note.size > log.size)) throw changedLog()
    // The proof also shows that the hashes of all entries lead to the head; one from nothing would show nothing.
    const { root } = await this.consistency(log, note === null || note.size === 0n ? log.size : note.size)
    if (note !== null && note.size !== 0n && !Buffer.from(root).equals(note.root)) throw changedLog()
  }

  /**
   * Reads the hashes of the ranges, the first of which is the proof's subject where no `hash` is read.
   *
   * @throws Refusal where the proof does not hold, also from tiles that were computed anew
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
    // Either the entries were changed, or the tiles.
    const proof = (await tiles.mend(log)) ? await read() : null
    if (proof === null) throw changedLog()
    reportAlarm(
      { alarm: 'log_tiles', namespaceId },
      'stored hashes of this log (table log_tile) were damaged or removed; they were computed anew from the entries, which are whole',
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

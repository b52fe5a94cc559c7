/**
 * Checkpoints and proofs of the logs of namespaces.
 *
 * Promises: a checkpoint that was signed is stored, and a log that no longer leads to it is signed no more: the refusal
 * asks for the operator.
 */

import { Refusal } from '../../api/refusal'
import { logOrigin, readCheckpoint, signCheckpoint } from '../../attestation/checkpoint'
import { consistencyProof, inclusionProof, rootOf, treeHash } from '../../attestation/merkle-tree'
import type { LogVerbs, StoredCheckpoint } from '../../database/signing/log-entries'
import type { KeyRing } from '../signing/key-ring'

export interface NotaryDependencies {
  readonly store: Pick<LogVerbs, 'findLogTree' | 'leafHashes' | 'storeCheckpoint'>
  readonly keys: KeyRing
  readonly publicUrl: string
  readonly now: () => Date
}

export interface SignedCheckpoint extends StoredCheckpoint {
  readonly root: Uint8Array
}

export class LogNotary {
  constructor(private readonly dependencies: NotaryDependencies) {}

  /** Signs the log as it stands, unless it was signed at this size. */
  async checkpoint(namespaceId: string): Promise<SignedCheckpoint> {
    const { store, keys, publicUrl, now } = this.dependencies
    const tree = await store.findLogTree(namespaceId)
    const [root, { size }] = [rootOf(tree), tree]
    const key = await keys.inForce('checkpoint')
    const note = signCheckpoint({ origin: logOrigin(publicUrl, namespaceId), size, root }, key)
    const stored = await store.storeCheckpoint({ namespaceId, size, note, at: now() })
    const storedNote = readCheckpoint(stored.note)
    if (storedNote === null || storedNote.size !== size || !Buffer.from(root).equals(storedNote.root))
      throw changedLog()
    return { ...stored, root }
  }

  /** That the entry is in the log of the checkpoint. */
  async inclusion(checkpoint: SignedCheckpoint, index: bigint): Promise<{ leaf: Uint8Array; proof: Uint8Array[] }> {
    const leaves = await this.leaves(checkpoint)
    if (index >= checkpoint.size) throw changedLog()
    return { leaf: leaves[Number(index)]!, proof: inclusionProof(leaves, Number(index)) }
  }

  /** That the log of the checkpoint begins with its first `from` entries. */
  async consistency(checkpoint: SignedCheckpoint, from: bigint): Promise<{ root: Uint8Array; proof: Uint8Array[] }> {
    const leaves = await this.leaves(checkpoint)
    return { root: treeHash(leaves, Number(from)), proof: consistencyProof(leaves, Number(from)) }
  }

  private async leaves({ namespaceId, size, root }: SignedCheckpoint): Promise<Uint8Array[]> {
    const leaves = await this.dependencies.store.leafHashes(namespaceId, size)
    if (BigInt(leaves.length) !== size || !Buffer.from(treeHash(leaves)).equals(root)) throw changedLog()
    return leaves
  }
}

function changedLog(): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    'The log of this namespace is not what was signed: entries were changed or removed in the database. Nothing more is signed for it. Ask the operator to run npm run verify -- log.',
  )
}

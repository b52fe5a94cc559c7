/**
 * Keys are published before they sign, and retired ones sign nothing. A process with a key that was retired before its
 * start does not start.
 */
import { Refusal } from '../../api/refusal'
import {
  KEY_PURPOSES,
  type KeyPurpose,
  type KeySet,
  type PrivateKey,
  type PublishedKey,
  toKeySet,
} from '../../attestation/published-keys'
import { publicKeyPem, readPublicKey } from '../../attestation/signing-key'
import { StartRefusal } from '../../database/client/storage-fault'
import type { SigningKeys } from '../../database/signing/signing-key-files'
import type { SigningKeyVerbs } from '../../database/signing/signing-keys'

export class KeyRing {
  /** Were in force here. */
  private readonly known = new Set<string>()

  constructor(
    private readonly store: SigningKeyVerbs,
    private readonly keys: SigningKeys,
    private readonly now: () => Date,
  ) {}

  /** @throws StartRefusal for a key that was retired before this process used it; Refusal ENGINE_ERROR if later */
  async inForce(purpose: KeyPurpose): Promise<PrivateKey> {
    for (let key = this.keys.current(purpose); ; ) {
      const retiredAt = await this.publish(purpose, key)
      if (retiredAt === null) return key
      // The key's file may have been replaced.
      const newer = this.keys.current(purpose)
      if (newer.publicKey.id === key.publicKey.id) throw this.retired(purpose, key, retiredAt)
      key = newer
    }
  }

  /** Oldest first. */
  async published(): Promise<PublishedKey[]> {
    for (const purpose of KEY_PURPOSES)
      if (!this.known.has(this.keys.current(purpose).publicKey.id)) await this.inForce(purpose)
    const rows = await this.store.listSigningKeys()
    return rows.map(({ id, purpose, publicKey: pem, createdAt, retiredAt }) => {
      const publicKey = readPublicKey(pem)
      if (publicKey?.id !== id) throw new Error(`the published key ${id} is not what its id says`)
      return { publicKey, purpose, createdAt: createdAt.toISOString(), retiredAt: retiredAt?.toISOString() ?? null }
    })
  }

  async keySet(): Promise<KeySet> {
    return toKeySet(await this.published())
  }

  /** Returns the time of retirement, if any. */
  private async publish(purpose: KeyPurpose, { publicKey }: PrivateKey): Promise<Date | null> {
    const { id } = publicKey
    const row = { id, purpose, publicKey: publicKeyPem(publicKey), createdAt: this.now() }
    const retiredAt = await this.store.publishSigningKey(row)
    if (retiredAt === null) this.known.add(id)
    return retiredAt
  }

  private retired(purpose: KeyPurpose, { publicKey: { id } }: PrivateKey, at: Date): Refusal | StartRefusal {
    const was = `The ${purpose} key ${id} was retired at ${at.toISOString()} and signs no more.`
    if (!this.known.has(id))
      return new StartRefusal(
        `${was} Give this server the key that is in force (npm run keys -- list shows its id), or a new one.`,
      )
    return new Refusal(
      'ENGINE_ERROR',
      `${was} Nothing was signed. Ask the operator to give this server the key that is in force.`,
    )
  }
}

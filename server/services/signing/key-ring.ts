/**
 * The keys that this deployment signs with.
 *
 * Promises: a key is published before it signs, in this process or another. One that was retired is refused at its first
 * use in a process; a process that used it before signs with it until it is given another one.
 */
import { type KeySet, keySet, type PublishedKey } from '../../attestation/published-keys'
import {
  KEY_PURPOSES,
  type KeyPurpose,
  type PrivateKey,
  publicKeyPem,
  readPublicKey,
} from '../../attestation/signing-key'
import { StartRefusal } from '../../database/client/start-refusal'
import type { SigningKeys } from '../../database/signing/signing-key-files'
import type { SigningKeyVerbs } from '../../database/signing/signing-keys'

export class KeyRing {
  /** Ids of keys that this process found published. */
  private readonly known = new Set<string>()

  constructor(
    private readonly store: SigningKeyVerbs,
    private readonly keys: SigningKeys,
    private readonly now: () => Date,
  ) {}

  /** @throws StartRefusal for a key that was retired: another server was given a newer one */
  async inForce(purpose: KeyPurpose): Promise<PrivateKey> {
    const key = this.keys.current(purpose)
    if (!this.known.has(key.publicKey.id)) await this.publish(purpose, key)
    return key
  }

  /** Oldest first. */
  async published(): Promise<PublishedKey[]> {
    for (const purpose of KEY_PURPOSES) await this.inForce(purpose)
    const rows = await this.store.listSigningKeys()
    return rows.map(({ id, purpose, publicKey: pem, createdAt, retiredAt }) => {
      const publicKey = readPublicKey(pem)
      if (publicKey?.id !== id) throw new Error(`the published key ${id} is not what its id says`)
      return { publicKey, purpose, createdAt: createdAt.toISOString(), retiredAt: retiredAt?.toISOString() ?? null }
    })
  }

  async keySet(): Promise<KeySet> {
    return keySet(await this.published())
  }

  private async publish(purpose: KeyPurpose, { publicKey }: PrivateKey): Promise<void> {
    const { id } = publicKey
    const row = { id, purpose, publicKey: publicKeyPem(publicKey), createdAt: this.now() }
    const retiredAt = await this.store.publishSigningKey(row)
    if (retiredAt !== null)
      throw new StartRefusal(
        `The ${purpose} key ${id} was retired at ${retiredAt.toISOString()} and signs no more. Give this server the key that is in force (npm run keys -- list shows its id), or a new one.`,
      )
    this.known.add(id)
  }
}

/**
 * Whose a target is, asked for every frame that is sent.
 *
 * Promises: an owner never changes, so what is remembered is wrong in one way alone: a target that was removed is still
 * found for {@link FRESH_MS}; its frames are answered with an Error then.
 */
import { LRUCache } from 'lru-cache'
import type { Store } from '../../database/store'

export const FRESH_MS = 1_000
const MAX_REMEMBERED = 10_000

interface Remembered {
  readonly namespaceId: string
  readonly until: number
}

export class TargetOwners {
  private readonly remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED })
  private readonly reading = new Map<string, Promise<string | null>>()

  constructor(
    private readonly store: Pick<Store, 'findTarget'>,
    private readonly now: () => Date,
  ) {}

  /** The namespace of the target's group; null where there is no such target, which is remembered for nobody. */
  ownerOf(targetId: string): string | Promise<string | null> {
    const at = this.now().getTime()
    const known = this.remembered.get(targetId)
    return known !== undefined && at < known.until ? known.namespaceId : this.readOnce(targetId, at)
  }

  /** Who comes while it is read waits for the same answer. */
  private readOnce(targetId: string, at: number): Promise<string | null> {
    let reading = this.reading.get(targetId)
    if (reading === undefined) {
      reading = this.read(targetId, at).finally(() => this.reading.delete(targetId))
      this.reading.set(targetId, reading)
    }
    return reading
  }

  private async read(targetId: string, at: number): Promise<string | null> {
    const stored = await this.store.findTarget(targetId)
    if (stored === null) return null
    this.remembered.set(targetId, { namespaceId: stored.namespaceId, until: at + FRESH_MS })
    return stored.namespaceId
  }
}

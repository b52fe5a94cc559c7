/**
 * What was read of the store less than a second ago, by its key.
 *
 * Promises: an answer is at most {@link REUSE} milliseconds old, counted from before it was read; of many who ask at once
 * one reads. What failed is read again.
 */
import { LRUCache } from 'lru-cache'
import { REUSE } from '../access/authenticate'

interface Kept<T> {
  readonly value: Promise<T>
  /** Milliseconds since the epoch. */
  readonly until: number
}

export class FreshReads<T> {
  private readonly kept: LRUCache<string, Kept<T>>

  constructor(
    private readonly read: (key: string) => Promise<T>,
    private readonly now: () => number,
    max = 10_000,
  ) {
    this.kept = new LRUCache({ max })
  }

  get(key: string): Promise<T> {
    const now = this.now()
    const known = this.kept.get(key)
    if (known !== undefined && now < known.until) return known.value
    const kept = { value: this.read(key), until: now + REUSE }
    this.kept.set(key, kept)
    kept.value.catch(() => {
      if (this.kept.peek(key) === kept) this.kept.delete(key)
    })
    return kept.value
  }
}

/**
 * How often one address may ask something.
 *
 * Promises: a bucket of calls per address that refills evenly; what is let through within a period is never more than
 * twice what a full bucket holds. Addresses that were not seen for long are forgotten.
 */
import { LRUCache } from 'lru-cache'

export interface AddressAllowance {
  /** Calls of a full bucket. */
  readonly calls: number
  /** Milliseconds in which an empty bucket fills. */
  readonly periodMs: number
}

export interface Gate {
  /** Takes a call from the bucket: null where there is one, else the milliseconds until there is one again. */
  take(addressKey: string): number | null | Promise<number | null>
  /** A call that was taken does not count after all. */
  refund(addressKey: string): void
}

const MAX_ADDRESSES = 50_000

export class AddressGate implements Gate {
  private readonly buckets = new LRUCache<string, { calls: number; at: number }>({ max: MAX_ADDRESSES })

  constructor(
    private readonly now: () => number,
    private readonly allowance: AddressAllowance,
  ) {}

  take(addressKey: string): number | null {
    const { calls: full, periodMs } = this.allowance
    const now = this.now()
    const bucket = this.buckets.get(addressKey) ?? { calls: full, at: now }
    // A clock may be set back: the bucket fills by the time that passes from then on.
    bucket.at = Math.min(bucket.at, now)
    const calls = Math.min(full, bucket.calls + ((now - bucket.at) * full) / periodMs)
    if (calls < 1) return Math.ceil(((1 - calls) * periodMs) / full)
    this.buckets.set(addressKey, { calls: calls - 1, at: now })
    return null
  }

  refund(addressKey: string): void {
    const bucket = this.buckets.get(addressKey)
    if (bucket !== undefined) bucket.calls = Math.min(this.allowance.calls, bucket.calls + 1)
  }
}

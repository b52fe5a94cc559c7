/** A period lets through at most twice the calls of a full bucket. */
import { LRUCache } from 'lru-cache'

export interface AddressAllowance {
  readonly calls: number
  readonly periodMs: number
}

export interface Gate {
  /** Returns null if a call was taken, else the milliseconds until one is free. */
  take(addressKey: string): number | null | Promise<number | null>
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
    // The clock may be set back.
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

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

/** A period lets through at most twice the calls of a full bucket. */
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

export type GroupTopic =
  | 'changed_namespace'
  | 'promoted_term'
  /** Other processes hold the last calls of this key. */
  | 'wanted_calls'
  | 'wanted_checks'
  /** Worker turns (services/engine-pool/shared-use.ts). */
  | 'worker_use'
  /** Address and username with a right secret. */
  | 'known_secret'

export interface ProcessGroup {
  publish(topic: GroupTopic, text: string): Promise<void>
  /** `publish` resolves when the others have handled it or ended. */
  subscribe(topic: GroupTopic, handle: (text: string) => void | Promise<void>): void
  /** All processes share the gate of a name. */
  gate(name: string, allowance: AddressAllowance): Gate
}

export function createSoloGroup(now: () => number): ProcessGroup {
  return {
    publish: async () => {},
    subscribe: () => {},
    gate: (_name, allowance) => new AddressGate(now, allowance),
  }
}

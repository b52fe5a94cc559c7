/**
 * What the playground page asks of the engine: the same functions as /v1, for a visitor without a credential.
 *
 * Promises: stores nothing and charges nobody; one address may ask {@link CALLS_PER_MINUTE} times a minute, so the page
 * is no way around the credentials.
 */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../contract/refusal'
import { type Caller, callerWithoutCredential } from './caller'

export const CALLS_PER_MINUTE = 240
const MINUTE = 60_000

export const PLAYGROUND_CALLER: Caller = callerWithoutCredential('playground', null)

/** A bucket of calls per address that refills evenly. */
export class PlaygroundGate {
  private readonly buckets = new LRUCache<string, { calls: number; at: number }>({ max: 50_000 })

  constructor(private readonly now: () => number) {}

  /** @throws Refusal EVALUATION_LIMIT with `Retry-After` when the address asked too often */
  admit(addressKey: string): void {
    const now = this.now()
    const bucket = this.buckets.get(addressKey) ?? { calls: CALLS_PER_MINUTE, at: now }
    const calls = Math.min(CALLS_PER_MINUTE, bucket.calls + ((now - bucket.at) * CALLS_PER_MINUTE) / MINUTE)
    if (calls < 1) {
      const seconds = Math.ceil(((1 - calls) * MINUTE) / CALLS_PER_MINUTE / 1000)
      throw new Refusal(
        'EVALUATION_LIMIT',
        'The playground was asked too often from this address. Wait a moment.',
        {},
        { headers: { 'retry-after': String(seconds) } },
      )
    }
    this.buckets.set(addressKey, { calls: calls - 1, at: now })
  }
}

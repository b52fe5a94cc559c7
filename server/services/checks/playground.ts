/** Stores nothing and charges no account. A limit by address prevents use instead of a credential. */
import { Refusal } from '../../api/refusal'
import type { Gate } from '../access/address-gate'
import type { ProcessGroup } from '../access/process-group'
import { type Caller, callerWithoutCredential } from '../calls/caller'

export const CALLS_PER_MINUTE = 240
const MINUTE_MS = 60_000

export const PLAYGROUND_CALLER: Caller = callerWithoutCredential('playground', null)

export class PlaygroundGate {
  private readonly gate: Gate

  constructor(group: ProcessGroup) {
    this.gate = group.gate('playground', { calls: CALLS_PER_MINUTE, periodMs: MINUTE_MS })
  }

  /** @throws Refusal EVALUATION_LIMIT with `Retry-After` */
  async admit(addressKey: string): Promise<void> {
    const wait = await this.gate.take(addressKey)
    if (wait === null) return
    throw new Refusal(
      'EVALUATION_LIMIT',
      'Too many requests to the playground from this address. Wait a moment.',
      {},
      { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } },
    )
  }
}

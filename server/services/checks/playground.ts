/**
 * What the playground page asks of the engine: the same functions as /v1, for a visitor without a credential.
 *
 * Promises: stores nothing and charges no account; one address may ask {@link CALLS_PER_MINUTE} times a minute, so the page
 * is no way around the credentials.
 */
import { Refusal } from '../../api/refusal'
import type { Gate } from '../access/address-gate'
import { type Caller, callerWithoutCredential } from '../access/caller'
import type { ProcessGroup } from '../access/process-group'

export const CALLS_PER_MINUTE = 240
const MINUTE = 60_000

export const PLAYGROUND_CALLER: Caller = callerWithoutCredential('playground', null)

export class PlaygroundGate {
  private readonly gate: Gate

  constructor(group: ProcessGroup) {
    this.gate = group.gate('playground', { calls: CALLS_PER_MINUTE, periodMs: MINUTE })
  }

  /** @throws Refusal EVALUATION_LIMIT with `Retry-After` when the address asked too often */
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

/**
 * How often secrets of service accounts may be tried.
 *
 * Promises: wrong tries are few for each address and for each username; a right secret costs nothing, however often it is
 * presented. Who presented a right one from an address is heard from there whatever others try, also from there: nobody is
 * locked out of an account by somebody who knows its name. Counted in the memory of this process; a restart forgets.
 */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import { AddressGate } from '../access/address-gate'

/** Wrong tries of one address, and of one username from everywhere, in ten minutes. */
export const TRIES_PER_ADDRESS = 60
export const TRIES_PER_USERNAME = 30
const PERIOD = 10 * 60_000
const MAX_KNOWN = 50_000

export class SecretGate {
  private readonly addresses: AddressGate
  private readonly usernames: AddressGate
  /** Of an account at an address that it is known from. */
  private readonly pairs: AddressGate
  /** Address and username whose secret was right once. */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN })

  constructor(now: () => number) {
    this.addresses = new AddressGate(now, { calls: TRIES_PER_ADDRESS, periodMs: PERIOD })
    this.usernames = new AddressGate(now, { calls: TRIES_PER_USERNAME, periodMs: PERIOD })
    this.pairs = new AddressGate(now, { calls: TRIES_PER_ADDRESS, periodMs: PERIOD })
  }

  /**
   * Counts a try as wrong before it is known to be: many at once then wait as many in a row do.
   * @returns to be called when the secret was right
   * @throws Refusal BAD_REQUEST 429 with the time to wait
   */
  admit(addressKey: string, username: string): () => void {
    const pair = JSON.stringify([addressKey, username])
    const buckets: [AddressGate, string][] = this.known.has(pair)
      ? [[this.pairs, pair]]
      : [
          [this.addresses, addressKey],
          [this.usernames, username],
        ]
    const taken: [AddressGate, string][] = []
    const refund = () => {
      for (const [gate, key] of taken) gate.refund(key)
    }
    for (const [gate, key] of buckets) {
      const wait = gate.take(key)
      if (wait !== null) {
        refund()
        throw tooOften(wait)
      }
      taken.push([gate, key])
    }
    return () => {
      refund()
      this.known.set(pair, true)
    }
  }
}

function tooOften(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1_000))
  return new Refusal(
    'BAD_REQUEST',
    `Too many secrets were tried that open nothing. Wait ${seconds} second${seconds === 1 ? '' : 's'} and try again.`,
    { retry_after_ms: wait },
    { status: 429 },
  )
}

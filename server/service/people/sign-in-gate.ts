/**
 * How often a password may be tried.
 *
 * Promises: one address tries {@link TRIES_PER_ADDRESS} times in ten minutes, and one account may be tried
 * {@link FREE_TRIES} times in a row; every wrong try after those doubles the wait, up to {@link LONGEST_WAIT}. A right
 * password ends the account's wait. Counted in the memory of this process: each server of a deployment counts for itself,
 * and a restart forgets. Which address has an account cannot be told from it: unknown ones wait alike.
 */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../contract/refusal'
import { AddressGate } from '../address-gate'

export const TRIES_PER_ADDRESS = 50
const ADDRESS_PERIOD = 10 * 60_000
export const FREE_TRIES = 5
const FIRST_WAIT = 2_000
export const LONGEST_WAIT = 15 * 60_000
const MOST_ACCOUNTS = 50_000

interface WrongTries {
  readonly count: number
  readonly freeAt: number
}

export class SignInGate {
  private readonly addresses: AddressGate
  private readonly accounts = new LRUCache<string, WrongTries>({ max: MOST_ACCOUNTS })

  constructor(private readonly now: () => number) {
    this.addresses = new AddressGate(now, { calls: TRIES_PER_ADDRESS, periodMs: ADDRESS_PERIOD })
  }

  /**
   * Counts a try as wrong before it is known to be: many at once then wait as many in a row do.
   * @param account what is tried, such as an e-mail address
   * @throws Refusal EVALUATION_LIMIT with the time to wait
   */
  admit(addressKey: string, account: string): void {
    const now = this.now()
    const { count = 0, freeAt = 0 } = this.accounts.get(account) ?? {}
    if (now < freeAt) throw tooOften(freeAt - now)
    const wait = this.addresses.take(addressKey)
    if (wait !== null) throw tooOften(wait)
    const beyond = count + 1 - FREE_TRIES
    const next = beyond < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(beyond, 20))
    this.accounts.set(account, { count: count + 1, freeAt: now + next })
  }

  /** The password was right. */
  forgive(account: string): void {
    this.accounts.delete(account)
  }
}

function tooOften(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1_000))
  const time = seconds < 120 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
  return new Refusal('EVALUATION_LIMIT', `Too many tries that did not succeed. Wait ${time} and try again.`, {
    retry_after_ms: wait,
  })
}

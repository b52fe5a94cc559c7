/**
 * How often a password may be tried at sign-in.
 *
 * Promises: one address makes {@link TRIES_PER_ADDRESS} wrong tries in ten minutes, and one account may be tried
 * {@link FREE_TRIES} times in a row; every wrong try after those doubles the wait, up to {@link LONGEST_WAIT}. Counted
 * in the database, for every process alike. A right password ends the wait of its account and uses nothing of its
 * address's allowance; it returns nothing that others used. Unknown accounts wait alike, so the wait does not say which
 * exist.
 */
import { Refusal } from '../../api/refusal'
import type { PasswordTryVerbs } from '../../database/accounts/password-tries'

export const TRIES_PER_ADDRESS = 50
const ADDRESS_PERIOD = 10 * 60_000
export const FREE_TRIES = 5
const FIRST_WAIT = 2_000
export const LONGEST_WAIT = 15 * 60_000

const ADDRESS_RULE = { tries: TRIES_PER_ADDRESS, period: ADDRESS_PERIOD }
const ACCOUNT_RULE = { freeTries: FREE_TRIES, firstWait: FIRST_WAIT, longestWait: LONGEST_WAIT }

export interface SignInGateDependencies {
  readonly store: PasswordTryVerbs
  readonly now: () => Date
  /** A key for an e-mail address that does not reveal it. */
  readonly accountKey: (email: string) => string
}

export class SignInGate {
  constructor(private readonly dependencies: SignInGateDependencies) {}

  /**
   * Counts a try as wrong before it is known to be: many at once then wait as many in a row do.
   * @throws Refusal EVALUATION_LIMIT with the time to wait
   */
  async admit(addressKey: string, email: string): Promise<void> {
    const { store, now } = this.dependencies
    const ofAddress = await store.countAddressTry(addressRow(addressKey), ADDRESS_RULE, now())
    if (ofAddress > 0) throw tooOften(ofAddress)
    const ofAccount = await store.countAccountTry(this.accountRow(email), ACCOUNT_RULE, now())
    if (ofAccount === 0) return
    // No password was tried.
    await store.returnAddressTry(addressRow(addressKey))
    throw tooOften(ofAccount)
  }

  /** The password that was admitted was right. */
  async succeed(addressKey: string, email: string): Promise<void> {
    await this.dependencies.store.returnAddressTry(addressRow(addressKey))
    await this.forgive(email)
  }

  /** Wrong tries of the account count no more. */
  async forgive(email: string): Promise<void> {
    await this.dependencies.store.forgetAccountTries(this.accountRow(email))
  }

  private accountRow(email: string): string {
    return `account:${this.dependencies.accountKey(email)}`
  }
}

function addressRow(addressKey: string): string {
  return `address:${addressKey}`
}

function tooOften(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1_000))
  const time = seconds < 120 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
  return new Refusal('EVALUATION_LIMIT', `Too many tries that did not succeed. Wait ${time} and try again.`, {
    retry_after_ms: wait,
  })
}

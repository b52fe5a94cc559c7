/**
 * Counts tries in the database for all processes. After {@link FREE_TRIES} wrong tries, an account's wait doubles up to
 * {@link LONGEST_WAIT_MS}. Unknown accounts wait too, so the wait does not reveal which exist.
 */
import { Refusal } from '../../api/refusal'
import type { PasswordTryVerbs } from '../../database/accounts/password-tries'

export const TRIES_PER_ADDRESS = 50
const ADDRESS_PERIOD_MS = 10 * 60_000
export const FREE_TRIES = 5
const FIRST_WAIT_MS = 2_000
export const LONGEST_WAIT_MS = 15 * 60_000

const ADDRESS_RULE = { tries: TRIES_PER_ADDRESS, period: ADDRESS_PERIOD_MS }
const ACCOUNT_RULE = { freeTries: FREE_TRIES, firstWait: FIRST_WAIT_MS, longestWait: LONGEST_WAIT_MS }

export interface SignInGateDependencies {
  readonly store: PasswordTryVerbs
  readonly now: () => Date
  /** Hides the address in a keyed hash. */
  readonly accountKey: (email: string) => string
}

export class SignInGate {
  constructor(private readonly dependencies: SignInGateDependencies) {}

  /**
   * Counts a try as wrong first, so that concurrent tries wait like sequential ones.
   * @throws Refusal EVALUATION_LIMIT
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

  /** Returns only its own try to the address. */
  async succeed(addressKey: string, email: string): Promise<void> {
    await this.dependencies.store.returnAddressTry(addressRow(addressKey))
    await this.forgive(email)
  }

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

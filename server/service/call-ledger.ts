/**
 * Counts the calls of credentials that have caps.
 *
 * Promises: a cap is never exceeded, by any number of processes: calls are leased from the store in blocks, durably,
 * and spent in memory. A call that is refused gives its place back. A crash loses at most the rest of a block to the
 * caller (service.md, "Namespaces and credentials").
 */
import { Refusal } from '../contract/refusal'
import type { CallLeaseVerbs } from '../store/call-leases'
import type { Caller } from './caller'

/** Calls leased at a time: few enough that a crash costs the caller little, many enough that the store is seldom asked. */
const BLOCK = 10
const DAY = 86_400_000
/** Accounts kept before those of earlier days are looked for and dropped. */
const MOST_ACCOUNTS = 10_000

interface Account {
  day: string
  left: number
  /** The lease on its way, so that concurrent calls wait for one instead of each taking a block. */
  leasing: Promise<void> | null
}

export class CallLedger {
  private readonly accounts = new Map<string, Account>()

  constructor(
    private readonly store: CallLeaseVerbs,
    private readonly now: () => Date,
  ) {}

  /**
   * Takes one call from the caller's allowance and returns how to give it back. A caller without caps is never refused.
   * @throws Refusal EVALUATION_LIMIT with `Retry-After` where the day's cap is the one in the way
   */
  async reserve(caller: Caller): Promise<() => void> {
    const { credentialId, caps } = caller
    if (credentialId === null || (caps.perDay === null && caps.total === null)) return NOTHING_TO_RETURN
    for (;;) {
      const account = this.accountOf(credentialId)
      if (account.left > 0) {
        account.left--
        const { day } = account
        return () => {
          if (account.day === day) account.left++
        }
      }
      account.leasing ??= this.lease(credentialId, account).finally(() => {
        account.leasing = null
      })
      await account.leasing
    }
  }

  private accountOf(credentialId: string): Account {
    const today = this.now().toISOString().slice(0, 10)
    const account = this.accounts.get(credentialId)
    // The store may have leased for a later day: another process whose clock is ahead has begun it.
    if (account !== undefined && account.day >= today) return account
    if (this.accounts.size >= MOST_ACCOUNTS) this.forgetDaysBefore(today)
    const fresh: Account = { day: today, left: 0, leasing: null }
    this.accounts.set(credentialId, fresh)
    return fresh
  }

  private forgetDaysBefore(day: string): void {
    for (const [id, account] of this.accounts) if (account.day < day) this.accounts.delete(id)
  }

  private async lease(credentialId: string, account: Account): Promise<void> {
    const at = this.now()
    const lease = await this.store.leaseCalls({ credentialId, day: account.day, block: BLOCK, at })
    if (lease.granted > 0) {
      account.day = lease.day
      account.left += lease.granted
      return
    }
    if (lease.spent === 'total')
      throw new Refusal(
        'EVALUATION_LIMIT',
        'All calls of this evaluation credential are used up. Ask the operator for a full credential.',
      )
    const untilTomorrow = DAY - (at.getTime() % DAY)
    throw new Refusal(
      'EVALUATION_LIMIT',
      'The calls of this evaluation credential for today (UTC) are used up.',
      {},
      { headers: { 'retry-after': String(Math.ceil(untilTomorrow / 1000)) } },
    )
  }
}

const NOTHING_TO_RETURN = () => {}

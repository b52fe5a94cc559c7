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

/** Calls leased at a time: a hundredth of the day's cap, so that a crash costs the caller little and the store is seldom asked. */
const SMALLEST_BLOCK = 10
const LARGEST_BLOCK = 5_000

function blockOf({ perDay, total }: Caller['caps']): number {
  const cap = Math.min(perDay ?? Number.POSITIVE_INFINITY, total ?? Number.POSITIVE_INFINITY)
  return Math.max(SMALLEST_BLOCK, Math.min(LARGEST_BLOCK, Math.floor(cap / 100)))
}
const DAY = 86_400_000
/** Accounts kept before those of earlier days are looked for and dropped. */
const MOST_ACCOUNTS = 10_000

/** Returns a reserved call that was refused. */
export type GiveBack = () => void

interface Account {
  /** UTC day, `2026-11-21`. */
  day: string
  /** End of that day, in milliseconds since the epoch. */
  until: number
  left: number
  /** The lease on its way, so that concurrent calls wait for one instead of each taking a block. */
  leasing: Promise<void> | null
}

export class CallLedger {
  private readonly accounts = new Map<string, Account>()

  constructor(
    private readonly store: CallLeaseVerbs,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  /**
   * Takes one call from the caller's allowance and returns how to give it back: at once while a leased block lasts. A
   * caller without caps is never refused.
   * @throws Refusal EVALUATION_LIMIT with `Retry-After` where the day's cap is the one in the way
   */
  reserve(caller: Caller): GiveBack | Promise<GiveBack> {
    const { credentialId, caps } = caller
    if (credentialId === null || (caps.perDay === null && caps.total === null)) return NOTHING_TO_RETURN
    const account = this.accountOf(credentialId)
    return account.left > 0 ? take(account) : this.reserveFromStore(caller, credentialId)
  }

  /** Gives the unused rests of all leases back to the store, for a clean stop. */
  async returnRests(): Promise<void> {
    const rests = [...this.accounts].filter(([, account]) => account.left > 0)
    this.accounts.clear()
    for (const [credentialId, { day, left }] of rests) await this.store.returnCalls({ credentialId, day, calls: left })
  }

  private async reserveFromStore({ caps }: Caller, credentialId: string): Promise<GiveBack> {
    for (;;) {
      const account = this.accountOf(credentialId)
      if (account.left > 0) return take(account)
      account.leasing ??= this.lease(credentialId, blockOf(caps), account).finally(() => {
        account.leasing = null
      })
      await account.leasing
    }
  }

  private accountOf(credentialId: string): Account {
    const now = this.now()
    const account = this.accounts.get(credentialId)
    // The store may have leased for a later day: another process whose clock is ahead has begun it.
    if (account !== undefined && now < account.until) return account
    const today = dayOf(now)
    if (this.accounts.size >= MOST_ACCOUNTS) this.forgetDaysBefore(today)
    const fresh: Account = { day: today, until: endOf(today), left: 0, leasing: null }
    this.accounts.set(credentialId, fresh)
    return fresh
  }

  private forgetDaysBefore(day: string): void {
    for (const [id, account] of this.accounts) if (account.day < day) this.accounts.delete(id)
  }

  private async lease(credentialId: string, block: number, account: Account): Promise<void> {
    const at = new Date(this.now())
    const lease = await this.store.leaseCalls({ credentialId, day: account.day, block, at })
    if (lease.granted > 0) {
      account.day = lease.day
      account.until = endOf(lease.day)
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

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

function endOf(day: string): number {
  return Date.parse(day) + DAY
}

function take(account: Account): GiveBack {
  account.left--
  const { day } = account
  return () => {
    if (account.day === day) account.left++
  }
}

const NOTHING_TO_RETURN: GiveBack = () => {}

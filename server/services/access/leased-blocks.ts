/**
 * Calls of an allowance, leased from the store in blocks and counted in memory.
 *
 * Promises: no call is granted that was not leased, so an allowance in the store is never exceeded, by any number of
 * processes. Blocks shrink to single calls near its end, and no call is refused while another process of the machine holds
 * one that it has not made. A refunded call, and the rest of a block when its period ends, its allowance changes or the
 * process ends, returns to the store. A crash costs the caller at most the rest of a block.
 */
import type { Refusal } from '../../api/refusal'
import type { PeriodKind } from './utc-period'

/** Refunds a call that was reserved and not made. Called at most once. */
export type Refund = () => void

export interface BlockLease {
  /** 0: nothing is left. */
  readonly granted: number
  /**
   * The period that the calls count for; a process whose clock is ahead may have begun a later one than was requested.
   */
  readonly period: string
  /** What the store decided by; null is no allowance. */
  readonly allowance: number | null
}

/** The store's side of one kind of allowance. A key names an allowance: that of a credential, of a namespace. */
export interface BlockSource<Lease extends BlockLease> {
  readonly periods: PeriodKind
  /** @param portions of what is left; no block is larger than one of them, and none is smaller than one call */
  lease(key: string, period: string, block: number, at: Date, portions: number): Promise<Lease>
  refund(key: string, period: string, count: number): Promise<void>
}

/** Asks the other processes of the machine to return the unused rest of a key. Resolves when they have. */
export type Recall = (key: string) => Promise<void>

export interface Demand<Lease extends BlockLease> {
  readonly key: string
  /** The allowance as the caller last read it. */
  readonly allowance: number | null
  /** Calls to lease at a time. */
  readonly block: number
  /** What to throw where nothing is left. */
  readonly refusal: (lease: Lease, at: Date) => Refusal
}

interface Reserve {
  readonly key: string
  period: string
  /** End of the period, in milliseconds since the epoch. */
  until: number
  allowance: number | null
  left: number
  /** Changes with the period and the allowance: a refund of an earlier one goes to the store. */
  generation: number
  /** The lease in progress, so that concurrent calls wait for one instead of each taking a block. */
  leasing: Promise<void> | null
  /** The question to the store in it, after which {@link left} holds what was granted. */
  asking: Promise<unknown> | null
  /** Calls that wait for a lease. */
  wanting: number
  /** How often calls were leased from or returned to the store. */
  exchanges: number
}

/**
 * Of what is left, a block is at most this part, so that 16 processes never hold more than half of it, and the last calls
 * are leased one by one.
 */
const PORTIONS = 32
/** What was returned after one recall, several processes may have leased again. */
const MAX_RECALLS = 2
/** Reserves held before those of ended periods are dropped. */
const MANY_RESERVES = 10_000
/** Reads of a changing count before the last one is taken as it is. */
const MAX_READS = 5

export class LeasedBlocks<Lease extends BlockLease> {
  private readonly reserves = new Map<string, Reserve>()
  /** Calls to return to the store: by key, then by period. */
  private owed = new Map<string, Map<string, number>>()
  private tidyAt = MANY_RESERVES

  constructor(
    private readonly source: BlockSource<Lease>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    /** Called when something is owed to the store: {@link settle} is then due. */
    private readonly owing: () => void,
    private readonly recall: Recall,
  ) {}

  /** Reserves a call: at once while a block lasts. @throws Refusal the demand's */
  reserve(demand: Demand<Lease>): Refund | Promise<Refund> {
    const reserve = this.reserveOf(demand)
    return reserve.left > 0 && reserve.allowance === demand.allowance
      ? this.take(reserve)
      : this.reserveFromStore(demand)
  }

  /**
   * Reads the store's count of `key` while no lease or return is in progress: it then agrees with {@link held} right
   * after.
   */
  async inStep<T>(key: string, read: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      // The refusal of a lease is thrown to the caller who requested it.
      await this.reserves.get(key)?.leasing?.catch(() => undefined)
      const before = this.reserves.get(key)?.exchanges
      const value = await read()
      if (this.reserves.get(key)?.exchanges === before || attempts === MAX_READS) return value
    }
  }

  /** Calls that the store counts as made and this process has not made: of a period, or of all. */
  held(key: string, period: string | null): number {
    const reserve = this.reserves.get(key)
    let held = reserve !== undefined && (period === null || reserve.period === period) ? reserve.left : 0
    for (const [each, count] of this.owed.get(key) ?? []) if (period === null || each === period) held += count
    return held
  }

  /** Returns to the store what is owed. A return that fails stops no other; the first failure is thrown at the end. */
  async settle(): Promise<void> {
    let failure: { readonly error: unknown } | null = null
    for (const key of [...this.owed.keys()])
      await this.settleKey(key).catch((error: unknown) => {
        failure ??= { error }
      })
    throwIf(failure)
  }

  /** Returns the unused rest of one key, because another process has none left. */
  async returnRest(key: string): Promise<void> {
    const reserve = this.reserves.get(key)
    if (reserve !== undefined) {
      // A block may have been granted that has not arrived.
      await reserve.asking?.catch(() => undefined)
      this.end(reserve, reserve.wanting)
    }
    await this.settleKey(key)
  }

  /** Returns the unused rests of all blocks too, for a clean stop. */
  async returnRests(): Promise<void> {
    for (const reserve of this.reserves.values()) this.end(reserve)
    await this.settle()
  }

  private async reserveFromStore(demand: Demand<Lease>): Promise<Refund> {
    for (let leased = false; ; leased = true) {
      const reserve = this.reserveOf(demand)
      // Where the two differ, one of them is outdated: the store decides, and is asked once.
      const agreed = leased || reserve.allowance === demand.allowance
      if (reserve.left > 0 && agreed) return this.take(reserve)
      reserve.leasing ??= this.lease(reserve, demand).finally(() => {
        reserve.leasing = null
      })
      reserve.wanting++
      try {
        await reserve.leasing
      } finally {
        reserve.wanting--
      }
    }
  }

  private async lease(reserve: Reserve, { block, refusal }: Demand<Lease>): Promise<void> {
    if (reserve.left > 0) this.end(reserve)
    await this.settleKey(reserve.key)
    const at = new Date(this.now())
    let lease = await this.leaseBlock(reserve, block, at)
    for (let recalls = 0; reserve.left === 0 && recalls < MAX_RECALLS; recalls++) {
      // Another process may hold calls that it has not made.
      await this.recall(reserve.key)
      // No more than are made at once.
      lease = await this.leaseBlock(reserve, Math.min(block, reserve.wanting), at)
    }
    if (reserve.left === 0) throw refusal(lease, at)
  }

  private async leaseBlock(reserve: Reserve, block: number, at: Date): Promise<Lease> {
    const ask = async () => {
      reserve.exchanges++
      const lease = await this.source.lease(reserve.key, reserve.period, block, at, PORTIONS)
      reserve.exchanges++
      this.grant(reserve, lease)
      return lease
    }
    const asking = ask()
    reserve.asking = asking
    try {
      return await asking
    } finally {
      reserve.asking = null
    }
  }

  private grant(reserve: Reserve, { period, allowance, granted }: Lease): void {
    if (period !== reserve.period || allowance !== reserve.allowance) {
      this.end(reserve)
      Object.assign(reserve, { allowance, period, until: this.source.periods.endOf(period) })
    }
    // Added: a call may have been refunded meanwhile.
    reserve.left += granted
  }

  private reserveOf({ key, allowance }: Demand<Lease>): Reserve {
    const now = this.now()
    const reserve = this.reserves.get(key)
    if (reserve !== undefined && now < reserve.until) return reserve
    const period = this.source.periods.nameOf(now)
    const until = this.source.periods.endOf(period)
    if (reserve !== undefined) {
      this.end(reserve)
      return Object.assign(reserve, { period, until })
    }
    this.tidy(now)
    const idle = { left: 0, generation: 0, leasing: null, asking: null, wanting: 0, exchanges: 0 }
    const fresh: Reserve = { key, period, until, allowance, ...idle }
    this.reserves.set(key, fresh)
    return fresh
  }

  private take(reserve: Reserve): Refund {
    reserve.left--
    const { period, generation } = reserve
    return () => {
      if (reserve.generation === generation) reserve.left++
      else this.owe(reserve.key, period, 1)
    }
  }

  /** Returns its rest but for so many calls to the store; later refunds of it go to the store too. */
  private end(reserve: Reserve, stay = 0): void {
    const rest = reserve.left - stay
    if (rest > 0) this.owe(reserve.key, reserve.period, rest)
    reserve.left = Math.min(reserve.left, stay)
    reserve.generation++
  }

  private owe(key: string, period: string, count: number): void {
    const periods = this.owed.get(key) ?? new Map<string, number>()
    this.owed.set(key, periods.set(period, (periods.get(period) ?? 0) + count))
    this.owing()
  }

  private async settleKey(key: string): Promise<void> {
    const periods = this.owed.get(key)
    // Cleared first: where the connection breaks it is unknown whether it was returned, and returning twice is worse.
    this.owed.delete(key)
    const reserve = this.reserves.get(key)
    let failure: { readonly error: unknown } | null = null
    for (const [period, count] of periods ?? []) {
      if (reserve !== undefined) reserve.exchanges++
      await this.source.refund(key, period, count).catch((error: unknown) => {
        failure ??= { error }
      })
      if (reserve !== undefined) reserve.exchanges++
    }
    throwIf(failure)
  }

  private tidy(now: number): void {
    if (this.reserves.size < this.tidyAt) return
    for (const [key, reserve] of this.reserves)
      if (reserve.until <= now && reserve.leasing === null) {
        this.end(reserve)
        this.reserves.delete(key)
      }
    this.tidyAt = Math.max(MANY_RESERVES, 2 * this.reserves.size)
  }
}

function throwIf(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error
}

/**
 * Grants only leased calls, so an allowance is never exceeded. No call is refused while another process of the machine
 * holds an unused one. Unused calls return to the store when the period, the allowance or the process ends. A crash
 * loses at most the rest of a block.
 */
import type { Refusal } from '../../api/refusal'
import type { PeriodKind } from './call-limits'

/** Called at most once, for a call that was not made. */
export type Refund = () => void

export interface BlockLease {
  readonly granted: number
  /** Later than requested if another process's clock is ahead. */
  readonly period: string
  readonly allowance: number | null
}

/** A key is a credential or a namespace. */
export interface BlockSource<Lease extends BlockLease> {
  readonly periods: PeriodKind
  /** @param portions a block is at most this fraction of the rest, but at least 1 */
  lease(key: string, period: string, block: number, at: Date, portions: number): Promise<Lease>
  refund(key: string, period: string, count: number): Promise<void>
}

/** Resolves when the machine's other processes have returned their unused calls. */
export type Recall = (key: string) => Promise<void>

export interface Demand<Lease extends BlockLease> {
  readonly key: string
  /** As the caller last read it. */
  readonly allowance: number | null
  readonly block: number
  readonly refusal: (lease: Lease, at: Date) => Refusal
}

interface Reserve {
  readonly key: string
  period: string
  /** Epoch milliseconds. */
  until: number
  allowance: number | null
  left: number
  /** Refunds of an earlier generation go to the store. */
  generation: number
  leasing: Promise<void> | null
  /** Resolves after the grant. */
  asking: Promise<unknown> | null
  /** Calls that wait for a lease. */
  wanting: number
  /** Store calls that began or ended. */
  exchanges: number
}

/** With 1/32 of the rest per block, 16 processes hold at most half. */
const BLOCK_PORTIONS = 32
/** Other processes may lease the returned calls again. */
const MAX_RECALLS = 2
/** Reserves of ended periods are then dropped. */
const TIDY_AFTER_RESERVES = 10_000
const MAX_READS = 5

export class LeasedBlocks<Lease extends BlockLease> {
  private readonly reserves = new Map<string, Reserve>()
  /** By key, then period. */
  private owed = new Map<string, Map<string, number>>()
  private tidyAt = TIDY_AFTER_RESERVES

  constructor(
    private readonly source: BlockSource<Lease>,
    private readonly now: () => number,
    private readonly owing: () => void,
    private readonly recall: Recall,
  ) {}

  /** Synchronous while a block lasts. @throws Refusal from `demand.refusal` */
  reserve(demand: Demand<Lease>): Refund | Promise<Refund> {
    const reserve = this.reserveOf(demand)
    return reserve.left > 0 && reserve.allowance === demand.allowance
      ? this.take(reserve)
      : this.reserveFromStore(demand)
  }

  /** Reads the store's count while no lease runs, so that it agrees with {@link held}. */
  async inStep<T>(key: string, read: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      // The call that leases gets the refusal.
      await this.reserves.get(key)?.leasing?.catch(() => undefined)
      const before = this.reserves.get(key)?.exchanges
      const value = await read()
      if (this.reserves.get(key)?.exchanges === before || attempts === MAX_READS) return value
    }
  }

  /** Calls that only the store counts as made. Null means all periods. */
  held(key: string, period: string | null): number {
    const reserve = this.reserves.get(key)
    let held = reserve !== undefined && (period === null || reserve.period === period) ? reserve.left : 0
    for (const [each, count] of this.owed.get(key) ?? []) if (period === null || each === period) held += count
    return held
  }

  /** Throws the first failure after all returns. */
  async settle(): Promise<void> {
    let failure: { readonly error: unknown } | null = null
    for (const key of [...this.owed.keys()])
      await this.settleKey(key).catch((error: unknown) => {
        failure ??= { error }
      })
    throwFirstFailure(failure)
  }

  async returnRest(key: string): Promise<void> {
    const reserve = this.reserves.get(key)
    if (reserve !== undefined) {
      // A granted block may still be on its way.
      await reserve.asking?.catch(() => undefined)
      this.end(reserve, reserve.wanting)
    }
    await this.settleKey(key)
  }

  async returnRests(): Promise<void> {
    for (const reserve of this.reserves.values()) this.end(reserve)
    await this.settle()
  }

  private async reserveFromStore(demand: Demand<Lease>): Promise<Refund> {
    for (let leased = false; ; leased = true) {
      const reserve = this.reserveOf(demand)
      // One of them is outdated, so the store decides once.
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
      await this.recall(reserve.key)
      lease = await this.leaseBlock(reserve, Math.min(block, reserve.wanting), at)
    }
    if (reserve.left === 0) throw refusal(lease, at)
  }

  private async leaseBlock(reserve: Reserve, block: number, at: Date): Promise<Lease> {
    const ask = async () => {
      reserve.exchanges++
      const lease = await this.source.lease(reserve.key, reserve.period, block, at, BLOCK_PORTIONS)
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
    // A call may have been refunded meanwhile.
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

  /** Returns all but `stay` calls, and later refunds. */
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
    // Cleared first: after a broken connection, losing a return is better than returning twice.
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
    throwFirstFailure(failure)
  }

  private tidy(now: number): void {
    if (this.reserves.size < this.tidyAt) return
    for (const [key, reserve] of this.reserves)
      if (reserve.until <= now && reserve.leasing === null) {
        this.end(reserve)
        this.reserves.delete(key)
      }
    this.tidyAt = Math.max(TIDY_AFTER_RESERVES, 2 * this.reserves.size)
  }
}

function throwFirstFailure(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error
}

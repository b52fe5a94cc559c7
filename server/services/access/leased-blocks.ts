/**
 * Places in allowances, leased from the store in blocks and given out in memory.
 *
 * Promises: no place is given out that was not leased, so an allowance that the store keeps is never exceeded, by any
 * number of processes; a place that is given back, and the rest of a block when its period ends or its allowance
 * changes, goes back to the store. A crash loses at most the rest of a block to the caller.
 */
import type { Refusal } from '../../api/refusal'
import type { PeriodKind } from './utc-period'

/** Returns a place that was taken and not used. Called at most once. */
export type Refund = () => void

export interface BlockLease {
  /** 0: nothing is left. */
  readonly granted: number
  /** The period that the places count for; a process whose clock is ahead may have begun a later one than was asked for. */
  readonly period: string
  /** What the store decided by; null is no allowance. */
  readonly allowance: number | null
}

/** Where the places of one kind of allowance come from. A key names an allowance: that of a credential, of a namespace. */
export interface BlockSource<Lease extends BlockLease> {
  readonly periods: PeriodKind
  lease(key: string, period: string, block: number, at: Date): Promise<Lease>
  refund(key: string, period: string, places: number): Promise<void>
}

export interface Demand<Lease extends BlockLease> {
  readonly key: string
  /** The allowance as the caller last heard of it. */
  readonly allowance: number | null
  /** Places to lease at a time. */
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
  /** Changes with the period and the allowance: a place of an earlier one is given back to the store. */
  generation: number
  /** The lease on its way, so that concurrent calls wait for one instead of each taking a block. */
  leasing: Promise<void> | null
  /** How often places went to or came from the store. */
  exchanges: number
}

/** Reserves kept before those of ended periods are looked for and dropped. */
const MANY_PURSES = 10_000
/** Reads of a count that is in motion before the last one is taken as it is. */
const MAX_READS = 5

export class LeasedBlocks<Lease extends BlockLease> {
  private readonly reserves = new Map<string, Reserve>()
  /** Places to give back to the store: by key, then by period. */
  private owed = new Map<string, Map<string, number>>()
  private tidyAt = MANY_PURSES

  constructor(
    private readonly source: BlockSource<Lease>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    /** Called when something is owed to the store: {@link settle} is then due. */
    private readonly owing: () => void,
  ) {}

  /** Takes a place: at once while a block lasts. @throws Refusal the demand's */
  reserve(demand: Demand<Lease>): Refund | Promise<Refund> {
    const reserve = this.reserveOf(demand)
    return reserve.left > 0 && reserve.allowance === demand.allowance
      ? this.take(reserve)
      : this.reserveFromStore(demand)
  }

  /**
   * Reads the store's count of `key` at a moment when no places are on their way, so that it fits what {@link held}
   * answers right after.
   */
  async inStep<T>(key: string, read: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      // A lease that was refused is its caller's to hear of.
      await this.reserves.get(key)?.leasing?.catch(() => undefined)
      const before = this.reserves.get(key)?.exchanges
      const value = await read()
      if (this.reserves.get(key)?.exchanges === before || attempts === MAX_READS) return value
    }
  }

  /** Places that the store counts as taken and this process has not used: of a period, or of all. */
  held(key: string, period: string | null): number {
    const reserve = this.reserves.get(key)
    let held = reserve !== undefined && (period === null || reserve.period === period) ? reserve.left : 0
    for (const [each, places] of this.owed.get(key) ?? []) if (period === null || each === period) held += places
    return held
  }

  /** Gives back to the store what is owed. */
  async settle(): Promise<void> {
    for (const key of [...this.owed.keys()]) await this.settleKey(key)
  }

  /** Gives back the unused rests of all blocks too, for a clean stop. */
  async returnRests(): Promise<void> {
    for (const reserve of this.reserves.values()) this.end(reserve)
    await this.settle()
  }

  private async reserveFromStore(demand: Demand<Lease>): Promise<Refund> {
    for (let asked = false; ; asked = true) {
      const reserve = this.reserveOf(demand)
      // Either has heard of a change that the other has not: the store knows, and is asked once.
      const agreed = asked || reserve.allowance === demand.allowance
      if (reserve.left > 0 && agreed) return this.take(reserve)
      reserve.leasing ??= this.lease(reserve, demand).finally(() => {
        reserve.leasing = null
      })
      await reserve.leasing
    }
  }

  private async lease(reserve: Reserve, { block, refusal }: Demand<Lease>): Promise<void> {
    if (reserve.left > 0) this.end(reserve)
    await this.settleKey(reserve.key)
    const at = new Date(this.now())
    reserve.exchanges++
    const lease = await this.source.lease(reserve.key, reserve.period, block, at)
    reserve.exchanges++
    if (lease.period !== reserve.period || lease.allowance !== reserve.allowance) {
      this.end(reserve)
      reserve.allowance = lease.allowance
      reserve.period = lease.period
      reserve.until = this.source.periods.endOf(lease.period)
    }
    // Added: a place may have been given back meanwhile.
    reserve.left += lease.granted
    if (reserve.left === 0) throw refusal(lease, at)
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
    const fresh: Reserve = { key, period, until, allowance, left: 0, generation: 0, leasing: null, exchanges: 0 }
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

  /** Its rest goes back to the store, and so will what is given back of it from now on. */
  private end(reserve: Reserve): void {
    if (reserve.left > 0) this.owe(reserve.key, reserve.period, reserve.left)
    reserve.left = 0
    reserve.generation++
  }

  private owe(key: string, period: string, places: number): void {
    const periods = this.owed.get(key) ?? new Map<string, number>()
    this.owed.set(key, periods.set(period, (periods.get(period) ?? 0) + places))
    this.owing()
  }

  private async settleKey(key: string): Promise<void> {
    const periods = this.owed.get(key)
    // Forgotten first: where the connection breaks nobody knows whether it was given back, and twice would be too much.
    this.owed.delete(key)
    const reserve = this.reserves.get(key)
    for (const [period, places] of periods ?? []) {
      if (reserve !== undefined) reserve.exchanges++
      await this.source.refund(key, period, places)
      if (reserve !== undefined) reserve.exchanges++
    }
  }

  private tidy(now: number): void {
    if (this.reserves.size < this.tidyAt) return
    for (const [key, reserve] of this.reserves)
      if (reserve.until <= now && reserve.leasing === null) {
        this.end(reserve)
        this.reserves.delete(key)
      }
    this.tidyAt = Math.max(MANY_PURSES, 2 * this.reserves.size)
  }
}

import { LRUCache } from 'lru-cache'
import type { Caller } from '../calls/caller'
import { UTC_DAY, UTC_MONTH } from './utc-period'

export interface CallLimit {
  readonly name: 'day' | 'total' | 'month'
  readonly quota: number
  /** Null if the cap never resets. */
  readonly windowSeconds: number | null
  /** Null before this process's first counted call. Calls leased by other processes count as made. */
  readonly remaining: number | null
  readonly resetSeconds: number | null
}

export interface LeasedSoFar {
  readonly period: string
  readonly inPeriod: number
  readonly inAll: number | null
}

/** Calls leased but not made by this process. */
export type HeldCalls = (period: string | null) => number

const MAX_KEYS = 10_000

export class KnownLeases {
  private readonly byKey = new LRUCache<string, LeasedSoFar>({ max: MAX_KEYS })

  note(key: string, leased: LeasedSoFar): void {
    this.byKey.set(key, leased)
  }

  of(key: string): LeasedSoFar | undefined {
    return this.byKey.get(key)
  }
}

/** @param now epoch milliseconds */
export function limitsOfCredential(
  { caps }: Caller,
  known: LeasedSoFar | undefined,
  held: HeldCalls,
  now: number,
): readonly CallLimit[] {
  const day = UTC_DAY.nameOf(now)
  const today = known === undefined ? null : known.period === day ? known.inPeriod - held(day) : 0
  const inAll = known?.inAll === undefined || known.inAll === null ? null : known.inAll - held(null)
  return [
    ...(caps.perDay === null
      ? []
      : [toCallLimit('day', caps.perDay, 86_400, today, secondsUntil(UTC_DAY.endOf(day), now))]),
    ...(caps.total === null ? [] : [toCallLimit('total', caps.total, null, inAll, null)]),
  ]
}

/** @param now epoch milliseconds */
export function limitsOfNamespace(
  { account: { checksPerMonth } }: Caller,
  known: LeasedSoFar | undefined,
  held: HeldCalls,
  now: number,
): readonly CallLimit[] {
  if (checksPerMonth === null) return []
  const month = UTC_MONTH.nameOf(now)
  const end = UTC_MONTH.endOf(month)
  const made = known === undefined ? null : known.period === month ? known.inPeriod - held(month) : 0
  const windowSeconds = (end - Date.parse(month)) / 1_000
  return [toCallLimit('month', checksPerMonth, windowSeconds, made, secondsUntil(end, now))]
}

function toCallLimit(
  name: CallLimit['name'],
  quota: number,
  windowSeconds: number | null,
  used: number | null,
  resetSeconds: number | null,
): CallLimit {
  const remaining = used === null ? null : Math.min(quota, Math.max(0, quota - used))
  return { name, quota, windowSeconds, remaining, resetSeconds }
}

function secondsUntil(moment: number, now: number): number {
  return Math.max(1, Math.ceil((moment - now) / 1_000))
}

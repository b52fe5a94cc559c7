import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { Caller } from '../calls/caller'
import type { Gate, ProcessGroup } from './process-group'

/** A name is the first day: `2026-11-21`, `2026-11-01`. */
export interface PeriodKind {
  /** @param moment epoch milliseconds */
  nameOf(moment: number): string
  /** In epoch milliseconds. */
  endOf(name: string): number
}

const DAY_MS = 86_400_000

export const UTC_DAY: PeriodKind = {
  nameOf: (moment) => new Date(moment).toISOString().slice(0, 10),
  endOf: (name) => Date.parse(name) + DAY_MS,
}

export const UTC_MONTH: PeriodKind = {
  nameOf: (moment) => `${new Date(moment).toISOString().slice(0, 7)}-01`,
  endOf: (name) => {
    const first = new Date(name)
    return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)
  },
}

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

export const PLAYGROUND_CALLS_PER_MINUTE = 240
const MINUTE_MS = 60_000

/** The playground stores nothing and charges no account. A limit by address prevents use instead of a credential. */
export class PlaygroundGate {
  private readonly gate: Gate

  constructor(group: ProcessGroup) {
    this.gate = group.gate('playground', { calls: PLAYGROUND_CALLS_PER_MINUTE, periodMs: MINUTE_MS })
  }

  /** @throws Refusal EVALUATION_LIMIT with `Retry-After` */
  async admit(addressKey: string): Promise<void> {
    const wait = await this.gate.take(addressKey)
    if (wait === null) return
    throw new Refusal(
      'EVALUATION_LIMIT',
      'Too many requests to the playground from this address. Wait a moment.',
      {},
      { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } },
    )
  }
}

/**
 * Refuses a flood before it is stored. Room is reserved first, so one process never passes a limit; several may pass it
 * together between two counts.
 */
import { LRUCache } from 'lru-cache'
import type { Store } from '../../../database/store'

const RECOUNT_MS = 1_000
/** The fraction of the time that counting may take. */
const COUNTING_DIVISOR = 100
/** Changes of other processes are seen after this time at the latest. */
const MAX_RECOUNT_MS = 60_000
const MAX_GROUPS = 10_000

export interface WaitingLimits {
  /** Unanswered frames of one group. */
  readonly waiting_frames: number
  /** Frames of all groups, except those that wait for a person. */
  readonly waiting_frames_total: number
}

export type Room =
  | {
      readonly kind: 'reserved'
      /** Call it once, after the frame is counted by {@link WaitingFrames.sent} or is not stored. */
      readonly release: () => void
    }
  | { readonly kind: 'full'; readonly of: 'group' | 'deployment'; readonly limit: number }

interface Count {
  /** Null before the first count. */
  waiting: number | null
  reserved: number
  recountAt: number
  counting: Promise<void> | null
  /** Answered since the current count began. */
  answered: number
}

export class WaitingFrames {
  private readonly groups = new LRUCache<string, Count>({ max: MAX_GROUPS })
  private readonly all = newCount()

  constructor(
    private readonly store: Pick<Store, 'countWaitingFrames' | 'countQueuedFrames'>,
    private readonly limits: WaitingLimits,
    private readonly now: () => Date,
    private readonly reportTrouble: (error: unknown) => void,
  ) {}

  reserve(namespaceId: string): Room | Promise<Room> {
    let group = this.groups.get(namespaceId)
    if (group === undefined) {
      group = newCount()
      this.groups.set(namespaceId, group)
    }
    const readings = [
      this.refresh(group, () => this.store.countWaitingFrames(namespaceId)),
      this.refresh(this.all, () => this.store.countQueuedFrames()),
    ].filter((reading) => reading !== null)
    return readings.length === 0 ? this.take(group) : Promise.all(readings).then(() => this.take(group))
  }

  sent(namespaceId: string): void {
    for (const count of this.countsOf(namespaceId)) if (count.waiting !== null) count.waiting++
  }

  answered(namespaceId: string): void {
    for (const count of this.countsOf(namespaceId)) {
      count.answered++
      if (count.waiting !== null && count.waiting > 0) count.waiting--
    }
  }

  private countsOf(namespaceId: string): Count[] {
    const group = this.groups.peek(namespaceId)
    return group === undefined ? [this.all] : [group, this.all]
  }

  private take(group: Count): Room {
    const { waiting_frames: ofGroup, waiting_frames_total: ofAll } = this.limits
    if (isFull(group, ofGroup)) return { kind: 'full', of: 'group', limit: ofGroup }
    if (isFull(this.all, ofAll)) return { kind: 'full', of: 'deployment', limit: ofAll }
    const counts = [group, this.all]
    for (const count of counts) count.reserved++
    return {
      kind: 'reserved',
      release: () => {
        for (const count of counts) count.reserved--
      },
    }
  }

  /** Null if a known count serves until the next one. */
  private refresh(count: Count, read: () => Promise<number>): Promise<void> | null {
    if (count.waiting === null) return this.recount(count, read)
    const at = this.now().getTime()
    // The clock may be set back.
    if (at >= count.recountAt || at < count.recountAt - MAX_RECOUNT_MS)
      this.recount(count, read).catch(this.reportTrouble)
    return null
  }

  private recount(count: Count, read: () => Promise<number>): Promise<void> {
    count.counting ??= this.countNow(count, read).finally(() => {
      count.counting = null
    })
    return count.counting
  }

  private async countNow(count: Count, read: () => Promise<number>): Promise<void> {
    const began = this.now().getTime()
    // Limits retries while the database is unavailable.
    count.recountAt = began + RECOUNT_MS
    count.answered = 0
    const counted = await read()
    // Rather too few: a frame refused without need waits for the next count.
    count.waiting = Math.max(0, counted - count.answered)
    const ended = this.now().getTime()
    count.recountAt = ended + Math.min(MAX_RECOUNT_MS, Math.max(RECOUNT_MS, COUNTING_DIVISOR * (ended - began)))
  }
}

function newCount(): Count {
  return { waiting: null, reserved: 0, recountAt: 0, counting: null, answered: 0 }
}

function isFull({ waiting, reserved }: Count, limit: number): boolean {
  return (waiting ?? 0) + reserved >= limit
}

/**
 * How many frames wait, of one group and of all, so that a flood is refused before it is stored.
 *
 * Promises: what one process sends never passes a limit, however many sends come at once: room is set aside before a frame
 * is stored. Of other processes it knows what the last count saw, so that several may pass the limit together by what they
 * send meanwhile. Counting is rare, and the longer it takes, the rarer; in between, frames that this process sends are
 * added, and those that it answers are subtracted.
 */
import { LRUCache } from 'lru-cache'
import type { Store } from '../../database/store'

const RECOUNT_MS = 1_000
/** Of the time, counting takes at most one part in so many. */
const SHARE = 100
/** However long counting takes: what other processes did is seen after this. */
const MAX_RECOUNT_MS = 60_000
const MAX_GROUPS = 10_000

export interface WaitingLimits {
  /** Frames of one group without an answer. */
  readonly waiting_frames: number
  /** Frames of all groups that wait for their evaluation; those that wait for a person are not among them. */
  readonly waiting_frames_total: number
}

/** Room for one frame, or the limit that leaves none. */
export type Room =
  | {
      readonly kind: 'reserved'
      /** Called once, when the frame is stored and counted by {@link WaitingFrames.sent}, or is not stored. */
      readonly release: () => void
    }
  | { readonly kind: 'full'; readonly of: 'group' | 'deployment'; readonly limit: number }

interface Count {
  /** Null before the first count. */
  waiting: number | null
  /** Being stored at the moment. */
  reserved: number
  recountAt: number
  counting: Promise<void> | null
  /** Since the count under way began: it may have seen them as waiting. */
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

  /** Sets room for one frame of the group aside. */
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

  /** Null where no call has to wait: a count that is known serves until a later one has come. */
  private refresh(count: Count, read: () => Promise<number>): Promise<void> | null {
    if (count.waiting === null) return this.recount(count, read)
    const at = this.now().getTime()
    // A clock may be set back: a count is never put off for longer than the longest time.
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
    // Where the database is unavailable, the count is repeated after a while and not for every frame.
    count.recountAt = began + RECOUNT_MS
    count.answered = 0
    const counted = await read()
    // Rather too few than too many: a frame that is refused without need waits for the next count.
    count.waiting = Math.max(0, counted - count.answered)
    const ended = this.now().getTime()
    count.recountAt = ended + Math.min(MAX_RECOUNT_MS, Math.max(RECOUNT_MS, SHARE * (ended - began)))
  }
}

function newCount(): Count {
  return { waiting: null, reserved: 0, recountAt: 0, counting: null, answered: 0 }
}

function isFull({ waiting, reserved }: Count, limit: number): boolean {
  return (waiting ?? 0) + reserved >= limit
}

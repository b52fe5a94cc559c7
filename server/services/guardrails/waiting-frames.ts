/**
 * How many frames of a group wait, so that a flood of one group does not delay the others.
 *
 * Promises: an estimate that costs little. The database counts rarely, and the longer a count takes, the rarer; in between,
 * frames that this process sends are added, and those that it answers are subtracted. Other processes' frames are seen at the next count, so the
 * limit may be passed by what they send meanwhile.
 */
import { LRUCache } from 'lru-cache'
import type { Store } from '../../database/store'

const RECOUNT_MS = 1_000
/** Of the time, counting takes at most one part in so many. */
const SHARE = 100
/** However long counting takes: what other processes did is seen after this. */
const MAX_RECOUNT_MS = 60_000
const MAX_GROUPS = 10_000

interface Count {
  /** Null before the first count. */
  waiting: number | null
  recountAt: number
  counting: Promise<void> | null
  /** Since the count under way began: it may have seen them as waiting. */
  answered: number
}

export class WaitingFrames {
  private readonly groups = new LRUCache<string, Count>({ max: MAX_GROUPS })

  constructor(
    private readonly store: Pick<Store, 'countWaitingFrames'>,
    private readonly limit: number,
    private readonly now: () => Date,
    private readonly reportTrouble: (error: unknown) => void,
  ) {}

  /** Whether another frame of the group may wait. */
  hasRoom(namespaceId: string): boolean | Promise<boolean> {
    let count = this.groups.get(namespaceId)
    if (count === undefined) {
      count = { waiting: null, recountAt: 0, counting: null, answered: 0 }
      this.groups.set(namespaceId, count)
    }
    const { waiting } = count
    if (waiting === null) return this.recount(namespaceId, count).then(() => (count.waiting ?? 0) < this.limit)
    // This call does not wait for the count, which serves later calls.
    if (this.now().getTime() >= count.recountAt) this.recount(namespaceId, count).catch(this.reportTrouble)
    return waiting < this.limit
  }

  sent(namespaceId: string): void {
    const count = this.groups.get(namespaceId)
    if (count !== undefined && count.waiting !== null) count.waiting++
  }

  answered(namespaceId: string): void {
    const count = this.groups.peek(namespaceId)
    if (count === undefined) return
    count.answered++
    if (count.waiting !== null && count.waiting > 0) count.waiting--
  }

  private recount(namespaceId: string, count: Count): Promise<void> {
    count.counting ??= this.countNow(namespaceId, count).finally(() => {
      count.counting = null
    })
    return count.counting
  }

  private async countNow(namespaceId: string, count: Count): Promise<void> {
    const began = this.now().getTime()
    // Where the database is unavailable, the count is repeated after a while and not for every frame.
    count.recountAt = began + RECOUNT_MS
    count.answered = 0
    const counted = await this.store.countWaitingFrames(namespaceId)
    // Rather too few than too many: a frame that is refused without need waits for the next count.
    count.waiting = Math.max(0, counted - count.answered)
    const ended = this.now().getTime()
    count.recountAt = ended + Math.min(MAX_RECOUNT_MS, Math.max(RECOUNT_MS, SHARE * (ended - began)))
  }
}

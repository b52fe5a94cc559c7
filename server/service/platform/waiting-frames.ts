/**
 * How many frames of a group wait, so that one group's flood stays its own.
 *
 * Promises: an estimate that costs little: the database counts seldom, the more seldom the longer it takes; in between,
 * what this process sends and answers is added and taken off. Other processes' frames are seen at the next count, so the
 * limit may be passed by what they send meanwhile.
 */
import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store'

const RECOUNT_MS = 1_000
/** Of the time, counting takes at most one part in so many. */
const SHARE = 20
const MOST_GROUPS = 10_000

interface Count {
  waiting: number
  recountAt: number
  counting: Promise<void> | null
}

export class WaitingFrames {
  private readonly groups = new LRUCache<string, Count>({ max: MOST_GROUPS })

  constructor(
    private readonly store: Pick<Store, 'countWaitingFrames'>,
    private readonly limit: number,
    private readonly now: () => Date,
    private readonly reportTrouble: (error: unknown) => void,
  ) {}

  /** Whether another frame of the group may wait. */
  hasRoom(namespaceId: string): boolean | Promise<boolean> {
    const count = this.groups.get(namespaceId)
    if (count === undefined) return this.firstCount(namespaceId)
    // Nobody waits for this count: it serves those who come after.
    if (this.now().getTime() >= count.recountAt) this.recount(namespaceId, count).catch(this.reportTrouble)
    return count.waiting < this.limit
  }

  sent(namespaceId: string): void {
    const count = this.groups.get(namespaceId)
    if (count !== undefined) count.waiting++
  }

  answered(namespaceId: string): void {
    const count = this.groups.peek(namespaceId)
    if (count !== undefined && count.waiting > 0) count.waiting--
  }

  private async firstCount(namespaceId: string): Promise<boolean> {
    const count: Count = { waiting: 0, recountAt: 0, counting: null }
    await this.recount(namespaceId, count)
    const known = this.groups.get(namespaceId) ?? count
    this.groups.set(namespaceId, known)
    return known.waiting < this.limit
  }

  private recount(namespaceId: string, count: Count): Promise<void> {
    count.counting ??= this.countNow(namespaceId, count).finally(() => {
      count.counting = null
    })
    return count.counting
  }

  private async countNow(namespaceId: string, count: Count): Promise<void> {
    const began = this.now().getTime()
    // Where the database is away, it is asked again after a while and not for every frame.
    count.recountAt = began + RECOUNT_MS
    count.waiting = await this.store.countWaitingFrames(namespaceId)
    const ended = this.now().getTime()
    count.recountAt = ended + Math.max(RECOUNT_MS, SHARE * (ended - began))
  }
}

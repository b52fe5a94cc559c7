import { LRUCache } from 'lru-cache'
import { framesSubject } from '../../../api/terms/bus-subjects'
import type { UnansweredFrame } from '../../../database/guardrails/frames'
import type { Store } from '../../../database/store'
import type { Bus } from '../../../messaging/bus/bus'

/** A younger frame may be on its way to the bus. */
const STRANDED_MS = 60_000
export const GIVEN_UP_MS = 7 * 86_400_000
const PAGE_FRAMES = 500
/** On a bus that cannot be inspected, waiting frames look like lost ones. */
const QUEUE_AGAIN_AFTER_MS = 600_000
/** Allows for late commits and different clocks. */
const LATE_MS = 600_000
/** Between reads of all frames, not only those since the oldest unanswered one. */
const WHOLE_EVERY_MS = 3_600_000

export interface FrameRecoveryDependencies {
  readonly store: Pick<Store, 'findStrandedFrames' | 'findUnansweredFrames'>
  readonly bus: Pick<Bus, 'enqueue' | 'sharesDatabase'>
  readonly giveUp: (frame: UnansweredFrame) => Promise<unknown>
  readonly isInHand: (frameId: string) => boolean
  readonly now: () => Date
}

/** Queues lost frames again, and answers those older than {@link GIVEN_UP_MS} with an Error. */
export class FrameRecovery {
  private readonly queued = new LRUCache<string, number>({ max: 100_000 })
  /** All earlier frames were answered at the last look. */
  private settledUpTo: Date | null = null
  private wholeAt = 0

  constructor(private readonly dependencies: FrameRecoveryDependencies) {}

  async look(): Promise<void> {
    const { store, now, giveUp } = this.dependencies
    const at = now().getTime()
    const old = await store.findUnansweredFrames({ after: null, before: new Date(at - GIVEN_UP_MS) }, PAGE_FRAMES)
    for (const frame of old) await giveUp(frame)
    await this.queueAgain(at)
  }

  private async queueAgain(at: number): Promise<void> {
    const { bus, isInHand } = this.dependencies
    const stranded = await this.findStranded(at)
    const wanted = stranded.filter(({ id }) => !isInHand(id) && at >= (this.queued.get(id) ?? 0))
    if (wanted.length === 0) return
    await bus.enqueue(
      wanted.map(({ id, targetId }) => ({
        // NATS remembers the frame's own id after its message is done.
        id: bus.sharesDatabase ? id : `${id}:again:${Math.floor(at / QUEUE_AGAIN_AFTER_MS)}`,
        subject: framesSubject(targetId),
        payload: JSON.stringify({ frame_id: id }),
      })),
    )
    for (const { id } of wanted) this.queued.set(id, at + QUEUE_AGAIN_AFTER_MS)
  }

  /** Nearly all of a day's millions of frames are answered within a second, so old ones are not read each time. */
  private async findStranded(at: number): Promise<UnansweredFrame[]> {
    const { store } = this.dependencies
    const isWhole = at >= this.wholeAt
    const sent = { after: isWhole ? null : this.settledUpTo, before: new Date(at - STRANDED_MS) }
    const stranded = await store.findStrandedFrames(sent, PAGE_FRAMES)
    const [oldest] = await store.findUnansweredFrames(sent, 1)
    this.settledUpTo = new Date((oldest?.sentAt ?? sent.before).getTime() - LATE_MS)
    if (isWhole) this.wholeAt = at + WHOLE_EVERY_MS
    return stranded
  }
}

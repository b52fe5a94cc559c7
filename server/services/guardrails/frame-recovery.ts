/**
 * Frames that would stay without an answer: their message was lost, or they waited for a week.
 *
 * Promises: a frame without an answer, a message and a waiting reviewer is queued again; one that was sent before
 * {@link GIVEN_UP_MS} is answered with an Error, never dropped in silence. Several processes may look at once: a frame that
 * is queued twice is answered once.
 */
import { LRUCache } from 'lru-cache'
import { framesSubject } from '../../api/bus-subjects'
import type { UnansweredFrame } from '../../database/guardrails/frames'
import type { Store } from '../../database/store'
import type { Bus } from '../../messaging/bus'

/** A frame that is younger may be on its way to the bus. */
const STRANDED_MS = 60_000
export const GIVEN_UP_MS = 7 * 86_400_000
const PAGE = 500
/**
 * On a bus that cannot be looked into, a frame that waits for its turn looks like one whose message was lost: it is not
 * queued again before so long.
 */
const AGAIN_MS = 600_000
/** A frame may be committed so long after the time that it bears, and by another clock. */
const LATE_MS = 600_000
/** How often all frames are looked at, and not only those since the oldest that had no answer. */
const WHOLE_EVERY_MS = 3_600_000

export interface FrameRecoveryDependencies {
  readonly store: Pick<Store, 'findStrandedFrames' | 'findUnansweredFrames'>
  readonly bus: Pick<Bus, 'enqueue' | 'sharesDatabase'>
  readonly giveUp: (frame: UnansweredFrame) => Promise<unknown>
  /** Whether this process evaluates the frame. */
  readonly isInHand: (frameId: string) => boolean
  readonly now: () => Date
}

export class FrameRecovery {
  private readonly queued = new LRUCache<string, number>({ max: 100_000 })
  /** Every frame that was sent before this had its answer at the last look. */
  private settledUpTo: Date | null = null
  private wholeAt = 0

  constructor(private readonly dependencies: FrameRecoveryDependencies) {}

  async look(): Promise<void> {
    const { store, now, giveUp } = this.dependencies
    const at = now().getTime()
    const old = await store.findUnansweredFrames({ after: null, before: new Date(at - GIVEN_UP_MS) }, PAGE)
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
        // NATS remembers the frame's own id for a while, though its message is done: of a frame that waited for a reviewer.
        id: bus.sharesDatabase ? id : `${id}:again:${Math.floor(at / AGAIN_MS)}`,
        subject: framesSubject(targetId),
        payload: JSON.stringify({ frame_id: id }),
      })),
    )
    for (const { id } of wanted) this.queued.set(id, at + AGAIN_MS)
  }

  /** A day holds millions of frames, and nearly all are answered within the second: those are not read every time. */
  private async findStranded(at: number): Promise<UnansweredFrame[]> {
    const { store } = this.dependencies
    const isWhole = at >= this.wholeAt
    const sent = { after: isWhole ? null : this.settledUpTo, before: new Date(at - STRANDED_MS) }
    const stranded = await store.findStrandedFrames(sent, PAGE)
    const [oldest] = await store.findUnansweredFrames(sent, 1)
    this.settledUpTo = new Date((oldest?.sentAt ?? sent.before).getTime() - LATE_MS)
    if (isWhole) this.wholeAt = at + WHOLE_EVERY_MS
    return stranded
  }
}

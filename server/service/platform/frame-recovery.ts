/**
 * Frames that nobody would answer: their message was lost, or nobody came for a week.
 *
 * Promises: a frame without an answer, a message and a waiting reviewer is queued again; one that was sent before
 * {@link GIVEN_UP_MS} is answered with an Error, never dropped in silence. Several processes may look at once: a frame that
 * is queued twice is answered once.
 */
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../bus/bus'
import { framesSubject } from '../../contract/bus-subjects'
import type { UnansweredFrame } from '../../store/frames'
import type { Store } from '../../store/store'

/** A frame that is younger may be on its way to the bus. */
const STRANDED_MS = 60_000
export const GIVEN_UP_MS = 7 * 86_400_000
const PAGE = 500
/**
 * On a bus that cannot be looked into, a frame that waits for its turn looks like one whose message was lost: it is not
 * queued again before so long.
 */
const AGAIN_MS = 600_000

export interface FrameRecoveryParts {
  readonly store: Pick<Store, 'findStrandedFrames' | 'findUnansweredFrames'>
  readonly bus: Pick<Bus, 'enqueue' | 'sharesDatabase'>
  readonly giveUp: (frame: UnansweredFrame) => Promise<unknown>
  /** Whether this process evaluates the frame. */
  readonly isInHand: (frameId: string) => boolean
  readonly now: () => Date
}

export class FrameRecovery {
  private readonly queued = new LRUCache<string, number>({ max: 100_000 })

  constructor(private readonly parts: FrameRecoveryParts) {}

  async look(): Promise<void> {
    const { store, now, giveUp } = this.parts
    const at = now().getTime()
    const old = await store.findUnansweredFrames(new Date(at - GIVEN_UP_MS), PAGE)
    for (const frame of old) await giveUp(frame)
    await this.queueAgain(at)
  }

  private async queueAgain(at: number): Promise<void> {
    const { store, bus, isInHand } = this.parts
    const stranded = await store.findStrandedFrames(new Date(at - STRANDED_MS), PAGE)
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
}

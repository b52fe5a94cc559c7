/**
 * Frames that this process stored a moment ago, so that evaluating them here begins without reading them back.
 *
 * Promises: a frame is handed out once, as the database had it when it was stored. Where another process was quicker that is
 * out of date and costs an evaluation too many: the first answer counts, and a wait is kept once. Bounded; what is
 * forgotten is read from the database.
 */
import { LRUCache } from 'lru-cache'
import type { NewFrame, StoredFrame } from '../../store/frames'

/** Characters, roughly. */
const MOST = 32_000_000
const ROW = 500

export class FreshFrames {
  private readonly kept = new LRUCache<string, NewFrame>({
    maxSize: MOST,
    sizeCalculation: ({ content }) => ROW + content.length,
  })

  keep(frame: NewFrame): void {
    this.kept.set(frame.id, frame)
  }

  take(frameId: string): StoredFrame | null {
    const frame = this.kept.get(frameId)
    if (frame === undefined) return null
    this.kept.delete(frameId)
    const { id, namespaceId, targetId, audience, traceId, topics, content } = frame
    return { id, namespaceId, targetId, audience, traceId, topics, content, isAnswered: false, outcomes: null }
  }
}

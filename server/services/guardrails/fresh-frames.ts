/**
 * Frames that this process stored a moment ago, so that evaluating them here begins without reading them back.
 *
 * Promises: a frame is handed out once, as the database had it when it was stored. Where another process was quicker that is
 * out of date and costs an evaluation too many: the first answer counts, and a wait is kept once. Bounded; what is
 * forgotten is read from the database.
 */
import { LRUCache } from 'lru-cache'
import type { NewFrame, StoredFrame } from '../../database/guardrails/frames'
import type { StoredTarget } from '../../database/guardrails/runnable-targets'

/** Characters, roughly. */
const MOST = 32_000_000
const ROW = 500

export interface FreshFrame {
  readonly frame: StoredFrame
  /** Its target as it was while the frame was stored; null where it was not read. */
  readonly target: Promise<StoredTarget | null> | null
}

export class FreshFrames {
  private readonly kept = new LRUCache<string, { readonly frame: NewFrame; readonly target: FreshFrame['target'] }>({
    maxSize: MOST,
    sizeCalculation: ({ frame }) => ROW + frame.content.length,
  })

  keep(frame: NewFrame, target: FreshFrame['target']): void {
    this.kept.set(frame.id, { frame, target })
  }

  take(frameId: string): FreshFrame | null {
    const known = this.kept.get(frameId)
    if (known === undefined) return null
    this.kept.delete(frameId)
    const { id, namespaceId, targetId, audience, traceId, topics, content } = known.frame
    const frame = { id, namespaceId, targetId, audience, traceId, topics, content, isAnswered: false, outcomes: null }
    return { frame, target: known.target }
  }
}

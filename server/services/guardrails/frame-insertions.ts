/**
 * Frames stored in groups: each with its answer where that is known by then, else with the work of evaluating it.
 *
 * Promises: one durable statement carries what came while the one before it was written. An answer is stored and told with
 * its frame or not at all; a frame that was there before takes nothing of what was found out for it.
 */

import type { KeptResponse } from '../../database/guardrails/frame-responses'
import type { FrameInsertion, NewFrame } from '../../database/guardrails/frames'
import type { Store } from '../../database/store'
import type { Bus, TakenMessage } from '../../messaging/bus'
import type { AtOnceEvaluator } from '../evaluators/at-once'
import { type EarlyAnswer, earlyAnswers } from './early-answers'
import type { FreshFrames } from './fresh-frames'
import { frameMessage, frameReference } from './new-frame'
import { TargetReads } from './target-reads'
import type { WaitingFrames } from './waiting-frames'

export interface FrameInsertionsParts {
  readonly store: Store
  readonly bus: Bus
  readonly now: () => Date
  readonly newId: () => string
  readonly fresh: FreshFrames
  readonly waiting: WaitingFrames
  /** Tells an answer to whoever listens. */
  readonly tell: (answer: KeptResponse) => void
}

export class FrameInsertions {
  /** Null where this process evaluates nothing. */
  evaluator: AtOnceEvaluator | null = null

  constructor(private readonly parts: FrameInsertionsParts) {}

  /** In the order of the frames. */
  async insert(frames: readonly NewFrame[]): Promise<readonly FrameInsertion[]> {
    const { store, bus } = this.parts
    const reservation = bus.reserve(frames.length)
    const targets = new TargetReads(store)
    // What is evaluated here is read while its frame is written.
    const reads = frames.map(({ targetId }) => (reservation === null ? null : targets.read(targetId)))
    const taken: TakenMessage[] = []
    let early: readonly (EarlyAnswer | null)[] = []
    let insertions: readonly FrameInsertion[] = []
    try {
      early = await this.answersOf(frames, targets)
      const queue = { taken: reservation, answers: early.flatMap((answer) => answer?.response ?? []) }
      insertions = await store.insertFrames(frames, bus.sharesDatabase ? queue : null)
      for (const [place, frame] of frames.entries()) {
        const insertion = insertions[place]
        if (insertion?.kind !== 'inserted') continue
        const answer = early[place] ?? null
        if (answer === null) taken.push(...this.begin(frame, insertion.seq, reads[place] ?? null))
        else this.parts.tell({ ...frame, ...answer.response })
      }
      await this.queueRest(frames, insertions, early)
      return insertions
    } finally {
      reservation?.handOver(taken)
      for (const [place, answer] of early.entries()) if (insertions[place]?.kind !== 'inserted') answer?.refund()
    }
  }

  /** Needs no room in the worker: what it takes is bounded by itself. */
  private async answersOf(frames: readonly NewFrame[], targets: TargetReads) {
    const { evaluator, parts } = this
    if (evaluator === null || !parts.bus.sharesDatabase) return []
    return earlyAnswers({ ...parts, evaluator }, targets, frames)
  }

  /** A frame whose evaluation is yet to come; the message that this process has in hand for it, if it has. */
  private begin(frame: NewFrame, seq: string | null, target: ReturnType<TargetReads['read']> | null): TakenMessage[] {
    this.parts.waiting.sent(frame.namespaceId)
    this.parts.fresh.keep(frame, target)
    return seq === null ? [] : [{ seq, ...frameReference(frame) }]
  }

  /**
   * Queues what the insertion did not queue: everything where the bus has no share in the database, else frames that were
   * sent again before they were answered. A message that waits already is not added.
   */
  private async queueRest(
    frames: readonly NewFrame[],
    insertions: readonly FrameInsertion[],
    early: readonly (EarlyAnswer | null)[],
  ): Promise<void> {
    const { bus } = this.parts
    let isAdded = false
    const messages = frames.flatMap((frame, place) => {
      const insertion = insertions[place]
      if (insertion?.kind === 'inserted') {
        if (!bus.sharesDatabase) return [frameMessage(frame)]
        if (insertion.seq === null && !early[place]) isAdded = true
      }
      if (insertion?.kind === 'same' && !insertion.isAnswered) return [frameMessage({ ...frame, id: insertion.id })]
      return []
    })
    if (messages.length > 0) await bus.enqueue(messages)
    if (isAdded) bus.wake()
  }
}

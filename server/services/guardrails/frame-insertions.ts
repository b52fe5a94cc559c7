/**
 * Frames stored in groups: each with its answer where that is known by then, else with the work of evaluating it.
 *
 * Promises: one durable statement writes what came while the one before it was written. An answer is stored and announced
 * with its frame or not at all; a frame that was there before consumes nothing of the evaluation done for it.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { FrameContent } from '../../api/schemas/frame'
import type { FrameResponse, NewResponse } from '../../database/guardrails/frame-responses'
import type { FrameInsertion, NewFrame, StoredFrame } from '../../database/guardrails/frames'
import type { StoredTarget } from '../../database/guardrails/runnable-targets'
import type { Store } from '../../database/store'
import type { Bus, TakenMessage } from '../../messaging/bus'
import type { AtOnceEvaluator } from '../evaluators/at-once'
import type { Tracing } from '../tracing'
import { frameMessage, frameReference } from './new-frame'
import { newResponse } from './responses'
import { runnableTarget, TargetReads } from './target-reads'
import type { WaitingFrames } from './waiting-frames'

export interface FrameInsertionsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly now: () => Date
  readonly newId: () => string
  readonly fresh: FreshFrames
  readonly waiting: WaitingFrames
  readonly tracing: Tracing
  /** Announces an answer to its subscribers. */
  readonly announce: (answer: FrameResponse) => void
}

export class FrameInsertions {
  /** Null where this process evaluates no frames. */
  evaluator: AtOnceEvaluator | null = null

  constructor(private readonly dependencies: FrameInsertionsDependencies) {}

  /** In the order of the frames. */
  async insert(frames: readonly NewFrame[]): Promise<readonly FrameInsertion[]> {
    const { store, bus } = this.dependencies
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
      for (const [index, frame] of frames.entries()) {
        const insertion = insertions[index]
        if (insertion?.kind !== 'inserted') continue
        const answer = early[index] ?? null
        if (answer === null) taken.push(...this.begin(frame, insertion.seq, reads[index] ?? null))
        else this.dependencies.announce({ ...frame, ...answer.response })
      }
      await this.queueRest(frames, insertions, early)
      return insertions
    } finally {
      reservation?.handOver(taken)
      for (const [index, answer] of early.entries()) if (insertions[index]?.kind !== 'inserted') answer?.refund()
    }
  }

  /** These answers are not counted against the worker: their number is bounded here. */
  private async answersOf(frames: readonly NewFrame[], targets: TargetReads) {
    const { evaluator, dependencies } = this
    if (evaluator === null || !dependencies.bus.sharesDatabase) return []
    return earlyAnswers({ ...dependencies, evaluator }, targets, frames)
  }

  /** A frame that is evaluated later. @returns the message that this process took for it, if it took one */
  private begin(frame: NewFrame, seq: string | null, target: ReturnType<TargetReads['read']> | null): TakenMessage[] {
    this.dependencies.waiting.sent(frame.namespaceId)
    this.dependencies.fresh.hold(frame, target)
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
    const { bus } = this.dependencies
    let isAdded = false
    const messages = frames.flatMap((frame, index) => {
      const insertion = insertions[index]
      if (insertion?.kind === 'inserted') {
        if (!bus.sharesDatabase) return [frameMessage(frame)]
        if (insertion.seq === null && !early[index]) isAdded = true
      }
      if (insertion?.kind === 'same' && !insertion.isAnswered) return [frameMessage({ ...frame, id: insertion.id })]
      return []
    })
    if (messages.length > 0) await bus.enqueue(messages)
    if (isAdded) bus.wake()
  }
}

interface EarlyAnswer {
  readonly response: NewResponse
  /** Called once, where the answer is not stored after all. */
  readonly refund: () => void
}

interface EarlyAnswersDependencies {
  readonly evaluator: AtOnceEvaluator
  readonly tracing: Tracing
  readonly now: () => Date
  readonly newId: () => string
}

const AT_ONCE = { 'messaging.operation.name': 'process', 'touchstone.lane': 'at once' }
/** Frames that are evaluated before other calls get a turn. */
const AT_A_TIME = 32

/**
 * Answers to frames that are about to be stored: one for each, in their order; null for a frame that is evaluated later. A
 * failure of any kind leaves the frame to that evaluation. Never throws.
 */
async function earlyAnswers(
  dependencies: EarlyAnswersDependencies,
  targets: TargetReads,
  frames: readonly NewFrame[],
): Promise<(EarlyAnswer | null)[]> {
  const answers: (EarlyAnswer | null)[] = []
  for (let from = 0; from < frames.length; from += AT_A_TIME) {
    if (from > 0) await breathe()
    const some = frames.slice(from, from + AT_A_TIME)
    // The evaluation of the stored frame meets the same failure, and reports it.
    answers.push(
      ...(await Promise.all(some.map((frame) => earlyAnswer(dependencies, targets, frame).catch(() => null)))),
    )
  }
  return answers
}

async function earlyAnswer(
  { evaluator, tracing, now, newId }: EarlyAnswersDependencies,
  targets: TargetReads,
  { id: frameId, namespaceId, targetId, content, traceparent = null }: NewFrame,
): Promise<EarlyAnswer | null> {
  const target = await targets.read(targetId)
  if (target === null || target.namespaceId !== namespaceId) return null
  // Several frames are stored together: each belongs to the trace of its own sender.
  const answer = await tracing.span({ name: 'process frame', parent: traceparent, attributes: AT_ONCE }, () =>
    evaluator.answer(namespaceId, runnableTarget(target), JSON.parse(content) as FrameContent),
  )
  if (answer === null) return null
  const identity = { frameId, railId: targetId, messageId: newId(), answeredAt: now() }
  return { response: newResponse(identity, answer.frame), refund: answer.refund }
}

/** Characters, roughly. */
const MAX_CHARACTERS = 32_000_000
const ROW = 500

export interface FreshFrame {
  readonly frame: StoredFrame
  /** Its target as it was while the frame was stored; null where it was not read. */
  readonly target: Promise<StoredTarget | null> | null
}

/**
 * Frames that this process stored a moment ago, so that evaluating them here begins without reading them.
 *
 * A frame is handed out once, as it was stored. Where another process was quicker this is out of date and costs one more
 * evaluation: the first answer counts, and a wait is stored once. Frames beyond the bound are read from the database.
 */
export class FreshFrames {
  private readonly frames = new LRUCache<string, { readonly frame: NewFrame; readonly target: FreshFrame['target'] }>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ frame }) => ROW + frame.content.length,
  })

  hold(frame: NewFrame, target: FreshFrame['target']): void {
    this.frames.set(frame.id, { frame, target })
  }

  take(frameId: string): FreshFrame | null {
    const known = this.frames.get(frameId)
    if (known === undefined) return null
    this.frames.delete(frameId)
    const { id, namespaceId, targetId, audience, traceId, topics, content } = known.frame
    const frame = { id, namespaceId, targetId, audience, traceId, topics, content, isAnswered: false, outcomes: null }
    return { frame, target: known.target }
  }
}

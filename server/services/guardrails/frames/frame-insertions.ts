/**
 * Stores each frame with its answer if that is already known, else with the work of evaluating it. An answer is stored
 * and announced only with its frame. A frame that was already stored counts nothing.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { FrameContent } from '../../../api/schemas/frame'
import type { FrameResponse, NewResponse } from '../../../database/guardrails/frame-responses'
import type { FrameInsertion, NewFrame, StoredFrame } from '../../../database/guardrails/frames'
import type { StoredTarget } from '../../../database/guardrails/runnable-targets'
import type { Store } from '../../../database/store'
import type { Bus, TakenMessage } from '../../../messaging/bus/bus'
import type { Tracing } from '../../calls/tracing'
import type { AtOnceEvaluator } from '../../evaluators/at-once'
import { runnableTarget, TargetReads } from '../targets/target-reads'
import { frameMessage, frameReference } from './new-frame'
import { newResponse } from './responses'
import type { WaitingFrames } from './waiting-frames'

export interface FrameInsertionsDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly now: () => Date
  readonly newId: () => string
  readonly fresh: FreshFrames
  readonly waiting: WaitingFrames
  readonly tracing: Tracing
  readonly announce: (answer: FrameResponse) => void
}

export class FrameInsertions {
  /** Null if this process evaluates no frames. */
  evaluator: AtOnceEvaluator | null = null

  constructor(private readonly dependencies: FrameInsertionsDependencies) {}

  async insert(frames: readonly NewFrame[]): Promise<readonly FrameInsertion[]> {
    const { store, bus } = this.dependencies
    const reservation = bus.reserve(frames.length)
    const targets = new TargetReads(store)
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

  /** The number of these answers is bounded here, not by the worker. */
  private async answersOf(frames: readonly NewFrame[], targets: TargetReads) {
    const { evaluator, dependencies } = this
    if (evaluator === null || !dependencies.bus.sharesDatabase) return []
    return findEarlyAnswers({ ...dependencies, evaluator }, targets, frames)
  }

  /** @returns the message that this process took, if any */
  private begin(frame: NewFrame, seq: string | null, target: ReturnType<TargetReads['read']> | null): TakenMessage[] {
    this.dependencies.waiting.sent(frame.namespaceId)
    this.dependencies.fresh.hold(frame, target)
    return seq === null ? [] : [{ seq, ...frameReference(frame) }]
  }

  /**
   * Queues every frame if the bus is outside the database, else only frames that were sent again before their answer.
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
  /** Call it once if the answer is not stored. */
  readonly refund: () => void
}

interface EarlyAnswersDependencies {
  readonly evaluator: AtOnceEvaluator
  readonly tracing: Tracing
  readonly now: () => Date
  readonly newId: () => string
}

const AT_ONCE_ATTRIBUTES = { 'messaging.operation.name': 'process', 'touchstone.lane': 'at once' }
/** Frames evaluated before other calls get a turn. */
const FRAMES_BETWEEN_TURNS = 32

/** Returns answers in order; null leaves a frame to a later evaluation, as does any failure. Never throws. */
async function findEarlyAnswers(
  dependencies: EarlyAnswersDependencies,
  targets: TargetReads,
  frames: readonly NewFrame[],
): Promise<(EarlyAnswer | null)[]> {
  const answers: (EarlyAnswer | null)[] = []
  for (let from = 0; from < frames.length; from += FRAMES_BETWEEN_TURNS) {
    if (from > 0) await breathe()
    const some = frames.slice(from, from + FRAMES_BETWEEN_TURNS)
    // The later evaluation reports the same failure.
    answers.push(
      ...(await Promise.all(some.map((frame) => findEarlyAnswer(dependencies, targets, frame).catch(() => null)))),
    )
  }
  return answers
}

async function findEarlyAnswer(
  { evaluator, tracing, now, newId }: EarlyAnswersDependencies,
  targets: TargetReads,
  { id: frameId, namespaceId, targetId, content, traceparent = null }: NewFrame,
): Promise<EarlyAnswer | null> {
  const target = await targets.read(targetId)
  if (target === null || target.namespaceId !== namespaceId) return null
  const answer = await tracing.span(
    { name: 'process frame', parent: traceparent, attributes: AT_ONCE_ATTRIBUTES },
    () => evaluator.answer(namespaceId, runnableTarget(target), JSON.parse(content) as FrameContent),
  )
  if (answer === null) return null
  const identity = { frameId, railId: targetId, messageId: newId(), answeredAt: now() }
  return { response: newResponse(identity, answer.frame), refund: answer.refund }
}

const MAX_CHARACTERS = 32_000_000
const ROW_OVERHEAD_CHARACTERS = 500

export interface FreshFrame {
  readonly frame: StoredFrame
  /** The target while the frame was stored, if it was read. */
  readonly target: Promise<StoredTarget | null> | null
}

/** Saves a read when this process evaluates a frame that it just stored. */
export class FreshFrames {
  private readonly frames = new LRUCache<string, { readonly frame: NewFrame; readonly target: FreshFrame['target'] }>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ frame }) => ROW_OVERHEAD_CHARACTERS + frame.content.length,
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

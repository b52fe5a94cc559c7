/**
 * Takes frames from the bus and answers them.
 *
 * Promises: a frame is taken from the bus when its answer is stored, or when it waits for a reviewer; a frame that fails
 * before is tried again, and answered with an Error when it is given up. The answer of a frame that was answered before is
 * announced again, without another evaluation. A message that is no frame goes to the dead-letter subject with the reason.
 */
import { setMaxListeners } from 'node:events'
import { FRAMES } from '../../api/bus-subjects'
import { GUARDRAIL_ERRORS, type GuardrailErrorCode } from '../../api/guardrail-terms'
import type { EvaluatedFrame, FrameContent } from '../../api/schemas/frame'
import type { StoredFrame } from '../../database/guardrails/frames'
import type { StoredTarget } from '../../database/guardrails/runnable-targets'
import type { Store } from '../../database/store'
import type { Bus, WorkDelivery } from '../../messaging/bus'
import type { FrameEvaluator, Outcome, Wait } from '../evaluators/evaluation'
import type { FreshFrame } from './frame-insertions'
import { FrameRecovery } from './frame-recovery'
import type { Frames } from './frames'
import { GroupedCalls } from './grouped-calls'
import { readFrameMessage } from './new-frame'
import { announcementsOf, storedResponse } from './responses'
import { runnableTarget, TargetReads } from './target-reads'

export interface EvaluatorLoopDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly frames: Pick<Frames, 'complete' | 'storePublished' | 'takeFresh'>
  readonly evaluator: FrameEvaluator
  readonly now: () => Date
  readonly newId: () => string
  /** Frames in hand at one time. */
  readonly concurrency: number
  readonly recoverEveryMs: number
  /** Calls once after so many milliseconds; the answer calls it off. */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly reportTrouble: (error: unknown) => void
}

export interface EvaluatorLoop {
  /** Takes nothing new, and resolves when what is in hand is done or, after `graceMs`, returned to the bus. */
  stop(graceMs: number): Promise<void>
}

/** How often a frame is evaluated on at once, because a reviewer answered while its wait was being stored. */
const MAX_ROUNDS = 60
/** Reads of frames by their ids: the ids weigh nothing. */
const LOADS = { maxCount: 128, maxWeight: Number.MAX_SAFE_INTEGER, maxWaitingWeight: Number.MAX_SAFE_INTEGER }

export function startEvaluatorLoop(dependencies: EvaluatorLoopDependencies): EvaluatorLoop {
  const { store, bus, concurrency, recoverEveryMs, after, reportTrouble } = dependencies
  const evaluation = new FrameEvaluation(dependencies)
  const recovery = new FrameRecovery({
    store,
    bus,
    now: dependencies.now,
    giveUp: ({ id, targetId }) => evaluation.fail(id, targetId, 'EVALUATION_FAILED'),
    isInHand: (frameId) => evaluation.isInHand(frameId),
  })
  const worker = bus.work({
    concurrency,
    handle: (delivery, signal) => evaluation.handle(delivery, signal),
    exhausted: (delivery, reason) => evaluation.giveUp(delivery, reason),
  })
  let looking: Promise<void> = Promise.resolve()
  let callOff = () => {}
  let stopped = false
  const look = () => {
    looking = recovery
      .look()
      .catch(reportTrouble)
      .then(() => {
        if (!stopped) callOff = after(recoverEveryMs, look)
      })
  }
  look()
  return {
    stop: async (graceMs) => {
      stopped = true
      callOff()
      await Promise.all([worker.stop(graceMs), looking])
    },
  }
}

class FrameEvaluation {
  private readonly inHand = new Map<string, number>()
  private signal: AbortSignal | null = null
  private readonly loads: GroupedCalls<string, StoredFrame | null>
  /** Read anew for every group of frames: what was changed before a frame was sent holds for it. */
  private readonly targets: GroupedCalls<string, StoredTarget | null>

  constructor(private readonly dependencies: EvaluatorLoopDependencies) {
    const { store } = dependencies
    this.loads = new GroupedCalls({ run: (ids) => store.findFrames(ids), weigh: () => 0, ...LOADS })
    this.targets = new GroupedCalls({
      run: (ids) => {
        const reads = new TargetReads(store)
        return Promise.all(ids.map((id) => reads.read(id)))
      },
      weigh: () => 0,
      ...LOADS,
    })
  }

  isInHand(frameId: string): boolean {
    return this.inHand.has(frameId)
  }

  async handle({ id, attempt, payload, subject }: WorkDelivery, signal: AbortSignal): Promise<void> {
    if (signal !== this.signal) {
      // Every frame in hand may listen to it: that many are no leak.
      setMaxListeners(0, signal)
      this.signal = signal
    }
    const read = readFrameMessage(payload)
    if (read.kind === 'unreadable') throw new Error(read.reason)
    const frameId =
      read.kind === 'stored' ? read.frameId : await this.dependencies.frames.storePublished(read.targetId, read.request)
    const addressee = read.kind === 'stored' ? subject.slice(FRAMES.length + 1) : read.targetId
    this.inHand.set(frameId, (this.inHand.get(frameId) ?? 0) + 1)
    try {
      const fresh = attempt === 1 && id === frameId ? this.dependencies.frames.takeFresh(frameId) : null
      for (let round = 0; round < MAX_ROUNDS; round++)
        if (await this.evaluate(frameId, addressee, round === 0 ? fresh : null, signal)) return
      throw new Error('Reviewers answered again and again, and the frame still waits.')
    } finally {
      const others = (this.inHand.get(frameId) ?? 1) - 1
      if (others === 0) this.inHand.delete(frameId)
      else this.inHand.set(frameId, others)
    }
  }

  /** Ends a message that failed again and again: its frame, if it has one, is answered with an Error. */
  async giveUp({ payload, subject, id }: WorkDelivery, reason: string): Promise<void> {
    const { reportTrouble } = this.dependencies
    reportTrouble(new Error(`The message ${id} of ${subject} was given up: ${reason}`))
    const read = readFrameMessage(payload)
    if (read.kind === 'unreadable') return
    const frameId =
      read.kind === 'stored'
        ? read.frameId
        : await this.dependencies.frames.storePublished(read.targetId, read.request).catch(() => null)
    const frame = frameId === null ? null : await this.loads.ask(frameId)
    if (frame !== null && !frame.isAnswered) await this.answerError(frame, 'EVALUATION_FAILED')
  }

  /** Answers with an Error. */
  async fail(frameId: string, targetId: string, code: GuardrailErrorCode): Promise<void> {
    const frame = await this.loads.ask(frameId)
    if (frame !== null && !frame.isAnswered) await this.answerError({ ...frame, targetId }, code)
  }

  /**
   * One run of an evaluation.
   * @param addressee the target that the message was for: it is read beside the frame, whose own target decides
   * @returns whether the frame is answered, or waits for a reviewer
   */
  private async evaluate(
    frameId: string,
    addressee: string,
    fresh: FreshFrame | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { evaluator, frames } = this.dependencies
    const [frame, early] = await Promise.all([
      fresh?.frame ?? this.loads.ask(frameId),
      fresh?.target ?? this.targets.ask(addressee),
    ])
    // Removed with its namespace, or swept long after its answer.
    if (frame === null) return true
    if (frame.isAnswered) return this.announceAgain(frameId)
    const stored = addressee === frame.targetId ? early : await this.targets.ask(frame.targetId)
    if (stored === null || stored.namespaceId !== frame.namespaceId) return this.answerError(frame, 'TARGET_GONE')
    const result = await evaluator.evaluate(
      {
        namespaceId: frame.namespaceId,
        target: runnableTarget(stored),
        frame: contentOf(frame),
        settled: new Map(Object.entries((frame.outcomes ?? {}) as Record<string, Outcome>)),
      },
      signal,
    )
    if (result.kind === 'waiting') return this.park(frameId, result.waits, result.settled)
    await frames.complete(frameId, frame.targetId, result.frame)
    return true
  }

  /** False where every task was answered while the wait was being stored: no other call would go on with the frame. */
  private async park(frameId: string, waits: readonly Wait[], settled: ReadonlyMap<string, Outcome>): Promise<boolean> {
    const { store, newId, now } = this.dependencies
    const tasks = waits.map((wait) => ({ id: newId(), ...wait }))
    const open = await store.storeWait({ frameId, outcomes: Object.fromEntries(settled), tasks, at: now() })
    return open > 0
  }

  private async announceAgain(frameId: string): Promise<true> {
    const { store, bus } = this.dependencies
    const [existing] = await store.findResponses([frameId])
    if (existing) await bus.announce(announcementsOf(storedResponse(existing)))
    return true
  }

  private async answerError(frame: StoredFrame, code: GuardrailErrorCode): Promise<true> {
    const evaluated: EvaluatedFrame = {
      ...contentOf(frame),
      P: [],
      E: null,
      Error: { code, message: GUARDRAIL_ERRORS[code], retryable: code === 'EVALUATION_FAILED' },
    }
    await this.dependencies.frames.complete(frame.id, frame.targetId, evaluated)
    return true
  }
}

function contentOf({ content }: StoredFrame): FrameContent {
  const { C, Q, A } = JSON.parse(content) as FrameContent
  return { C, Q, A }
}

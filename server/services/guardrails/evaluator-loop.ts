/**
 * Takes frames from the bus and answers them.
 *
 * Promises: a frame is taken from the bus when its answer is stored, or when it waits for a reviewer; whatever fails before
 * is tried again, and answered with an Error when it is given up. A frame that was answered already is told again and not
 * evaluated. What no frame can be read from goes to the dead letters with the reason.
 */
import { setMaxListeners } from 'node:events'
import { FRAMES } from '../../api/bus-subjects'
import { GUARDRAIL_ERRORS, type GuardrailErrorCode } from '../../api/guardrail-terms'
import type { EvaluatedFrame, FrameContent } from '../../api/schemas/frame'
import type { StoredFrame } from '../../database/guardrails/frames'
import type { StoredTarget } from '../../database/guardrails/runnable-targets'
import type { Store } from '../../database/store'
import type { Bus, WorkDelivery } from '../../messaging/bus'
import type { FrameEvaluator, Outcome, Wait } from '../evaluators/frame-evaluator'
import { readFramePayload } from './frame-payload'
import { FrameRecovery } from './frame-recovery'
import type { Frames } from './frames'
import type { FreshFrame } from './fresh-frames'
import { GroupedCalls } from './grouped-calls'
import { newFrame } from './new-frame'
import { announcementsOf, storedResponse } from './response-announcement'
import { runnableTarget } from './runnable-target'
import { TargetReads } from './target-reads'

export interface EvaluatorLoopParts {
  readonly store: Store
  readonly bus: Bus
  readonly frames: Pick<Frames, 'complete' | 'takeFresh'>
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
  /** Takes nothing new, and resolves when what is in hand is done or, after `graceMs`, given back. */
  stop(graceMs: number): Promise<void>
}

/** A wait that a reviewer ended while it was being kept is evaluated on at once; so often. */
const MAX_ROUNDS = 60
/** Of frames, by their ids; contents come back. */
const LOADS = { most: 128, mostWeight: Number.MAX_SAFE_INTEGER, mostWaiting: Number.MAX_SAFE_INTEGER }

export function startEvaluatorLoop(parts: EvaluatorLoopParts): EvaluatorLoop {
  const { store, bus, concurrency, recoverEveryMs, after, reportTrouble } = parts
  const evaluation = new FrameEvaluation(parts)
  const recovery = new FrameRecovery({
    ...{ store, bus, now: parts.now },
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

  constructor(private readonly parts: EvaluatorLoopParts) {
    const { store } = parts
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
    const read = readFramePayload(payload)
    if (read.kind === 'unreadable') throw new Error(read.reason)
    const frameId = read.kind === 'kept' ? read.frameId : await this.keep(read.targetId, read.request)
    const told = read.kind === 'kept' ? subject.slice(FRAMES.length + 1) : read.targetId
    this.inHand.set(frameId, (this.inHand.get(frameId) ?? 0) + 1)
    try {
      const fresh = attempt === 1 && id === frameId ? this.parts.frames.takeFresh(frameId) : null
      for (let round = 0; round < MAX_ROUNDS; round++)
        if (await this.evaluate(frameId, told, round === 0 ? fresh : null, signal)) return
      throw new Error('Reviewers answered again and again, and the frame still waits.')
    } finally {
      const others = (this.inHand.get(frameId) ?? 1) - 1
      if (others === 0) this.inHand.delete(frameId)
      else this.inHand.set(frameId, others)
    }
  }

  /** The last word about a message that failed again and again. */
  async giveUp({ payload, subject, id }: WorkDelivery, reason: string): Promise<void> {
    const { reportTrouble } = this.parts
    reportTrouble(new Error(`The message ${id} of ${subject} was given up: ${reason}`))
    const read = readFramePayload(payload)
    if (read.kind === 'unreadable') return
    const frameId = read.kind === 'kept' ? read.frameId : await this.keep(read.targetId, read.request).catch(() => null)
    const frame = frameId === null ? null : await this.loads.ask(frameId)
    if (frame !== null && !frame.isAnswered) await this.answerError(frame, 'EVALUATION_FAILED')
  }

  /** Answers with an Error. */
  async fail(frameId: string, targetId: string, code: GuardrailErrorCode): Promise<void> {
    const frame = await this.loads.ask(frameId)
    if (frame !== null && !frame.isAnswered) await this.answerError({ ...frame, targetId }, code)
  }

  /**
   * One run; whether it came to an end.
   * @param told the target that the message was for: read beside the frame, which has the last word
   */
  private async evaluate(
    frameId: string,
    told: string,
    fresh: FreshFrame | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { evaluator, frames } = this.parts
    const [frame, early] = await Promise.all([
      fresh?.frame ?? this.loads.ask(frameId),
      fresh?.target ?? this.targets.ask(told),
    ])
    // Removed with its namespace, or swept long after its answer.
    if (frame === null) return true
    if (frame.isAnswered) return this.tellAgain(frameId)
    const stored = told === frame.targetId ? early : await this.targets.ask(frame.targetId)
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

  /** False where every task was answered while the wait was being kept: nobody else would go on with the frame. */
  private async park(frameId: string, waits: readonly Wait[], settled: ReadonlyMap<string, Outcome>): Promise<boolean> {
    const { store, newId, now } = this.parts
    const tasks = waits.map((wait) => ({ id: newId(), ...wait }))
    const open = await store.keepWait({ frameId, outcomes: Object.fromEntries(settled), tasks, at: now() })
    return open > 0
  }

  private async tellAgain(frameId: string): Promise<true> {
    const { store, bus } = this.parts
    const [kept] = await store.findResponses([frameId])
    if (kept) await bus.announce(announcementsOf(storedResponse(kept)))
    return true
  }

  private async answerError(frame: StoredFrame, code: GuardrailErrorCode): Promise<true> {
    const evaluated: EvaluatedFrame = {
      ...contentOf(frame),
      P: [],
      E: null,
      Error: { code, message: GUARDRAIL_ERRORS[code], retryable: code === 'EVALUATION_FAILED' },
    }
    await this.parts.frames.complete(frame.id, frame.targetId, evaluated)
    return true
  }

  /** A frame that a service inside the stack published: kept as if it had been sent. @throws Error that says why not */
  private async keep(targetId: string, request: Parameters<typeof newFrame>[1]): Promise<string> {
    const { store, newId, now } = this.parts
    const target = await this.targets.ask(targetId)
    if (target === null) throw new Error(`There is no guardrail and no application ${targetId}.`)
    const sender = { audience: 'group', namespaceId: target.namespaceId, sentBy: 'the bus' } as const
    const frame = newFrame({ ...sender, id: newId(), targetId, sentAt: now() }, request)
    const [kept] = await store.insertFrames([frame], null)
    if (kept?.kind === 'inserted') return frame.id
    if (kept?.kind === 'same') return kept.id
    throw new Error(
      kept?.kind === 'other'
        ? `Another frame was sent before as trace ${frame.traceId} to the same target and topics.`
        : 'The group of the target was removed.',
    )
  }
}

function contentOf({ content }: StoredFrame): FrameContent {
  const { C, Q, A } = JSON.parse(content) as FrameContent
  return { C, Q, A }
}

/**
 * Takes frames from the bus and the lanes, and answers them. A message is done when its answer is stored, or when its
 * frame waits for a reviewer or in another lane. Each lane has its own slots, of which groups have fair shares
 * (decisions/026). A failing frame is finally answered with an Error; an unreadable message goes to the dead-letter
 * subject.
 */
import { setMaxListeners } from 'node:events'
import type { EvaluatedFrame, FrameContent } from '../../../api/schemas/frame'
import { FRAMES_SUBJECT, framesSubject } from '../../../api/terms/bus-subjects'
import { GUARDRAIL_ERRORS, type GuardrailErrorCode } from '../../../api/terms/guardrail-terms'
import type { StoredFrame } from '../../../database/guardrails/frames'
import type { StoredTarget } from '../../../database/guardrails/runnable-targets'
import type { Store } from '../../../database/store'
import { type Bus, type Lane, type LaneQueue, WAITING_LANES, type WorkDelivery } from '../../../messaging/bus/bus'
import { type Tracing, UNTRACED } from '../../calls/tracing'
import type {
  EvaluationJob,
  EvaluationResult,
  ExtractedClaims,
  FrameEvaluator,
  Outcome,
  Wait,
} from '../../evaluators/evaluation'
import { runnableTarget, TargetReads } from '../targets/target-reads'
import { FairTurns } from './fair-turns'
import type { FreshFrame } from './frame-insertions'
import { FrameRecovery } from './frame-recovery'
import type { Frames } from './frames'
import { GroupedCalls } from './grouped-calls'
import { type FrameMessage, readFrameMessage, referencePayload } from './new-frame'
import { announcementsOf, storedResponse } from './responses'

export interface EvaluatorLoopDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly frames: Pick<Frames, 'complete' | 'storePublished' | 'takeFresh'>
  readonly evaluator: FrameEvaluator
  readonly now: () => Date
  readonly newId: () => string
  readonly lanes: LaneQueue
  /** Concurrent frames of each lane. */
  readonly slots: Readonly<Record<Lane, number>>
  readonly recoverEveryMs: number
  /** Calls once. @returns a function that cancels it */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly tracing?: Tracing
  readonly reportTrouble: (error: unknown) => void
}

export interface EvaluatorLoop {
  /** Takes nothing new; resolves when current work is done or, after `graceMs`, returned to the bus. */
  stop(graceMs: number): Promise<void>
}

/** Limits repeats because a reviewer answered while the wait was being stored. */
const MAX_ROUNDS = 60
/** Most frames in hand wait for their turn, so that a small group does not queue behind a large one. */
const MAX_IN_HAND = 4_096
/** Prefix of a stored outcome with a node's extracted claims; no node id begins so. */
const CLAIMS_PREFIX = 'claims:'
/** Ids weigh nothing; targets take turns. */
const LOAD_BOUNDS = { maxCount: 128, maxWeight: Number.MAX_SAFE_INTEGER, maxWaitingWeight: Number.MAX_SAFE_INTEGER }

interface Load {
  readonly frameId: string
  readonly targetId: string
}

export function startEvaluatorLoop(dependencies: EvaluatorLoopDependencies): EvaluatorLoop {
  const { store, bus, lanes, slots, recoverEveryMs, after, reportTrouble } = dependencies
  const evaluation = new FrameEvaluation(dependencies)
  const recovery = new FrameRecovery({
    store,
    bus,
    now: dependencies.now,
    giveUp: ({ id, targetId }) => evaluation.fail(id, targetId, 'EVALUATION_FAILED'),
    isInHand: (frameId) => evaluation.isInHand(frameId),
  })
  const exhausted = (delivery: WorkDelivery, reason: string) => evaluation.giveUp(delivery, reason)
  const workers = [
    bus.work({
      concurrency: Math.max(MAX_IN_HAND, slots.exact),
      handle: (delivery, signal) => evaluation.handle(delivery, 'exact', signal),
      exhausted,
    }),
    ...WAITING_LANES.map((lane) =>
      lanes.work({
        lane,
        slots: slots[lane],
        handle: (delivery, signal) => evaluation.handle(delivery, lane, signal),
        exhausted,
      }),
    ),
  ]
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
      await Promise.all([...workers.map((worker) => worker.stop(graceMs)), looking])
    },
  }
}

class FrameEvaluation {
  private readonly inHand = new Map<string, number>()
  private readonly signals = new WeakSet<AbortSignal>()
  private readonly turns: FairTurns
  private readonly tracing: Tracing
  private readonly loads: GroupedCalls<Load, StoredFrame | null>
  /** Read for every group of frames, so that changes before a frame was sent apply to it. */
  private readonly targets: GroupedCalls<string, StoredTarget | null>

  constructor(private readonly dependencies: EvaluatorLoopDependencies) {
    const { store, slots, after, tracing = UNTRACED } = dependencies
    this.tracing = tracing
    this.turns = new FairTurns({
      slots: slots.exact,
      now: () => performance.now(),
      pause: (milliseconds) => new Promise((resolve) => void after(milliseconds, resolve)),
    })
    this.loads = new GroupedCalls({
      run: (loads) => store.findFrames(loads.map(({ frameId }) => frameId)),
      weigh: () => 0,
      shareOf: ({ targetId }) => targetId,
      ...LOAD_BOUNDS,
    })
    this.targets = new GroupedCalls({
      run: (ids) => {
        const reads = new TargetReads(store)
        return Promise.all(ids.map((id) => reads.read(id)))
      },
      weigh: () => 0,
      shareOf: (id) => id,
      ...LOAD_BOUNDS,
    })
  }

  isInHand(frameId: string): boolean {
    return this.inHand.has(frameId)
  }

  async handle({ id, attempt, payload, subject }: WorkDelivery, lane: Lane, signal: AbortSignal): Promise<void> {
    if (!this.signals.has(signal)) {
      setMaxListeners(0, signal)
      this.signals.add(signal)
    }
    const read = readFrameMessage(payload)
    if (read.kind === 'unreadable') throw new Error(read.reason)
    const span = {
      name: 'process frame',
      parent: read.traceparent,
      attributes: { 'messaging.operation.name': 'process', 'touchstone.lane': lane, 'touchstone.attempt': attempt },
    } as const
    await this.tracing.span(span, () => this.process(read, { id, attempt, subject }, lane, signal))
  }

  private async process(
    read: ReadableFrameMessage,
    { id, attempt, subject }: Pick<WorkDelivery, 'id' | 'attempt' | 'subject'>,
    lane: Lane,
    signal: AbortSignal,
  ): Promise<void> {
    const frameId =
      read.kind === 'stored' ? read.frameId : await this.dependencies.frames.storePublished(read.targetId, read.request)
    const addressee = targetOf(read, subject)
    this.inHand.set(frameId, (this.inHand.get(frameId) ?? 0) + 1)
    try {
      const fresh = attempt === 1 && id === frameId ? this.dependencies.frames.takeFresh(frameId) : null
      for (let round = 0; round < MAX_ROUNDS; round++)
        if (await this.evaluate({ frameId, addressee, lane }, round === 0 ? fresh : null, signal)) return
      throw new Error('Reviewers answered repeatedly, but the frame is still waiting.')
    } finally {
      const others = (this.inHand.get(frameId) ?? 1) - 1
      if (others === 0) this.inHand.delete(frameId)
      else this.inHand.set(frameId, others)
    }
  }

  async giveUp({ payload, subject, id }: WorkDelivery, reason: string): Promise<void> {
    const { reportTrouble } = this.dependencies
    reportTrouble(new Error(`The message ${id} of ${subject} was given up: ${reason}`))
    const read = readFrameMessage(payload)
    if (read.kind === 'unreadable') return
    const frameId =
      read.kind === 'stored'
        ? read.frameId
        : await this.dependencies.frames.storePublished(read.targetId, read.request).catch(() => null)
    const targetId = targetOf(read, subject)
    const frame = frameId === null ? null : await this.loads.ask({ frameId, targetId })
    if (frame !== null && !frame.isAnswered) await this.answerError(frame, 'EVALUATION_FAILED')
  }

  async fail(frameId: string, targetId: string, code: GuardrailErrorCode): Promise<void> {
    const frame = await this.loads.ask({ frameId, targetId })
    if (frame !== null && !frame.isAnswered) await this.answerError({ ...frame, targetId }, code)
  }

  /** @returns whether the frame is answered, or waits for a reviewer or in another lane */
  private async evaluate(
    { frameId, addressee, lane }: Run,
    fresh: FreshFrame | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const [frame, early] = await Promise.all([
      fresh?.frame ?? this.loads.ask({ frameId, targetId: addressee }),
      fresh?.target ?? this.targets.ask(addressee),
    ])
    // Removed with its namespace, or swept long after its answer.
    if (frame === null) return true
    if (frame.isAnswered) return this.announceAgain(frameId)
    const stored = addressee === frame.targetId ? early : await this.targets.ask(frame.targetId)
    if (stored === null || stored.namespaceId !== frame.namespaceId) return this.answerError(frame, 'TARGET_GONE')
    const job = {
      namespaceId: frame.namespaceId,
      target: runnableTarget(stored),
      frame: contentOf(frame),
      ...readOutcomes(frame),
      lane,
    }
    const result = await this.run(job, signal)
    if (result.kind === 'waiting') return this.park(frameId, result.waits, result.settled)
    if (result.kind === 'moves') return this.move(frame, result)
    await this.dependencies.frames.complete(frameId, frame.targetId, result.frame)
    return true
  }

  /** The queues of other lanes have slots themselves. */
  private run(job: EvaluationJob, signal: AbortSignal): Promise<EvaluationResult> {
    const { evaluator } = this.dependencies
    if (job.lane !== 'exact') return evaluator.evaluate(job, signal)
    return this.turns.run(job.namespaceId, signal, ({ pause }) => evaluator.evaluate({ ...job, pause }, signal))
  }

  private async move(
    { id: frameId, namespaceId, targetId }: StoredFrame,
    { lane, settled, extracted }: Extract<EvaluationResult, { kind: 'moves' }>,
  ): Promise<true> {
    const { store, lanes, now } = this.dependencies
    const claims = [...extracted].map(([nodeId, found]) => [CLAIMS_PREFIX + nodeId, found] as const)
    const outcomes: Readonly<Record<string, unknown>> = Object.fromEntries([...settled, ...claims])
    if (settled.size + claims.length > 0) await store.storeWait({ frameId, outcomes, tasks: [], at: now() })
    // Each move finds more, so a frame that returns to a lane gets another message id.
    const id = `${frameId}:${lane}:${settled.size}:${claims.length}`
    const payload = referencePayload(frameId, this.tracing.current())
    await lanes.add([{ id, lane, share: namespaceId, subject: framesSubject(targetId), payload }])
    return true
  }

  /**
   * Returns false if every task was answered while the wait was being stored, because no other call would continue the
   * frame.
   */
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

interface Run {
  readonly frameId: string
  /** The message's target; the frame's own target decides. */
  readonly addressee: string
  readonly lane: Lane
}

type ReadableFrameMessage = Exclude<FrameMessage, { kind: 'unreadable' }>

function targetOf(read: ReadableFrameMessage, subject: string): string {
  return read.kind === 'stored' ? subject.slice(FRAMES_SUBJECT.length + 1) : read.targetId
}

/** Reads what {@link FrameEvaluation} stored. */
function readOutcomes({ outcomes }: StoredFrame): Required<Pick<EvaluationJob, 'settled' | 'extracted'>> {
  const settled = new Map<string, Outcome>()
  const extracted = new Map<string, ExtractedClaims>()
  for (const [nodeId, outcome] of Object.entries(outcomes ?? {}))
    if (nodeId.startsWith(CLAIMS_PREFIX)) extracted.set(nodeId.slice(CLAIMS_PREFIX.length), outcome as ExtractedClaims)
    else settled.set(nodeId, outcome as Outcome)
  return { settled, extracted }
}

function contentOf({ content }: StoredFrame): FrameContent {
  const { C, Q, A } = JSON.parse(content) as FrameContent
  return { C, Q, A }
}

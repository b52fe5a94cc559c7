/**
 * Frames are sent once and answered once. After {@link Frames.send} resolves, the frame survives a crash of any
 * process. Trace id, target and topics identify a frame: an equal frame is accepted again, a different one refused. The
 * first stored answer counts. Frames enter only through `send` and `storePublished`.
 */

import { type EvaluatedFrame, evaluatedFrame, type FrameContent, type SendRequest } from '../../../api/schemas/frame'
import { framesSubject } from '../../../api/terms/bus-subjects'
import type { FrameResponse, NewResponse } from '../../../database/guardrails/frame-responses'
import type { FrameInsertion, NewFrame, StoredFrameState } from '../../../database/guardrails/frames'
import type { Store } from '../../../database/store'
import type { Bus } from '../../../messaging/bus/bus'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type Tracing, UNTRACED } from '../../calls/tracing'
import type { AtOnceEvaluator } from '../../evaluators/at-once'
import type { PlatformClient } from '../machine-accounts/platform-client'
import { TargetOwners } from '../targets/target-reads'
import { FrameInsertions, type FreshFrame, FreshFrames } from './frame-insertions'
import { anotherFrame, otherGroup, refuseBusy, tooManyWait, unknownTarget, unknownTrace } from './frame-refusals'
import { GroupedCalls } from './grouped-calls'
import { frameKey, newFrame } from './new-frame'
import { announcementsOf, newResponse, type StoredResponse, storedResponse } from './responses'
import { WaitingFrames, type WaitingLimits } from './waiting-frames'

export interface SentFrame {
  /** Bus topic of the target. */
  readonly topic: string
  readonly traceId: string
}

export interface FrameState {
  readonly traceId: string
  readonly targetId: string
  readonly responseTopics: readonly string[]
  readonly status: 'waiting' | 'in_review' | 'answered'
  readonly sentAt: string
  readonly sentBy: string
  readonly answeredAt: string | null
  readonly messageId: string | null
  readonly frame: FrameContent
  readonly evaluated: EvaluatedFrame | null
}

export interface Frames {
  /**
   * @throws Refusal BAD_REQUEST (409 another frame under the same identity, 404 no such target, 429 too many waiting),
   * CREDENTIAL_SCOPE (a target of another group), ENGINE_BUSY (database or bus unavailable)
   */
  send(client: PlatformClient, targetId: string, request: SendRequest): Promise<SentFrame>
  /**
   * Stores a frame that a service inside the stack published on the bus; the caller evaluates it.
   * @throws Error with the reason why it is not stored
   */
  storePublished(targetId: string, request: SendRequest): Promise<string>
  /**
   * Whether this client sent a frame to exactly this topic.
   * @throws Refusal BAD_REQUEST 404 (no such target), CREDENTIAL_SCOPE (a target of another group)
   */
  isSent(client: PlatformClient, targetId: string, subscription: { traceId: string; topic: string }): Promise<boolean>
  /**
   * Whether this client may send frames to the target.
   * @throws Refusal BAD_REQUEST 404 (no such target), CREDENTIAL_SCOPE (a target of another group)
   */
  demandTarget(client: PlatformClient, targetId: string): Promise<void>
  /** Newest first. @throws Refusal CREDENTIAL_SCOPE; 404 if there is none */
  find(caller: Caller, traceId: string): Promise<readonly FrameState[]>
  /** Returns a frame that this process just stored, to the first delivery of its message. */
  takeFresh(frameId: string): FreshFrame | null
  /** Stores immediate answers with their frames. Requires a bus that shares the database. */
  answerWith(evaluator: AtOnceEvaluator): void
  /** Stores an answer unless there is one, and announces it. @returns the one that counts */
  complete(frameId: string, railId: string, evaluated: EvaluatedFrame): Promise<StoredResponse>
  /**
   * Answers that this client may read, oldest first. @param bounds maximum count, and known message ids to leave out
   */
  responses(
    client: PlatformClient,
    wanted: readonly { readonly traceId: string; readonly topic: string }[],
    bounds?: { readonly limit: number; readonly known: readonly string[] },
  ): Promise<readonly StoredResponse[]>
}

export interface FramesDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly now: () => Date
  readonly newId: () => string
  readonly limits: WaitingLimits
  readonly tracing?: Tracing
  /** Logs failures outside of every call. */
  readonly reportTrouble: (error: unknown) => void
}

const SEND_SPAN = { name: 'send frame', attributes: { 'messaging.operation.name': 'send' } } as const
export const MAX_OF_TRACE = 100
/** Weights are approximate bytes. */
const GROUP_BOUNDS = { maxCount: 512, maxWeight: 4_000_000, maxWaitingWeight: 64_000_000, maxRunning: 2 }
/** Small, because other groups wait for running statements. */
const MAX_INSERTED = 128
/** Bytes of a row besides its text. */
const ROW_OVERHEAD_BYTES = 500

export function createFrames({
  store,
  bus,
  now,
  newId,
  limits,
  tracing = UNTRACED,
  reportTrouble,
}: FramesDependencies): Frames {
  const owners = new TargetOwners(store, now)
  const fresh = new FreshFrames()
  const waiting = new WaitingFrames(store, limits, now, reportTrouble)

  const answers = new GroupedCalls<NewResponse, FrameResponse | null>({
    run: (responses) => store.insertResponses(responses),
    weigh: ({ body }) => ROW_OVERHEAD_BYTES + body.length,
    shareOf: ({ railId }) => railId,
    ...GROUP_BOUNDS,
  })
  const announcements = new GroupedCalls<StoredResponse, undefined>({
    run: async (responses) => {
      await bus.announce(responses.flatMap(announcementsOf))
      return responses.map(() => undefined)
    },
    weigh: ({ message }) => ROW_OVERHEAD_BYTES + message.entailment_frame.length,
    shareOf: ({ namespaceId }) => namespaceId,
    ...GROUP_BOUNDS,
    maxRunning: 1,
  })

  const storage = new FrameInsertions({
    store,
    bus,
    now,
    newId,
    fresh,
    waiting,
    tracing,
    // A subscriber that misses it finds it in the database.
    announce: (stored) => void announcements.ask(storedResponse(stored)).catch(reportTrouble),
  })
  const insertions = new GroupedCalls<NewFrame, FrameInsertion>({
    run: (frames) => storage.insert(frames),
    weigh: ({ content }) => ROW_OVERHEAD_BYTES + content.length,
    shareOf: ({ namespaceId }) => namespaceId,
    ...GROUP_BOUNDS,
    maxCount: MAX_INSERTED,
  })

  const recipientOf = async (client: PlatformClient, targetId: string) => {
    const owner = owners.ownerOf(targetId)
    const namespaceId = typeof owner === 'string' ? owner : await owner
    if (namespaceId === null) throw unknownTarget()
    if (!client.isOpen && !client.groups.some((group) => group.namespaceId === namespaceId)) throw otherGroup()
    return { audience: client.isOpen ? 'open' : 'group', namespaceId, targetId } as const
  }

  const send = async (client: PlatformClient, targetId: string, request: SendRequest) => {
    const recipient = await recipientOf(client, targetId)
    const { namespaceId } = recipient
    const sender = { ...recipient, sentBy: client.label }
    const reserving = waiting.reserve(namespaceId)
    const room = reserving instanceof Promise ? await reserving : reserving
    if (room.kind === 'full') throw tooManyWait(room)
    try {
      const made = newFrame({ ...sender, id: newId(), sentAt: now() }, request)
      const frame = { ...made, traceparent: tracing.current() }
      const insertion = await insertions.ask(frame)
      if (insertion.kind === 'namespace_deleted') throw unknownTarget()
      if (insertion.kind === 'other') throw anotherFrame()
      return { topic: framesSubject(frame.targetId), traceId: request.trace_id }
    } finally {
      room.release()
    }
  }

  return {
    send: (client, targetId, request) =>
      tracing.span(SEND_SPAN, () => send(client, targetId, request)).catch(refuseBusy),

    storePublished: async (targetId, request) => {
      const target = await store.findTarget(targetId)
      if (target === null) throw new Error(`There is no guardrail and no application ${targetId}.`)
      const sender = { audience: 'group', namespaceId: target.namespaceId, targetId, sentBy: 'the bus' } as const
      const frame = newFrame({ ...sender, id: newId(), sentAt: now() }, request)
      const [insertion] = await store.insertFrames([frame], null)
      if (insertion?.kind === 'inserted') return frame.id
      if (insertion?.kind === 'same') return insertion.id
      throw new Error(
        insertion?.kind === 'other'
          ? `Another frame was sent before as trace ${frame.traceId} to the same target and topics.`
          : 'The group of the target was removed.',
      )
    },

    isSent: async (client, targetId, { traceId, topic }) =>
      store.hasFrame(frameKey(await recipientOf(client, targetId), traceId, [topic])),

    demandTarget: async (client, targetId) => {
      await recipientOf(client, targetId)
    },

    find: async (caller, traceId) => {
      demandPermission(caller, 'read_guardrails')
      const rows = await store.findFramesOfTrace(namespaceOf(caller), traceId, MAX_OF_TRACE)
      if (rows.length === 0) throw unknownTrace()
      return rows.map(frameState)
    },

    answerWith: (evaluator) => {
      storage.evaluator = evaluator
    },

    takeFresh: (frameId) => fresh.take(frameId),

    complete: async (frameId, railId, evaluated) => {
      fresh.take(frameId)
      const stored = await answers.ask(
        newResponse({ frameId, railId, messageId: newId(), answeredAt: now() }, evaluated),
      )
      if (stored === null) throw new Error(`the frame ${frameId} was removed before its answer`)
      waiting.answered(stored.namespaceId)
      const response = storedResponse(stored)
      await announcements.ask(response)
      return response
    },

    responses: async (client, wanted, bounds) => {
      if (wanted.length === 0) return []
      const readers = client.isOpen ? 'open' : { namespaceIds: client.groups.map((group) => group.namespaceId) }
      return (await store.findResponsesFor(readers, wanted, bounds)).map(storedResponse)
    },
  }
}

function frameState({ answer, content, isInReview, sentAt, topics, ...frame }: StoredFrameState): FrameState {
  const { C, Q, A } = JSON.parse(content) as FrameContent
  return {
    ...frame,
    responseTopics: topics,
    status: answer !== null ? 'answered' : isInReview ? 'in_review' : 'waiting',
    sentAt: sentAt.toISOString(),
    answeredAt: answer?.answeredAt.toISOString() ?? null,
    messageId: answer?.messageId ?? null,
    frame: { C, Q, A },
    evaluated: answer === null ? null : evaluatedFrame.parse(JSON.parse(answer.body)),
  }
}

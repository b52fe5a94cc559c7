/**
 * Frames from send to stored answer.
 *
 * Promises: what frames.ts promises. Frames, answers and what is told of them are committed in groups: one durable
 * statement carries what came while the one before it was written, with the answers that are known by then.
 */

import { framesSubject } from '../../api/bus-subjects'
import { Refusal } from '../../api/refusal'
import { evaluatedFrame, type FrameContent, type SendRequest } from '../../api/schemas/frame'
import type { KeptResponse, NewResponse } from '../../database/guardrails/frame-responses'
import type { FrameInsertion, NewFrame, StoredFrameState } from '../../database/guardrails/frames'
import type { Store } from '../../database/store'
import { type Bus, BusUnavailable } from '../../messaging/bus'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { FrameInsertions } from './frame-insertions'
import type { FrameState, Frames, StoredResponse } from './frames'
import { FreshFrames } from './fresh-frames'
import { GroupedCalls, TooMuchWaits } from './grouped-calls'
import { newFrame } from './new-frame'
import { newResponse } from './new-response'
import type { PlatformClient } from './platform-client'
import { announcementsOf, storedResponse } from './response-announcement'
import { TargetOwners } from './target-owners'
import { WaitingFrames } from './waiting-frames'

export interface FramesParts {
  readonly store: Store
  readonly bus: Bus
  readonly now: () => Date
  readonly newId: () => string
  readonly limits: { readonly waiting_frames: number }
  /** For what goes wrong beside every call; the log. */
  readonly reportTrouble: (error: unknown) => void
}

/** Of one trace, told at once. */
const MAX_OF_TRACE = 100
/** Bytes, roughly: of one statement, and of what waits for its turn. */
const GROUP = { most: 512, mostWeight: 4_000_000, mostWaiting: 64_000_000, atOnce: 2 }
/** What a row weighs beside its text. */
const ROW = 500

export function createFrames({ store, bus, now, newId, limits, reportTrouble }: FramesParts): Frames {
  const owners = new TargetOwners(store, now)
  const fresh = new FreshFrames()
  const waiting = new WaitingFrames(store, limits.waiting_frames, now, reportTrouble)

  const answers = new GroupedCalls<NewResponse, KeptResponse | null>({
    run: (responses) => store.insertResponses(responses),
    weigh: ({ body }) => ROW + body.length,
    ...GROUP,
  })
  const told = new GroupedCalls<StoredResponse, undefined>({
    run: async (responses) => {
      await bus.announce(responses.flatMap(announcementsOf))
      return responses.map(() => undefined)
    },
    weigh: ({ message }) => ROW + message.entailment_frame.length,
    ...GROUP,
    atOnce: 1,
  })

  const storage = new FrameInsertions({
    ...{ store, bus, now, newId, fresh, waiting },
    // Whoever does not hear of it finds it in the database.
    tell: (kept) => void told.ask(storedResponse(kept)).catch(reportTrouble),
  })
  const insertions = new GroupedCalls<NewFrame, FrameInsertion>({
    run: (frames) => storage.insert(frames),
    weigh: ({ content }) => ROW + content.length,
    ...GROUP,
  })

  const send = async (client: PlatformClient, targetId: string, request: SendRequest) => {
    const owner = owners.ownerOf(targetId)
    const namespaceId = typeof owner === 'string' ? owner : await owner
    if (namespaceId === null) throw unknownTarget()
    if (!client.isOpen && !client.groups.some((group) => group.namespaceId === namespaceId)) throw otherGroup()
    const room = waiting.hasRoom(namespaceId)
    if (!(typeof room === 'boolean' ? room : await room)) throw tooManyWait(limits.waiting_frames)
    const audience = client.isOpen ? 'open' : 'group'
    const sender = { id: newId(), audience, namespaceId, targetId, sentAt: now(), sentBy: client.label } as const
    const frame = newFrame(sender, request)
    const insertion = await insertions.ask(frame)
    if (insertion.kind === 'homeless') throw unknownTarget()
    if (insertion.kind === 'other') throw anotherFrame()
    return { topic: framesSubject(frame.targetId), traceId: request.trace_id }
  }

  return {
    send: (client, targetId, request) => send(client, targetId, request).catch(tellBusy),

    find: async (caller, traceId) => {
      demandPermission(caller, 'read_guardrails')
      const found = await store.findFramesOfTrace(namespaceOf(caller), traceId, MAX_OF_TRACE)
      if (found.length === 0) throw unknownTrace()
      return found.map(frameState)
    },

    answerWith: (evaluator) => {
      storage.evaluator = evaluator
    },

    takeFresh: (frameId) => fresh.take(frameId),

    complete: async (frameId, railId, evaluated) => {
      // Whoever takes it up later finds the answer in the database.
      fresh.take(frameId)
      const kept = await answers.ask(newResponse({ frameId, railId, messageId: newId(), answeredAt: now() }, evaluated))
      if (kept === null) throw new Error(`the frame ${frameId} was removed before its answer`)
      waiting.answered(kept.namespaceId)
      const response = storedResponse(kept)
      await told.ask(response)
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

function tellBusy(error: unknown): never {
  if (error instanceof BusUnavailable)
    throw new Refusal(
      'ENGINE_BUSY',
      'The message bus of this deployment does not answer at the moment. Send the same frame again: it is answered once.',
      { retry_after_ms: 2_000 },
    )
  if (error instanceof TooMuchWaits)
    throw new Refusal('ENGINE_BUSY', 'More frames arrive than are being stored. Send the same frame again.', {
      retry_after_ms: 1_000,
    })
  throw error
}

function unknownTarget(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'There is no guardrail and no application of this id. /api/v1 lists those of your group.',
    {},
    { status: 404 },
  )
}

function unknownTrace(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This group has no frame of this trace id. Answered frames are kept for a day unless the operator says otherwise.',
    {},
    { status: 404 },
  )
}

function otherGroup(): Refusal {
  return new Refusal('CREDENTIAL_SCOPE', 'The target belongs to a group that this token is not for.')
}

function anotherFrame(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'Another frame was sent before under this trace id to the same target and topics. Use a new trace_id for each frame; only the very same frame may be sent again.',
  )
}

function tooManyWait(limit: number): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `${limit} frames of this group wait for their evaluation already. Send this one again later.`,
    { retry_after_ms: 5_000 },
    { status: 429 },
  )
}

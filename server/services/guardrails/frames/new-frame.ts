/**
 * Audience, group, target, trace and the set of topics give a frame's key; C, Q and A give its digest. A missing Q or A
 * is null. P, E and Error of a sent frame are ignored.
 */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { failuresOf, failureText } from '../../../api/field-failures'
import { MAX_LISTED_FAILURES } from '../../../api/read-request'
import { type FrameContent, type SendRequest, sendRequest } from '../../../api/schemas/frame'
import { framesSubject } from '../../../api/terms/bus-subjects'
import type { StoredAudience } from '../../../database/guardrails/frame-responses'
import type { NewFrame } from '../../../database/guardrails/frames'
import type { WorkMessage } from '../../../messaging/bus/bus'

export interface FrameSender {
  readonly id: string
  readonly audience: StoredAudience
  readonly namespaceId: string
  readonly targetId: string
  readonly sentAt: Date
  readonly sentBy: string
}

/** Larger messages contain only the frame's id, because NATS accepts a megabyte by default. */
const MAX_PAYLOAD_BYTES = 900_000

export function newFrame(sender: FrameSender, request: SendRequest): NewFrame {
  const { audience, namespaceId, sentAt, sentBy } = sender
  const targetId = sender.targetId.toLowerCase()
  const { C, Q = null, A = null } = request.entailment_frame
  const topics = request.response_topic.length === 1 ? request.response_topic : [...new Set(request.response_topic)]
  // Canonical JSON, because it contains only texts and lists in order.
  const content = JSON.stringify({ A, C, Q } satisfies FrameContent)
  return {
    id: sender.id,
    namespaceId,
    targetId,
    audience,
    traceId: request.trace_id,
    topics,
    key: frameKey({ audience, namespaceId, targetId }, request.trace_id, topics),
    digest: sha256(content),
    content,
    sentAt,
    sentBy,
  }
}

/** @param topics each once */
export function frameKey(
  { audience, namespaceId, targetId }: Pick<FrameSender, 'audience' | 'namespaceId' | 'targetId'>,
  traceId: string,
  topics: readonly string[],
): string {
  return sha256(JSON.stringify([audience, namespaceId, targetId.toLowerCase(), traceId, [...topics].sort()]))
}

/** The message for a bus that shares the database. */
export function frameReference({ id, targetId, traceparent = null }: NewFrame): WorkMessage {
  return { id, subject: framesSubject(targetId), payload: referencePayload(id, traceparent) }
}

/** @param traceparent of the span that makes the message (services/calls/tracing.ts) */
export function referencePayload(frameId: string, traceparent: string | null): string {
  return JSON.stringify({ frame_id: frameId, ...(traceparent !== null && { traceparent }) })
}

/** The message for any other bus; services inside the stack also read it. */
export function frameMessage(frame: NewFrame): WorkMessage {
  const { id, targetId, traceId, topics, content, traceparent = null } = frame
  const reference = frameReference(frame)
  if (content.length * 3 + 20_000 > MAX_PAYLOAD_BYTES && Buffer.byteLength(content) + 20_000 > MAX_PAYLOAD_BYTES)
    return reference
  const traced = traceparent === null ? {} : { traceparent }
  const head = JSON.stringify({
    frame_id: id,
    ...traced,
    target_id: targetId,
    trace_id: traceId,
    response_topic: topics,
  })
  return { ...reference, payload: `${head.slice(0, -1)},"entailment_frame":${content}}` }
}

function sha256(text: string): string {
  return hash('sha256', text)
}

/** An unreadable value is ignored. */
const traceparent = z.string().optional().catch(undefined)
const storedMessage = z.object({ frame_id: z.uuid(), traceparent })
const publishedMessage = z.strictObject({ target_id: z.uuid(), traceparent, ...sendRequest.shape })

/** `published`: a service inside the stack sent a frame (public/docs/bus.md). */
export type FrameMessage =
  | { readonly kind: 'stored'; readonly frameId: string; readonly traceparent: string | null }
  | {
      readonly kind: 'published'
      readonly targetId: string
      readonly request: SendRequest
      readonly traceparent: string | null
    }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Reads an untrusted message; a `frame_id` decides. */
export function readFrameMessage(payload: string): FrameMessage {
  let value: unknown
  try {
    value = JSON.parse(payload)
  } catch {
    return { kind: 'unreadable', reason: 'The message is not JSON.' }
  }
  const known = storedMessage.safeParse(value)
  if (known.success) {
    const { frame_id: frameId, traceparent: parent = null } = known.data
    return { kind: 'stored', frameId: frameId.toLowerCase(), traceparent: parent }
  }
  const read = publishedMessage.safeParse(value)
  if (read.success) {
    const { target_id: targetId, traceparent: parent = null, ...request } = read.data
    return { kind: 'published', targetId, request, traceparent: parent }
  }
  const failures = failuresOf(read.error, value).slice(0, MAX_LISTED_FAILURES)
  const problems = failures.map((failure) => failureText(failure, 'the message'))
  return { kind: 'unreadable', reason: `The message is not a frame. ${problems.join('; ')}` }
}

/**
 * Makes a UUID of version 7 (RFC 9562, section 5.7), so that an index grows at its end.
 * @param at milliseconds since the epoch
 * @param random ten bytes that cannot be guessed
 */
export function timeOrderedId(at: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const text = bytes.toString('hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

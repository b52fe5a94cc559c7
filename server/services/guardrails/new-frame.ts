/**
 * A frame as it is kept: its identity, its content, the message that is queued for it.
 *
 * Promises: two sends have one key exactly where audience, group, target, trace and the set of topics are the same, and one
 * digest exactly where C, Q and A are; a Q or A that is absent is the same as null, and comes back as null. P, E and Error
 * of a frame that is sent say nothing and are not kept.
 */
import { hash } from 'node:crypto'
import { framesSubject } from '../../api/bus-subjects'
import type { FrameContent, SendRequest } from '../../api/schemas/frame'
import type { StoredAudience } from '../../database/guardrails/frame-responses'
import type { NewFrame } from '../../database/guardrails/frames'
import type { WorkMessage } from '../../messaging/bus'

export interface FrameSender {
  readonly id: string
  readonly audience: StoredAudience
  readonly namespaceId: string
  readonly targetId: string
  readonly sentAt: Date
  readonly sentBy: string
}

/** Beyond it a message names the frame alone: NATS carries a megabyte unless it is told otherwise. */
const MAX_PAYLOAD_BYTES = 900_000

export function newFrame(sender: FrameSender, request: SendRequest): NewFrame {
  const { audience, namespaceId, sentAt, sentBy } = sender
  const targetId = sender.targetId.toLowerCase()
  const { C, Q = null, A = null } = request.entailment_frame
  const topics = request.response_topic.length === 1 ? request.response_topic : [...new Set(request.response_topic)]
  // Texts and lists of texts alone, members in order: canonical JSON as it is.
  const content = JSON.stringify({ A, C, Q } satisfies FrameContent)
  const identity = JSON.stringify([audience, namespaceId, targetId, request.trace_id, [...topics].sort()])
  return {
    ...{ id: sender.id, namespaceId, targetId, audience, traceId: request.trace_id, topics },
    key: sha256(identity),
    digest: sha256(content),
    ...{ content, sentAt, sentBy },
  }
}

/** What is queued for it where the bus shares the database: a reference. */
export function frameReference({ id, targetId }: NewFrame): WorkMessage {
  return { id, subject: framesSubject(targetId), payload: JSON.stringify({ frame_id: id }) }
}

/** What is queued for it where the bus has no share in the database; services inside the stack read it too. */
export function frameMessage(frame: NewFrame): WorkMessage {
  const { id, targetId, traceId, topics, content } = frame
  const reference = frameReference(frame)
  // UTF-8 of a UTF-16 unit has at most three bytes; most frames are far below.
  if (content.length * 3 + 20_000 > MAX_PAYLOAD_BYTES && Buffer.byteLength(content) + 20_000 > MAX_PAYLOAD_BYTES)
    return reference
  const head = JSON.stringify({ frame_id: id, target_id: targetId, trace_id: traceId, response_topic: topics })
  return { ...reference, payload: `${head.slice(0, -1)},"entailment_frame":${content}}` }
}

function sha256(text: string): string {
  return hash('sha256', text)
}

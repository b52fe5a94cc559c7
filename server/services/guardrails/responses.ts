/**
 * A response: the answer to a frame as it is stored, as clients read it, and as the bus announces it.
 *
 * Promises: the body is the evaluated frame as JSON. A response for a group is announced under the namespace of that group,
 * and one that is open to every client under the word `open`: who subscribes to one never gets the other. Trusts evaluated
 * frames to be of the contract's shape.
 */
import { responsesSubject } from '../../api/bus-subjects'
import type { EvaluatedFrame, ResponseMessage } from '../../api/schemas/frame'
import type { FrameResponse, NewResponse } from '../../database/guardrails/frame-responses'
import type { Announcement } from '../../messaging/bus'

/** A response, and who may read it. */
export interface StoredResponse {
  readonly frameId: string
  readonly namespaceId: string
  readonly audience: 'group' | 'open'
  readonly message: ResponseMessage
}

/** Stands where a group has its namespace, for responses that are open to every client. */
export const OPEN_SCOPE = 'open'

/** A response for the database. */
export function newResponse(
  identity: Pick<NewResponse, 'frameId' | 'railId' | 'messageId' | 'answeredAt'>,
  evaluated: EvaluatedFrame,
): NewResponse {
  return { ...identity, body: bodyOf(evaluated), conclusion: evaluated.E?.conclusion ?? null }
}

/** In the order of the specification's table. */
function bodyOf({ C, Q, A, P, E, ...rest }: EvaluatedFrame): string {
  return JSON.stringify({ C, Q, A, P, E, Error: rest.Error })
}

export function storedResponse(row: FrameResponse): StoredResponse {
  const { frameId, namespaceId, audience, traceId, topics, messageId, railId, body } = row
  const message = {
    entailment_frame: body,
    id: messageId,
    trace_id: traceId,
    response_topic: [...topics],
    rail_id: railId,
  }
  return { frameId, namespaceId, audience, message }
}

/** One announcement for each topic, under the id of the message, about its trace. */
export function announcementsOf({ namespaceId, audience, message }: StoredResponse): Announcement[] {
  const scope = audience === 'open' ? OPEN_SCOPE : namespaceId
  let text: string | null = null
  return message.response_topic.map((topic) => ({
    subject: responsesSubject(scope, topic),
    id: message.id,
    about: message.trace_id,
    // Written only where a subscriber reads it.
    get payload() {
      text ??= JSON.stringify(message)
      return text
    },
  }))
}

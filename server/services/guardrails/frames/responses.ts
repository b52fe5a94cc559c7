import type { EvaluatedFrame, ResponseMessage } from '../../../api/schemas/frame'
import { responsesSubject } from '../../../api/terms/bus-subjects'
import type { FrameResponse, NewResponse } from '../../../database/guardrails/frame-responses'
import type { Announcement } from '../../../messaging/bus/bus'

export interface StoredResponse {
  readonly frameId: string
  readonly namespaceId: string
  readonly audience: 'group' | 'open'
  readonly message: ResponseMessage
}

/** The scope of open responses; others have their group's namespace, so that nobody gets both. */
export const OPEN_SCOPE = 'open'

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

/** One announcement for each topic. */
export function announcementsOf({ namespaceId, audience, message }: StoredResponse): Announcement[] {
  const scope = audience === 'open' ? OPEN_SCOPE : namespaceId
  let text: string | null = null
  return message.response_topic.map((topic) => ({
    subject: responsesSubject(scope, topic),
    id: message.id,
    about: message.trace_id,
    // Written only if a subscriber reads it.
    get payload() {
      text ??= JSON.stringify(message)
      return text
    },
  }))
}

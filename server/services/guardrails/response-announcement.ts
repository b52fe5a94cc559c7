/**
 * An answer as the bus tells it: on the subject of each of its topics, under its message id, as news about its trace.
 *
 * Promises: an answer for a group is told under that group's namespace, one that is open to anybody under the word `open`
 * in its place: who listens for one never hears the other.
 */

import { responsesSubject } from '../../api/bus-subjects'
import type { KeptResponse } from '../../database/guardrails/frame-responses'
import type { Announcement } from '../../messaging/bus'
import type { StoredResponse } from './frames'

export function storedResponse(kept: KeptResponse): StoredResponse {
  const { frameId, namespaceId, audience, traceId, topics, messageId, railId, body } = kept
  const message = {
    entailment_frame: body,
    id: messageId,
    trace_id: traceId,
    response_topic: [...topics],
    rail_id: railId,
  }
  return { frameId, namespaceId, audience, message }
}

/** In the place of a group's namespace, for answers that are open to anybody. */
export const OPEN_SCOPE = 'open'

export function announcementsOf({ namespaceId, audience, message }: StoredResponse): Announcement[] {
  const scope = audience === 'open' ? OPEN_SCOPE : namespaceId
  let text: string | null = null
  return message.response_topic.map((topic) => ({
    subject: responsesSubject(scope, topic),
    id: message.id,
    about: message.trace_id,
    // Nobody may want it.
    get payload() {
      text ??= JSON.stringify(message)
      return text
    },
  }))
}

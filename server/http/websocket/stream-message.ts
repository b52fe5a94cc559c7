/** An invalid message is acknowledged with `success: false` and all problems. */
import { failuresOf, failureText } from '../../api/field-failures'
import type { FieldFailure } from '../../api/refusal'
import { subscribeMessage } from '../../api/schemas/frame'
import type { Subscription } from '../../services/guardrails/responses/open-reader'

export type StreamMessage =
  | { readonly kind: 'subscribe'; readonly subscription: Subscription; readonly ack: string }
  | { readonly kind: 'refused'; readonly ack: string }

const NO_OBJECT = 'A message is the text of a JSON object: {"action": "subscribe", "topic", "trace_id"}.'

export function readStreamMessage(text: string): StreamMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuseMessage({}, NO_OBJECT)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuseMessage({}, NO_OBJECT)
  const members = value as Readonly<Record<string, unknown>>
  if (members.action !== 'subscribe')
    return refuseMessage(members, 'action: expected "subscribe", which is the only action of this stream.')
  const read = subscribeMessage.safeParse(value)
  if (!read.success) return refuseMessage(members, problemsOf(failuresOf(read.error, value)))
  const { topic, trace_id } = read.data
  return {
    kind: 'subscribe',
    subscription: { topic, traceId: trace_id },
    ack: JSON.stringify({ type: 'ack', action: 'subscribe', success: true, topic, trace_id }),
  }
}

/** Acknowledgements have a fixed shape, so members that are not text become empty. */
function refuseMessage(members: Readonly<Record<string, unknown>>, message: string): StreamMessage {
  const ack = {
    type: 'ack',
    action: textOf(members.action),
    success: false,
    topic: textOf(members.topic),
    trace_id: textOf(members.trace_id),
    error: { code: 'bad_request', message },
  }
  return { kind: 'refused', ack: JSON.stringify(ack) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function problemsOf(failures: readonly FieldFailure[]): string {
  return failures.map((failure) => `${failureText(failure, 'the message')}.`).join(' ')
}

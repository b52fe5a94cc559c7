/**
 * What a client says on the stream, and the acknowledgement of it.
 *
 * Promises: a message is a JSON object or unreadable; an object that is no proper subscription is told what is wrong with
 * it, all of it, in an acknowledgement without success, and the stream goes on.
 */
import { subscribeMessage } from '../../api/schemas/frame'
import type { Subscription } from '../../services/guardrails/response-stream'

export type StreamMessage =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'subscribe'; readonly subscription: Subscription; readonly ack: string }
  | { readonly kind: 'refused'; readonly ack: string }

export function readStreamMessage(text: string): StreamMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'unreadable' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'unreadable' }
  const said = value as Readonly<Record<string, unknown>>
  if (said.action !== 'subscribe')
    return refused(said, 'action: expected "subscribe", which is the only action of this stream.')
  const read = subscribeMessage.safeParse(value)
  if (!read.success) return refused(said, read.error.issues.map(problemOf).join(' '))
  const { topic, trace_id } = read.data
  return {
    kind: 'subscribe',
    subscription: { topic, traceId: trace_id },
    ack: JSON.stringify({ type: 'ack', action: 'subscribe', success: true, topic, trace_id }),
  }
}

/** Members that were no text are told as empty: the shape of an acknowledgement is fixed. */
function refused(said: Readonly<Record<string, unknown>>, message: string): StreamMessage {
  const ack = {
    type: 'ack',
    action: textOf(said.action),
    success: false,
    topic: textOf(said.topic),
    trace_id: textOf(said.trace_id),
    error: { code: 'bad_request', message },
  }
  return { kind: 'refused', ack: JSON.stringify(ack) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function problemOf({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return path.length === 0 ? `${message}.` : `${path.join('.')}: ${message}.`
}

/**
 * What the bus carries on the subjects of frames.
 *
 * Promises: a message of our own is known by its `frame_id`, whatever else it says: the frame is read from the database. A
 * service inside the stack publishes what a client sends, with the target (public/docs/bus.md). Anything else is unreadable
 * and says why. Trusts nothing.
 */
import { z } from 'zod'
import { MAX_FAILURES } from '../../api/read-request'
import { type SendRequest, sendRequest } from '../../api/schemas/frame'

const ours = z.object({ frame_id: z.uuid() })
const published = z.strictObject({ target_id: z.uuid(), ...sendRequest.shape })

export type FramePayload =
  | { readonly kind: 'kept'; readonly frameId: string }
  | { readonly kind: 'published'; readonly targetId: string; readonly request: SendRequest }
  | { readonly kind: 'unreadable'; readonly reason: string }

export function readFramePayload(payload: string): FramePayload {
  let value: unknown
  try {
    value = JSON.parse(payload)
  } catch {
    return { kind: 'unreadable', reason: 'The message is no JSON.' }
  }
  const known = ours.safeParse(value)
  if (known.success) return { kind: 'kept', frameId: known.data.frame_id.toLowerCase() }
  const read = published.safeParse(value)
  if (read.success) {
    const { target_id: targetId, ...request } = read.data
    return { kind: 'published', targetId, request }
  }
  const problems = read.error.issues.slice(0, MAX_FAILURES)
  const told = problems.map(({ path, message }) => `${path.join('.') || 'the message'}: ${message}`)
  return { kind: 'unreadable', reason: `The message is no frame. ${told.join('; ')}` }
}

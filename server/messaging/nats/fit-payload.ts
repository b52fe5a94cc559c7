/**
 * Payloads that are larger than the server takes.
 *
 * Promises: work too large to be carried goes as `{"frame_id"}` alone where it names its frame, which the evaluator then reads
 * from the database; what can be read nowhere is refused.
 */
import { z } from 'zod'

/** Of what the server allows, for subject and headers. */
const OVERHEAD_BYTES = 4_096
const reference = z.object({ frame_id: z.string() })

/** @throws RangeError that says what to do */
export function fitWork(payload: string, serverTakes: number): string {
  if (fits(payload, serverTakes)) return payload
  const named = reference.safeParse(parsed(payload))
  if (named.success) return JSON.stringify({ frame_id: named.data.frame_id })
  const bytes = Buffer.byteLength(payload)
  throw new RangeError(`The message has ${bytes} bytes; this NATS server takes ${serverTakes}: raise its max_payload.`)
}

/** Null where only its id can be told. */
export function fitAnnouncement(payload: string | null, serverTakes: number): string | null {
  return payload !== null && fits(payload, serverTakes) ? payload : null
}

function fits(payload: string, serverTakes: number): boolean {
  return Buffer.byteLength(payload) <= serverTakes - OVERHEAD_BYTES
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}

/**
 * Reads what is left of a body that nobody wants, so that the caller hears the refusal.
 *
 * Promises: keeps nothing. A server that answers and closes while bytes are on their way makes most callers see a broken
 * connection and not the answer; beyond {@link MOST} bytes that is the caller's own affair.
 */
import type { IncomingMessage } from 'node:http'

const MOST = 67_108_864

/** Resolves when the body is over, or larger than anybody means. */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed || Number(request.headers['content-length'] ?? 0) > MOST) {
      resolve()
      return
    }
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST) resolve()
    })
    request.on('end', resolve)
    request.on('close', resolve)
    request.on('error', () => resolve())
  })
}

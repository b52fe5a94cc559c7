/**
 * Reads the whole body of a request, up to a budget.
 *
 * Promises: what is too much is refused without being kept, and the connection stays able to carry the refusal.
 */
import type { IncomingMessage } from 'node:http'
import { bodyTooLarge } from './body-too-large'
import { discardRest } from './discard-rest'

/**
 * @param limit bytes
 * @returns null when the peer went away: nobody is left to answer
 * @throws Refusal BUDGET_EXCEEDED
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > limit) {
      void discardRest(request).then(() => reject(bodyTooLarge(limit, declared)))
      return
    }
    if (request.destroyed) resolve(null)
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (chunks.length > 0) {
        chunks.length = 0
        void discardRest(request).then(() => reject(bodyTooLarge(limit, null)))
      }
    })
    request.on('end', () => {
      if (size <= limit) resolve(Buffer.concat(chunks))
    })
    request.on('error', () => resolve(null))
    request.on('close', () => {
      if (!request.complete) resolve(null)
    })
  })
}

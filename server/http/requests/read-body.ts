import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../api/refusal'

/** A longer rest is not read, so the client may see a broken connection. */
const MAX_DISCARDED_BYTES = 67_108_864

/**
 * A body beyond the limit is not kept; its rest is read and dropped, because a server that closes while bytes arrive
 * hides the refusal from most clients.
 * @param limit bytes
 * @returns null if the client disconnected before the end
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

/**
 * The same text in every transport.
 * @param actual bytes announced or received; null if reading stopped early
 */
export function bodyTooLarge(limit: number, actual: number | null): Refusal {
  const size = actual === null ? {} : { actual }
  return new Refusal(
    'BUDGET_EXCEEDED',
    `The body is larger than ${limit} bytes.`,
    { budget: 'body_bytes', limit, ...size },
    // The rest of the body is not read, so the connection cannot be used again.
    { headers: { connection: 'close' } },
  )
}

/**
 * Compressed bodies are not accepted (public/docs/security.md, "Files").
 * @param encoding the header content-encoding
 * @throws Refusal BAD_REQUEST
 */
export function demandUncompressed(encoding: string | undefined): void {
  if (encoding === undefined || /^(identity)?$/i.test(encoding.trim())) return
  throw new Refusal(
    'BAD_REQUEST',
    'A compressed body is not read here. Send it as it is, without the header Content-Encoding.',
    {},
    { status: 415, headers: { 'accept-encoding': 'identity' } },
  )
}

/** Resolves at the end or after {@link MAX_DISCARDED_BYTES}. */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed || Number(request.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) {
      resolve()
      return
    }
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_DISCARDED_BYTES) resolve()
    })
    request.on('end', resolve)
    request.on('close', resolve)
    request.on('error', () => resolve())
  })
}

import { isUtf8 } from 'node:buffer'
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

/**
 * Bodies are read as UTF-8, so a type that names another charset is refused.
 * @throws Refusal BAD_REQUEST (415)
 */
export function demandJson(type: string | undefined): void {
  if (type === undefined || !/^\s*application\/json\s*(;|$)/i.test(type))
    throw new Refusal('BAD_REQUEST', 'The content type must be application/json.', {}, { status: 415 })
  const others = [...type.matchAll(/charset([^;]*)/gi)].filter(([, charset = '']) => !UTF_8.test(charset))
  if (others.length > 0)
    throw new Refusal('BAD_REQUEST', 'The charset of a body must be utf-8, or not be named.', {}, { status: 415 })
}

const UTF_8 = /^\s*=\s*("utf-8"|utf-8|utf8)\s*$/i

/** @throws Refusal BAD_REQUEST if the bytes are not UTF-8; a replacement character would be another text */
export function utf8Text(body: Uint8Array): string {
  if (!isUtf8(body)) throw new Refusal('BAD_REQUEST', 'The body is not valid UTF-8.')
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
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

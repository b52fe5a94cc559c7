/**
 * Adds the `ETag`, 304 and compression to GET answers.
 * The tag is sent before the body, so an answer is held up to {@link HELD_CHARACTERS}. A longer answer has no tag and
 * is compressed while it is read.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { WireAnswer } from './wire-answer'

export interface ConditionalRequest {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

export type EncodeAnswer = (answer: WireAnswer, request: ConditionalRequest) => Promise<WireAnswer>

/** In order of preference. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Smaller bodies fit into one packet anyway. */
const SMALLEST_COMPRESSED_BYTES = 1_000
const HELD_CHARACTERS = 4_194_304
const CACHE_BYTES = 8_388_608
/** Compresses nearly as well as the best level in a small part of its time. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

type Done = (error: Error | null, bytes: Buffer) => void
const compressBrotli = promisify((text: string, done: Done) => brotliCompress(text, BROTLI_OPTIONS, done))
const compressGzip = promisify((text: string, done: Done) => gzip(text, done))

export function answerEncoder(): EncodeAnswer {
  const compressed = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.length + 100,
  })
  const compress = async (digest: string, encoding: Encoding, body: string) => {
    const key = `${encoding} ${digest}`
    const known = compressed.get(key)
    if (known !== undefined) return known
    const bytes = encoding === 'br' ? await compressBrotli(body) : await compressGzip(body)
    compressed.set(key, bytes)
    return bytes
  }
  return async (answer, { acceptEncoding, ifNoneMatch }) => {
    const accepted = encodingFor(acceptEncoding)
    const held = await hold(answer)
    if (held.rest !== undefined) return streamed(held, accepted)
    const digest = createHash('sha256').update(held.body).digest('base64url')
    const tag = held.tag ?? digest
    if (hasTag(ifNoneMatch, tag)) return { ...described(held, 'identity', tag), status: 304, body: '' }
    if (accepted === 'identity' || held.body.length < SMALLEST_COMPRESSED_BYTES) return described(held, 'identity', tag)
    return { ...described(held, accepted, tag), encoded: await compress(digest, accepted, held.body) }
  }
}

function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...ENCODINGS])
  return ENCODINGS.find((each) => accepted.includes(each)) ?? 'identity'
}

async function hold(answer: WireAnswer): Promise<WireAnswer> {
  if (answer.rest === undefined) return answer
  const pieces = answer.rest[Symbol.asyncIterator]()
  let { body } = answer
  while (body.length <= HELD_CHARACTERS) {
    const next = await pieces.next()
    if (next.done === true) return { ...answer, body, rest: undefined }
    body += next.value
  }
  return { ...answer, body, rest: { [Symbol.asyncIterator]: () => pieces } }
}

/** Adds the headers of an encoding. Each encoding has a different tag (RFC 9110, 8.8.3). */
function described(answer: WireAnswer, encoding: Encoding, tag: string | null): WireAnswer {
  const { vary } = answer.headers
  const isEncoded = encoding !== 'identity'
  return {
    ...answer,
    headers: {
      ...answer.headers,
      vary: vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`,
      ...(isEncoded && { 'content-encoding': encoding }),
      ...(tag !== null && { etag: isEncoded ? `"${tag}-${encoding}"` : `"${tag}"` }),
    },
  }
}

function streamed(answer: WireAnswer, encoding: Encoding): WireAnswer {
  const compressor =
    encoding === 'br' ? () => createBrotliCompress(BROTLI_OPTIONS) : encoding === 'gzip' ? () => createGzip() : null
  return { ...described(answer, encoding, null), ...(compressor !== null && { compressor }) }
}

/** Returns whether the client has this answer in any encoding; RFC 9110 (13.1.2) compares weakly. */
function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const held = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return held.some((each) => each.slice(1, -1).replace(/-(br|gzip)$/, '') === tag)
}

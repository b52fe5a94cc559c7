/**
 * GET of one JSON record. The connection goes to an address that was checked after its name was resolved. Redirects are
 * not followed; time and size are limited.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { HttpConnection } from '../../../config/lookups'
import type { LookedUp } from '../../../guard/prepared-guard'
import { readJson } from '../../../language/numeric/lossless-json'
import {
  checkedLookup,
  hostOf,
  isPublicAddress,
  PrivateAddressError,
  type ResolveHost,
} from '../../notifications/webhooks/public-address'

export interface HttpLookupSource {
  /** Template of the path, such as `reservations/{1}`. */
  readonly path: string
  readonly wait_ms: number
}

export const MAX_RECORD_BYTES = 65_536

/** Never rejects. */
export async function lookUpHttp(
  connection: HttpConnection,
  { path, wait_ms: waitMs }: HttpLookupSource,
  texts: readonly string[],
  resolve: ResolveHost,
): Promise<LookedUp> {
  const url = addressOf(connection.url, path, texts)
  if (typeof url === 'string') return { failed: url }
  if (!connection.internal && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url))) return { failed: PRIVATE }
  try {
    const { status, body } = await get(connection, url, waitMs, resolve)
    if (body === null) return { failed: `the answer is longer than ${MAX_RECORD_BYTES} bytes` }
    if (status === 404) return { failed: 'there is no such record' }
    if (status !== 200) return { failed: `the answer has the status ${status}` }
    const read = readJson(body)
    return 'value' in read ? { value: read.value } : { failed: 'the answer is not JSON' }
  } catch (error) {
    return { failed: problemWords(error) }
  }
}

/** A value is one segment, or a part of one or of the query. It never changes where a request goes. */
function addressOf(base: string, template: string, texts: readonly string[]): URL | string {
  const root = new URL(base.endsWith('/') ? base : `${base}/`)
  if (texts.some((text) => /^\.{0,2}$/.test(text))) return 'an argument is empty or only dots'
  const missing = [...template.matchAll(PLACE)].find(([, place]) => texts[Number(place) - 1] === undefined)
  if (missing !== undefined) return `the path names ${missing[0]}, and the lookup has ${texts.length} arguments`
  if (!texts.every((text) => text.isWellFormed())) return 'an argument is not text'
  const path = template.replace(/^\/+/, '').replace(PLACE, (_, place) => encodeURIComponent(texts[Number(place) - 1]!))
  const url = URL.canParse(`./${path}`, root) ? new URL(`./${path}`, root) : null
  const isBelow = url !== null && url.origin === root.origin && url.pathname.startsWith(root.pathname)
  return isBelow ? url : 'the path leaves the address of the connection'
}

const PLACE = /\{([1-9]\d?)\}/g

interface HttpAnswer {
  readonly status: number
  /** Null if it is too long. */
  readonly body: string | null
}

function get(
  { headers, internal }: HttpConnection,
  url: URL,
  waitMs: number,
  resolve: ResolveHost,
): Promise<HttpAnswer> {
  return new Promise((answer, reject) => {
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    const outgoing = send(url, {
      method: 'GET',
      headers: { accept: 'application/json', ...headers },
      agent: false,
      lookup: checkedLookup(resolve, internal),
      signal: AbortSignal.timeout(waitMs),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0
      const chunks: Buffer[] = []
      let read = 0
      incoming.on('data', (part: Buffer) => {
        read += part.length
        chunks.push(part)
        if (read <= MAX_RECORD_BYTES) return
        answer({ status, body: null })
        outgoing.destroy()
      })
      incoming.on('end', () => answer({ status, body: Buffer.concat(chunks).toString('utf8') }))
      incoming.on('error', reject)
    })
    outgoing.end()
  })
}

const PRIVATE = 'its address is in a private network'

/** Does not repeat texts of libraries, which may name addresses of the operator's network. */
function problemWords(error: unknown): string {
  if (error instanceof PrivateAddressError) return PRIVATE
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'there was no answer in time'
  return 'the connection failed'
}

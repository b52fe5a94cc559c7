/** Sends a request on to an MCP server of the operator, and its answer back as it comes. */
import { lookup } from 'node:dns/promises'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../api/refusal'
import type { GuardedServer } from '../../services/guardrails/guards/guarded-servers'
import {
  checkedLookup,
  hostOf,
  isPublicAddress,
  type ResolveHost,
} from '../../services/notifications/webhooks/public-address'

const SENT_BACK = /^(content-type|allow|retry-after|mcp-[a-z0-9-]+)$/
const DESCRIBES_BODY = /^(content-(type|length|encoding)|transfer-encoding)$/
/** Until the first byte of an answer. */
const ANSWER_MS = 120_000

const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/** Everything of a caller that reaches the server. */
export interface PassedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array | null
}

/** @throws Refusal ENGINE_BUSY if the server does not answer */
export async function passOn(
  connection: GuardedServer,
  request: PassedRequest,
  response: ServerResponse,
): Promise<void> {
  const incoming = await send(connection, request, response).catch(() => {
    throw new Refusal('ENGINE_BUSY', `The MCP server “${connection.name}” does not answer. The call was not made.`, {
      retry_after_ms: 1_000,
    })
  })
  response.writeHead(incoming.statusCode ?? 502, only(incoming.headers, SENT_BACK))
  // Streams send their first event before the end.
  response.flushHeaders()
  await pipeline(incoming, response).catch(() => response.destroy())
}

function send(
  { url: address, headers, internal }: GuardedServer,
  { method, headers: own, bytes }: PassedRequest,
  response: ServerResponse,
): Promise<IncomingMessage> {
  const url = new URL(address)
  return new Promise((answer, reject) => {
    if (!internal && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url))) return reject(new Error('private'))
    const begin = url.protocol === 'http:' ? requestHttp : requestHttps
    const outgoing = begin(url, {
      method,
      headers: { ...own, ...sentByOperator(headers), ...(bytes && { 'content-length': String(bytes.length) }) },
      agent: false,
      lookup: checkedLookup(resolveHost, internal),
    })
    const late = setTimeout(() => outgoing.destroy(new Error('late')), ANSWER_MS)
    outgoing.on('response', (incoming) => {
      clearTimeout(late)
      answer(incoming)
    })
    outgoing.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    response.on('close', () => outgoing.destroy())
    outgoing.end(bytes ?? undefined)
  })
}

/** The operator does not describe the body, which is written here. */
function sentByOperator(headers: GuardedServer['headers']): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(kept.filter(([name]) => !DESCRIBES_BODY.test(name)))
}

function only(headers: IncomingHttpHeaders, names: RegExp): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && names.test(name) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(kept)
}

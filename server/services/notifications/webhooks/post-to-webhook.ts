/**
 * Sends one event. The connection goes to an address that was checked after the name was resolved, so a name that
 * changes in between reaches nothing else. Redirects are not followed, and time and size are limited.
 */
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { NOTIFICATION_LIMITS } from '../../../api/terms/notification-terms'
import type { InternalHost } from '../../../config/webhooks'
import {
  checkedLookup,
  isInternalHost,
  PrivateAddressError,
  type ResolveHost,
  webhookAddressProblem,
} from './public-address'

export interface WebhookNetwork {
  readonly hosts: readonly InternalHost[]
  /** For the whole exchange. */
  readonly timeoutMs: number
  readonly resolve: ResolveHost
  /** Extra certificates to trust, in PEM. */
  readonly authority?: string
}

export const WEBHOOK_TIMEOUT_MS = 10_000

export function webhookNetwork(hosts: readonly InternalHost[]): WebhookNetwork {
  return { hosts, timeoutMs: WEBHOOK_TIMEOUT_MS, resolve: (host) => lookup(host, { all: true }) }
}

export interface WebhookAnswer {
  /** Null without an answer. */
  readonly status: number | null
  /** The beginning of the answer in one line. */
  readonly answer: string | null
  /** Why there was no answer, in words for an administrator. */
  readonly problem: string | null
  /** Milliseconds that the receiver asks to wait; null if it does not. */
  readonly retryAfterMs: number | null
}

const MAX_READ_BYTES = 4_096
/** The status decides, so the rest of an answer is not awaited for longer. */
const ANSWER_MS = 1_000
const LONGEST_RETRY_AFTER_S = 3_600

/** Never rejects. */
export async function postToWebhook(
  network: WebhookNetwork,
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebhookAnswer> {
  const problem = webhookAddressProblem(address, network.hosts)
  if (problem !== null) return withoutAnswer(`The address is not allowed: expected ${problem}.`)
  try {
    return await exchange(network, new URL(address), body, headers)
  } catch (error) {
    return withoutAnswer(problemWords(error))
  }
}

function exchange(
  { hosts, timeoutMs, resolve, authority }: WebhookNetwork,
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebhookAnswer> {
  const bytes = Buffer.from(body)
  const isInternal = isInternalHost(url, hosts)
  return new Promise((answer, reject) => {
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    const outgoing = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(bytes.length) },
      agent: false,
      lookup: checkedLookup(resolve, isInternal),
      signal: AbortSignal.timeout(timeoutMs),
      ...(authority !== undefined && { ca: authority }),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      let read = 0
      const finish = () => {
        clearTimeout(late)
        outgoing.destroy()
        const status = incoming.statusCode ?? 0
        const retryAfterMs = retryAfter(incoming.headers['retry-after'])
        answer({ status, answer: answerWords(Buffer.concat(chunks)), problem: null, retryAfterMs })
      }
      const late = setTimeout(finish, ANSWER_MS)
      incoming.on('data', (part: Buffer) => {
        chunks.push(part.subarray(0, MAX_READ_BYTES - read))
        read += part.length
        if (read >= MAX_READ_BYTES) finish()
      })
      incoming.on('end', finish)
      // A connection that breaks after the status changes nothing.
      incoming.on('error', finish)
    })
    outgoing.end(bytes)
  })
}

function withoutAnswer(problem: string): WebhookAnswer {
  return { status: null, answer: null, problem, retryAfterMs: null }
}

/** Does not repeat texts of libraries, which may name addresses of the operator's network. */
function problemWords(error: unknown): string {
  if (error instanceof PrivateAddressError)
    return 'The host has an address of a private network, which webhooks may not reach.'
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return 'The receiver did not answer in time.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host has no address.'
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The receiver ended the connection.'
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code)
    ? `The connection failed (${code}).`
    : 'The connection failed.'
}

function answerWords(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
  return [...text.trim()].slice(0, NOTIFICATION_LIMITS.answer_chars).join('')
}

function retryAfter(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return null
  return Math.min(Number(header), LONGEST_RETRY_AFTER_S) * 1_000
}

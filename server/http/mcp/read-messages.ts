/** Tool arguments stay text, in {@link ARGUMENTS_TEXT}, until the operation parses them (operation-request.ts). */
import { isUtf8 } from 'node:buffer'
import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { MAX_DEPTH } from '../../language/numeric/lossless-json'
import { afterSpace, DuplicateMemberError, elementsOf, membersOf, type Span } from './raw-arguments'

export const ARGUMENTS_TEXT = 'text'

export type ReadMessages =
  | { readonly kind: 'messages'; readonly body: unknown }
  /** -32700 for invalid JSON, -32600 for JSON that is not a request. */
  | { readonly kind: 'refused'; readonly code: -32700 | -32600; readonly message: string }

export function readMessages(bytes: Uint8Array): ReadMessages {
  if (!isUtf8(bytes)) return { kind: 'refused', code: -32700, message: 'Parse error: the body is not valid UTF-8.' }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const parsed = parseJson(text)
  if (parsed === undefined) return { kind: 'refused', code: -32700, message: 'Parse error: the body is not JSON.' }
  try {
    const start = afterSpace(text, 0)
    if (!Array.isArray(parsed)) return asMessages(withArgumentsText(text, { start, end: text.length }, parsed))
    if (parsed.length === 0) return invalidMessage('a batch holds at least one message')
    const spans = elementsOf(text, start)
    return asMessages(parsed.map((message, index) => withArgumentsText(text, spans[index]!, message)))
  } catch (error) {
    if (error instanceof DuplicateMemberError) return invalidMessage(error.message)
    throw error
  }
}

function asMessages(body: unknown): ReadMessages {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  if (!isShallow(body, MAX_DEPTH)) return invalidMessage(`the message is nested deeper than ${MAX_DEPTH} levels`)
  if (!messages.every(isMessage)) return invalidMessage('the body is no JSON-RPC 2.0 message')
  const ids = messages.flatMap((message) => (message.id === undefined ? [] : [message.id]))
  if (new Set(ids).size !== ids.length) return invalidMessage('two messages of the batch have the same id')
  return { kind: 'messages', body }
}

/** Limits the depth for later recursive code; this walk is limited too. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1))
}

/** The SDK would report an invalid request as a parse error. */
function isMessage(value: unknown): value is { readonly id?: string | number } {
  try {
    parseJSONRPCMessage(value)
    return true
  } catch {
    return false
  }
}

function invalidMessage(problem: string): ReadMessages {
  return { kind: 'refused', code: -32600, message: `Invalid request: ${problem}.` }
}

/** Returns `undefined` for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withArgumentsText(text: string, { start }: Span, message: unknown): unknown {
  if (!isObject(message)) return message
  const members = membersOf(text, start)
  const { params } = message
  if (message.method !== 'tools/call' || !isObject(params)) return message
  const span = membersOf(text, members.get('params')!.start).get('arguments')
  const sent = span === undefined ? '{}' : text.slice(span.start, span.end)
  return { ...message, params: { ...params, arguments: { [ARGUMENTS_TEXT]: sent } } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

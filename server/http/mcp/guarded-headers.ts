/**
 * Which headers of a caller reach a guarded server. A server may route by headers that repeat the message (`Mcp-Method`,
 * `Mcp-Name`, `Mcp-Param-…` of the revision 2026-07-28), so they must repeat the message that was decided.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../../api/refusal'
import { JsonNumber, type LosslessJson } from '../../language/numeric/lossless-json'
import { CALL_METHOD, type GuardedObject, isGuardedObject } from './read-guarded-message'

const SENT_ON = ['accept', 'last-event-id', 'mcp-session-id', 'mcp-protocol-version']
const PARAMETER = /^mcp-param-[a-z0-9-]+$/

/**
 * @param message null for a request without a body
 * @throws Refusal BAD_REQUEST if a header says something else than the message
 */
export function guardedHeaders(
  headers: IncomingHttpHeaders,
  message: GuardedObject | null,
): Readonly<Record<string, string>> {
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') continue
    if (SENT_ON.includes(name)) sent[name] = value
    else if (name === 'mcp-method' || name === 'mcp-name' || PARAMETER.test(name)) {
      if (message === null) continue
      if (!repeated(name, message).includes(decodeValue(value)))
        throw new Refusal('BAD_REQUEST', `The header ${name} does not repeat what the message says.`)
      sent[name] = value
    }
  }
  return message === null ? sent : { ...sent, 'content-type': 'application/json' }
}

/** The texts of the message that the header may have. */
function repeated(name: string, { method, params }: GuardedObject): readonly string[] {
  if (name === 'mcp-method') return textsOf(method)
  if (!isGuardedObject(params)) return []
  if (name !== 'mcp-name') return leavesOf(params.arguments)
  if (method === CALL_METHOD) return textsOf(params.name)
  return [params.name, params.uri, params.taskId].flatMap(textsOf)
}

function textsOf(value: LosslessJson | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'boolean') return [String(value)]
  // Clients write numbers in the shortest form.
  return value instanceof JsonNumber ? [value.text, String(Number(value.text))] : []
}

function leavesOf(value: LosslessJson | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return isGuardedObject(value) ? Object.values(value).flatMap(leavesOf) : textsOf(value)
}

/** Texts that do not fit into a header are in Base64. */
function decodeValue(value: string): string {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/i.exec(value) ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}

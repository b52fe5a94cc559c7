/**
 * Every answer has the request's id in `x-request-id`, and the log names it. A client or proxy may choose it, so that
 * one id follows a call through several systems.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Without spaces and quotes, an id cannot forge a log line or a member of a body. */
const USABLE_ID = /^[\w.:/+=@-]{1,128}$/

/** Writes a new id into the headers unless the client sent a usable one. */
export function identifyRequest(headers: IncomingHttpHeaders, newId: () => string): string {
  const sent = headers[REQUEST_ID_HEADER]
  if (typeof sent === 'string' && USABLE_ID.test(sent)) return sent
  const id = newId()
  headers[REQUEST_ID_HEADER] = id
  return id
}

/** Needs {@link identifyRequest} first. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  return String(headers[REQUEST_ID_HEADER])
}

export function answerWithId(request: IncomingMessage, response: ServerResponse, newId: () => string): string {
  const id = identifyRequest(request.headers, newId)
  response.setHeader(REQUEST_ID_HEADER, id)
  return id
}

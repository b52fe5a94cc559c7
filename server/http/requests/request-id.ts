/**
 * The id of a request: every answer of every surface carries it in `x-request-id`, and the log names it.
 *
 * A client or proxy may choose the id, so that one id follows a call through several systems.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Printable without spaces or quotes, so that an id cannot forge a line of a log or a member of a body. */
const USABLE_ID = /^[\w.:/+=@-]{1,128}$/

/**
 * Keeps a usable id that the client sent, and otherwise makes one. Afterwards {@link requestIdOf} reads it from the headers.
 * @param newId a random id
 */
export function identifyRequest(headers: IncomingHttpHeaders, newId: () => string): string {
  const sent = headers[REQUEST_ID_HEADER]
  if (typeof sent === 'string' && USABLE_ID.test(sent)) return sent
  const id = newId()
  headers[REQUEST_ID_HEADER] = id
  return id
}

/** The id of a request that {@link identifyRequest} has seen. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  return String(headers[REQUEST_ID_HEADER])
}

/** Identifies a request, and puts its id on the answer. */
export function answerWithId(request: IncomingMessage, response: ServerResponse, newId: () => string): string {
  const id = identifyRequest(request.headers, newId)
  response.setHeader(REQUEST_ID_HEADER, id)
  return id
}

/**
 * Serves the REST handler on web-standard requests, for Next's route handlers. A test compares its bytes with those of
 * the `node:http` handler.
 */
import { readWholeBody } from '../../services/rulesets/streamed-list'
import { REQUEST_ID_HEADER } from '../requests/protective-headers'
import { bodyTooLarge } from '../requests/read-body'
import type { RestHandler } from './rest-handler'

export function createWebHandler(options: {
  readonly handle: RestHandler
  readonly bodyBytes: number
  readonly newRequestId: () => string
}): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer())
    const requestId = request.headers.get(REQUEST_ID_HEADER) ?? options.newRequestId()
    const url = new URL(request.url)
    const answer = await options.handle({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      // Next compresses the answer.
      header: (name) => (name === 'accept-encoding' ? undefined : (request.headers.get(name) ?? undefined)),
      body,
      refusal: body.length > options.bodyBytes ? bodyTooLarge(options.bodyBytes, body.length) : null,
      addressKey: 'unknown',
      requestId,
    })
    return new Response(answer.status === 304 ? null : await readWholeBody(answer), {
      status: answer.status,
      headers: { ...answer.headers, [REQUEST_ID_HEADER]: requestId },
    })
  }
}

/**
 * Serves the REST handler on web-standard requests: what Next's route handlers export.
 *
 * Promises: the same bytes as the `node:http` handler (a test compares the two).
 */
import { wholeBody } from '../../services/rulesets/streamed-list'
import { bodyTooLarge } from '../read-body'
import type { RestHandler } from './rest-handler'

export function createWebHandler(options: {
  readonly handle: RestHandler
  readonly bodyBytes: number
}): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer())
    const url = new URL(request.url)
    const answer = await options.handle({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      header: (name) => request.headers.get(name) ?? undefined,
      body,
      refusal: body.length > options.bodyBytes ? bodyTooLarge(options.bodyBytes, body.length) : null,
      addressKey: 'unknown',
    })
    return new Response(await wholeBody(answer), { status: answer.status, headers: { ...answer.headers } })
  }
}

/**
 * Carries the REST door on web-standard requests: the mount that Next's route handlers export.
 *
 * Promises: the same bytes as the `node:http` handler (a test compares the two).
 */
import { errorEnvelope } from '../../api/refusal'
import { bodyTooLarge } from '../body-too-large'
import type { RestHandler } from './rest-handler'

export function createWebHandler(parts: {
  readonly door: RestHandler
  readonly docsUrl: string
  readonly bodyBytes: number
}): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer())
    if (body.length > parts.bodyBytes) {
      const refusal = bodyTooLarge(parts.bodyBytes, body.length)
      return new Response(errorEnvelope(refusal, parts.docsUrl), {
        status: refusal.status,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      })
    }
    const url = new URL(request.url)
    const answer = await parts.door({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      header: (name) => request.headers.get(name) ?? undefined,
      body,
      addressKey: 'unknown',
    })
    return new Response(answer.body, { status: answer.status, headers: { ...answer.headers } })
  }
}

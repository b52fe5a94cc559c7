/** Counts, traces and logs requests, each once, even if its client disconnects. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { REQUEST_ID_HEADER } from '../../http/requests/protective-headers'
import type { Metrics } from './metrics'
import { requestMethod, requestRoute } from './request-route'
import type { Traces } from './traces'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface Observers {
  readonly metrics: Metrics | null
  readonly traces: Traces | null
  readonly logRequest: ((entry: RequestEntry) => void) | null
}

/** Has no path, because a path may contain a name or a secret. */
export interface RequestEntry {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

/** Call it after the listeners are added. @param now milliseconds of a monotonic clock */
export function observeRequests(server: Server, { metrics, traces, logRequest }: Observers, now: () => number): void {
  if (metrics === null && traces === null && logRequest === null) return
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Listeners may change the address.
    const method = requestMethod(request.method)
    const route = requestRoute(request.url ?? '/')
    const span = traces?.requestSpan({ method, route }, request.headers) ?? null
    if (span === null && metrics === null && logRequest === null) return answer(request, response)
    const began = now()
    metrics?.requestBegan()
    response.on('close', () => {
      const status = response.statusCode
      const milliseconds = now() - began
      metrics?.requestEnded({ method, route, status }, milliseconds / 1_000)
      span?.end(status)
      if (logRequest !== null) {
        const requestId = String(request.headers[REQUEST_ID_HEADER])
        logRequest({ requestId, method, route, status, durationMs: Math.round(milliseconds) })
      }
    })
    if (span === null) answer(request, response)
    else span.run(() => answer(request, response))
  })
}

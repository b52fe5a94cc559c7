/**
 * Counts, traces and logs the requests of an HTTP server, around whatever answers them.
 *
 * Promises: a request is answered as before, whatever observing it meets; each is counted once, also where its client
 * disconnected.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { REQUEST_ID_HEADER } from '../../http/request-id'
import type { Metrics } from './metrics'
import { requestMethod, requestRoute } from './request-route'
import type { Traces } from './traces'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface Observers {
  /** Null: nothing is counted. */
  readonly metrics: Metrics | null
  /** Null: nothing is traced. */
  readonly traces: Traces | null
  /** Null: nothing is logged. */
  readonly logRequest: ((entry: RequestEntry) => void) | null
}

/** A line of the log about an answered request. It holds no path: a path may hold a name or a secret. */
export interface RequestEntry {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

/** To be called once its listeners are there. @param now milliseconds of a clock that only rises */
export function observeRequests(server: Server, { metrics, traces, logRequest }: Observers, now: () => number): void {
  if (metrics === null && traces === null && logRequest === null) return
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const labels = { method: requestMethod(request.method), route: requestRoute(request.url ?? '/') }
    const answer = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    const began = now()
    if (logRequest !== null)
      response.once('close', () => {
        const requestId = String(request.headers[REQUEST_ID_HEADER])
        logRequest({ requestId, ...labels, status: response.statusCode, durationMs: Math.round(now() - began) })
      })
    if (metrics !== null) {
      metrics.requestBegan()
      response.once('close', () => {
        metrics.requestEnded({ ...labels, status: response.statusCode }, (now() - began) / 1_000)
      })
    }
    if (traces === null) return answer()
    const span = traces.requestSpan(labels, request.headers)
    response.once('close', () => span.end(response.statusCode))
    span.run(answer)
  })
}

/**
 * Answers `GET /metrics` on a separate port. Without a token, only callers that address this machine itself get an
 * answer, so that a browser page cannot read it under another name.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { MetricsSettings } from '../../config/observability'
import { StartRefusal } from '../../database/client/storage-fault'
import { type MetricsSnapshot, metricsText } from './metrics'

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const REQUEST_TIMEOUT_MS = 10_000

/** @param collect returns what each process has counted @throws StartRefusal if it cannot listen */
export async function openMetricsServer(
  { host, port, token }: MetricsSettings,
  collect: () => Promise<readonly MetricsSnapshot[]>,
  reportBug: (error: unknown) => void,
): Promise<Server> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answerRequest(request, response, token, collect).catch((error: unknown) => {
      reportBug(error)
      if (!response.headersSent) refuseRequest(response, 500, 'The metrics could not be collected.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new StartRefusal(`The metrics cannot be served on ${host}:${port} (METRICS_PORT): ${message}`)),
    )
    server.listen(port, host, resolve)
  })
  return server
}

async function answerRequest(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  token: string | null,
  collect: () => Promise<readonly MetricsSnapshot[]>,
): Promise<void> {
  if (token === null && !OWN_NAME.test(headers.host ?? ''))
    return refuseRequest(
      response,
      403,
      'Without METRICS_TOKEN the metrics are for callers that address this machine itself.',
    )
  if (token !== null && !isToken(headers.authorization, token))
    return refuseRequest(response, 401, 'Send the token of METRICS_TOKEN: Authorization: Bearer <token>.')
  if (url.split('?')[0] !== '/metrics') return refuseRequest(response, 404, 'The metrics are at /metrics.')
  if (method !== 'GET' && method !== 'HEAD') return refuseRequest(response, 405, 'The metrics are read with GET.')
  const text = await metricsText(await collect())
  response.writeHead(200, { 'content-type': TEXT_FORMAT, 'cache-control': 'no-store' }).end(text)
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refuseRequest(response: ServerResponse, status: number, text: string): void {
  const authenticate = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...authenticate }
  response.writeHead(status, headers).end(`${text}\n`)
}

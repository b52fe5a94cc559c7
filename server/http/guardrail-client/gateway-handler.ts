/** `/guard/<target id>/<gateway>`: guardrails behind a gateway, by its own contract. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { parseHeaders, readPlainRequest } from '../../api/read-request'
import { bugRefusal, Refusal } from '../../api/refusal'
import { type ChatChecks, checkChatFrames, failingFindings } from '../../services/guarded-chat/check-chat-frames'
import { GATEWAY_CONTRACTS, type GatewayContract } from '../../services/guarded-chat/gateway-contracts'
import { requestIdOf } from '../requests/protective-headers'
import { demandJson, demandUncompressed, discardRest, readBody, utf8Text } from '../requests/read-body'
import { clientError } from './client-error'
import { keyOfRequest, type LastingKeys } from './lasting-key'

/** Null for a path of no gateway. */
export function gatewayAt(path: string): { readonly targetId: string; readonly contract: GatewayContract } | null {
  const [, targetId = '', contractPath = ''] = /^\/guard\/([^/]+)\/(.+)$/.exec(path) ?? []
  const contract = GATEWAY_CONTRACTS.find((each) => each.path === contractPath)
  return contract === undefined ? null : { targetId, contract }
}

export interface GatewayHandlerDependencies extends ChatChecks {
  readonly keys: LastingKeys
  readonly addressKey: (request: IncomingMessage) => string
  readonly bodyBytes: number
  readonly reportBug: (error: unknown, requestId: string) => void
}

const MAX_WAIT_MS = 60_000

const settings = z.object({
  'touchstone-unknown': z.enum(['block', 'pass']).default('block'),
  'touchstone-wait-ms': z
    .string()
    .regex(/^\d{1,5}$/, { error: `a whole number of milliseconds up to ${MAX_WAIT_MS}` })
    .transform(Number)
    .refine((milliseconds) => milliseconds <= MAX_WAIT_MS, { error: `at most ${MAX_WAIT_MS} milliseconds` })
    .optional(),
})

export function createGatewayHandler(
  dependencies: GatewayHandlerDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answerGateway(dependencies, request, response, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) return
      const requestId = requestIdOf(request.headers)
      if (!(error instanceof Refusal)) dependencies.reportBug(error, requestId)
      const { status, headers, body } = clientError(error instanceof Refusal ? error : bugRefusal(), requestId)
      void discardRest(request)
      response.writeHead(status, headers).end(body)
    })
  }
}

async function answerGateway(
  dependencies: GatewayHandlerDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { keys, addressKey, bodyBytes } = dependencies
  const [path = ''] = (request.url ?? '').split('?', 1)
  const gateway = gatewayAt(path)
  if (gateway === null) throw new Error(`no gateway has the path ${path}`)
  const { targetId, contract } = gateway
  if (request.method !== 'POST')
    throw new Refusal('BAD_REQUEST', 'Gateways send POST here.', {}, { status: 405, headers: { allow: 'POST' } })
  const client = await keys.clientOf(keyOfRequest(request), () => addressKey(request))
  const { 'touchstone-unknown': unknown, 'touchstone-wait-ms': milliseconds = contract.waitMs } = parseHeaders(
    settings,
    request.headers,
  )
  demandJson(request.headers['content-type'])
  demandUncompressed(request.headers['content-encoding'])
  const body = await readBody(request, bodyBytes)
  if (body === null) return
  const call = readPlainRequest(contract.schema, utf8Text(body))
  const findings = await checkChatFrames(dependencies, client, targetId, call.frames, { milliseconds, signal })
  // The secret may have been revoked during the check.
  await keys.clientOf(keyOfRequest(request), () => addressKey(request))
  const answer = call.answer(failingFindings(findings, unknown === 'pass'))
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(answer))
}

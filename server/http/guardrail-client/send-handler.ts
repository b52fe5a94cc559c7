/**
 * POST /client-api/bus/send?target_id=<id>, the hot path of the platform. It answers `sent` only after the frame is
 * stored. The body is read after the client has proved its identity, up to the budget.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { output, ZodType } from 'zod'
import { readRequest } from '../../api/read-request'
import { bugRefusal, Refusal } from '../../api/refusal'
import { sendRequest } from '../../api/schemas/frame'
import type { Frames } from '../../services/guardrails/frames/frames'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import { bearerToken } from '../requests/bearer-challenge'
import { requestIdOf } from '../requests/protective-headers'
import { demandJson, demandUncompressed, discardRest, readBody, utf8Text } from '../requests/read-body'
import { clientError } from './client-error'

export interface SendHandlerDependencies {
  readonly gate: Pick<ClientGate, 'verify'>
  readonly frames: Pick<Frames, 'send'>
  /** Budget `frame_bytes`. */
  readonly bodyBytes: number
  /** Without a final slash. */
  readonly publicUrl: string
  readonly reportBug: (error: unknown, requestId: string) => void
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

export function createSendHandler(
  dependencies: SendHandlerDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    takeFrame(dependencies, request).then(
      (body) => {
        if (body !== null) response.writeHead(200, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body)
      },
      (error: unknown) => refuseFrame(dependencies, request, response, error),
    )
  }
}

/** Returns null if the client disconnected. */
async function takeFrame(
  { gate, frames, bodyBytes, publicUrl }: SendHandlerDependencies,
  request: IncomingMessage,
): Promise<string | null> {
  if (request.method !== 'POST') throw methodRefusal()
  const client = await gate.verify(bearerToken(request.headers.authorization), 'client')
  const targetId = targetOf(request.url ?? '', publicUrl)
  demandJson(request.headers['content-type'])
  demandUncompressed(request.headers['content-encoding'])
  const body = await readBody(request, bodyBytes)
  if (body === null) return null
  const { topic, traceId } = await frames.send(client, targetId, parseBody(sendRequest, body))
  return JSON.stringify({ status: 'sent', topic, trace_id: traceId })
}

function targetOf(url: string, publicUrl: string): string {
  const query = url.indexOf('?')
  const given = query < 0 ? [] : [...new URLSearchParams(url.slice(query + 1))]
  const [target] = given
  if (target !== undefined && given.length === 1 && target[0] === 'target_id' && target[1] !== '') return target[1]
  throw new Refusal(
    'BAD_REQUEST',
    `The query must name target_id, once, and nothing else: POST ${publicUrl}/client-api/bus/send?target_id=<id of a guardrail or an application>.`,
  )
}

/** @throws Refusal BAD_REQUEST with every field that does not fit */
export function parseBody<S extends ZodType>(schema: S, body: Uint8Array): output<S> {
  return readRequest(schema, utf8Text(body), true)
}

function methodRefusal(): Refusal {
  return new Refusal('BAD_REQUEST', 'Frames are sent by POST.', {}, { status: 405, headers: { allow: 'POST' } })
}

/** Answers with the refusal, or reports a bug. */
export function refuseFrame(
  dependencies: Pick<SendHandlerDependencies, 'reportBug'>,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const requestId = requestIdOf(request.headers)
  if (!(error instanceof Refusal)) dependencies.reportBug(error, requestId)
  const { status, headers, body } = clientError(error instanceof Refusal ? error : bugRefusal(), requestId)
  void discardRest(request).then(() =>
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body),
  )
}

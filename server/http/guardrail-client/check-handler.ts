/**
 * POST /client-api/check?target_id=<id>&wait=<seconds>: a frame in, the evaluated frame out. If there is no answer in that
 * time, 202 names where GET continues to wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { parseRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import { checkRequest, evaluatedFrame, type frameChecked, type frameWaits, traceId } from '../../api/schemas/frame'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import type { PlatformClient } from '../../services/guardrails/machine-accounts/platform-client'
import type { CheckOutcome, FrameChecks } from '../../services/guardrails/responses/frame-checks'
import { bearerToken } from '../requests/bearer-challenge'
import { demandJson, demandUncompressed, readBody } from '../requests/read-body'
import { CHECK_PATH } from './client-api-handler'
import { parseBody, refuseFrame } from './send-handler'

export interface CheckHandlerDependencies {
  readonly gate: Pick<ClientGate, 'verify'>
  readonly checks: Pick<FrameChecks, 'check' | 'waitFor'>
  /** Budget `frame_bytes`. */
  readonly bodyBytes: number
  readonly reportBug: (error: unknown, requestId: string) => void
}

const MAX_WAIT_SECONDS = 60
const DEFAULT_WAIT_SECONDS = 30

const target = z.string({ error: 'the id of a guardrail or an application' }).min(1)
const wait = z
  .string()
  .regex(/^\d{1,2}$/, { error: `a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}` })
  .transform(Number)
  .refine((seconds) => seconds <= MAX_WAIT_SECONDS, { error: `at most ${MAX_WAIT_SECONDS} seconds` })
  .default(DEFAULT_WAIT_SECONDS)
const checkQuery = z.strictObject({ target_id: target, wait })
const waitQuery = z.strictObject({ target_id: target, trace_id: traceId, wait })

export function createCheckHandler(
  dependencies: CheckHandlerDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answerCheck(dependencies, request, gone.signal).then(
      (answer) => {
        if (answer !== null) writeAnswer(response, answer)
      },
      (error: unknown) => refuseFrame(dependencies, request, response, error),
    )
  }
}

interface CheckAnswer extends CheckOutcome {
  readonly targetId: string
}

/** Returns null if the client disconnected. */
async function answerCheck(
  { gate, checks, bodyBytes }: CheckHandlerDependencies,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<CheckAnswer | null> {
  if (request.method !== 'POST' && request.method !== 'GET')
    throw new Refusal(
      'BAD_REQUEST',
      'Frames are checked by POST, and GET waits for an answer.',
      {},
      { status: 405, headers: { allow: 'GET, POST' } },
    )
  const token = bearerToken(request.headers.authorization)
  const client = await gate.verify(token, 'client')
  const answer = await waitForAnswer({ checks, bodyBytes }, client, request, signal)
  if (answer === null || answer.message === null) return answer
  demandGroups(client, await gate.verify(token, 'client'))
  return answer
}

async function waitForAnswer(
  { checks, bodyBytes }: Pick<CheckHandlerDependencies, 'checks' | 'bodyBytes'>,
  client: PlatformClient,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<CheckAnswer | null> {
  if (request.method === 'GET') {
    const { target_id: targetId, trace_id, wait: seconds } = parseRequest(waitQuery, queryOf(request))
    return {
      targetId,
      ...(await checks.waitFor(client, targetId, trace_id, { milliseconds: seconds * 1_000, signal })),
    }
  }
  const { target_id: targetId, wait: seconds } = parseRequest(checkQuery, queryOf(request))
  demandJson(request.headers['content-type'])
  demandUncompressed(request.headers['content-encoding'])
  const body = await readBody(request, bodyBytes)
  if (body === null) return null
  const frame = parseBody(checkRequest, body)
  return { targetId, ...(await checks.check(client, targetId, frame, { milliseconds: seconds * 1_000, signal })) }
}

/** A token can end, and an account can leave a group, while a call waits. */
function demandGroups(before: PlatformClient, after: PlatformClient): void {
  const isKept = before.groups.every(({ namespaceId }) =>
    after.groups.some((group) => group.namespaceId === namespaceId),
  )
  if (isKept) return
  throw new Refusal(
    'CREDENTIAL_INVALID',
    'The groups of this account changed while the call waited. Get a new token, and wait on by GET.',
  )
}

/** @throws Refusal BAD_REQUEST if a parameter is given twice */
function queryOf(request: IncomingMessage): Readonly<Record<string, string>> {
  const [, query = ''] = (request.url ?? '').split('?', 2)
  const given = [...new URLSearchParams(query)]
  if (new Set(given.map(([name]) => name)).size < given.length)
    throw new Refusal('BAD_REQUEST', 'The query gives a parameter twice.')
  return Object.fromEntries(given)
}

function writeAnswer(response: ServerResponse, { targetId, traceId: trace_id, message }: CheckAnswer): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  if (message === null) {
    const waits: z.input<typeof frameWaits> = { status: 'waiting', trace_id }
    const location = `${CHECK_PATH}?${new URLSearchParams({ target_id: targetId, trace_id })}`
    response.writeHead(202, { ...headers, location }).end(JSON.stringify(waits))
    return
  }
  const checked: z.input<typeof frameChecked> = {
    trace_id,
    id: message.id,
    rail_id: message.rail_id,
    entailment_frame: evaluatedFrame.parse(JSON.parse(message.entailment_frame)),
  }
  response.writeHead(200, headers).end(JSON.stringify(checked))
}

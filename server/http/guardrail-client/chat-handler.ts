/**
 * `/guard/<target id>/openai/v1`: an address for clients of OpenAI's chat completions. Answers are checked by the target
 * before they leave. Refusals have OpenAI's form, so that official clients raise their own errors.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { parseHeaders, readPlainRequest } from '../../api/read-request'
import { bugRefusal, Refusal } from '../../api/refusal'
import { chatRequest, GUARD_MODES } from '../../api/schemas/chat'
import type { ChatEndpoint } from '../../services/guarded-chat/chat-endpoint'
import {
  type ChatGuard,
  type GuardChatDependencies,
  type GuardedCompletion,
  guardChat,
} from '../../services/guarded-chat/guard-chat'
import { requestIdOf } from '../requests/protective-headers'
import { demandJson, demandUncompressed, discardRest, readBody, utf8Text } from '../requests/read-body'
import { chatEvents } from './chat-stream'
import { clientError, clientMessage } from './client-error'
import { keyOfRequest, type LastingKeys } from './lasting-key'

export const CHAT_PATH = /^\/guard\/([^/]+)\/openai\/v1\/(chat\/completions|models)$/

export interface ChatHandlerDependencies extends Omit<GuardChatDependencies, 'endpoint'> {
  readonly keys: LastingKeys
  readonly addressKey: (request: IncomingMessage) => string
  /** Null if the operator has set no language model. */
  readonly model: { readonly name: string; readonly endpoint: ChatEndpoint } | null
  readonly bodyBytes: number
  /** Calls repeatedly until the returned function is called. */
  readonly every: (milliseconds: number, call: () => void) => () => void
  readonly reportBug: (error: unknown, requestId: string) => void
}

/** Shorter than the idle limits of usual proxies. */
const KEEP_ALIVE_MS = 10_000

const settings = z.object({
  'touchstone-mode': z.enum(GUARD_MODES).default('block'),
  'touchstone-unknown': z.enum(['block', 'pass']).default('block'),
  'touchstone-input-target': z.uuid({ error: 'the id of a guardrail or an application' }).nullable().default(null),
})

export function createChatHandler(
  dependencies: ChatHandlerDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    answerChat(dependencies, request, response, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) return
      refuseChat(dependencies, request, response, error)
    })
  }
}

async function answerChat(
  dependencies: ChatHandlerDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { keys, addressKey, model, bodyBytes } = dependencies
  const [path = ''] = (request.url ?? '').split('?', 1)
  const [, targetId = '', operation = ''] = CHAT_PATH.exec(path) ?? []
  demandMethod(request, operation === 'models' ? 'GET' : 'POST')
  const client = await keys.clientOf(keyOfRequest(request), () => addressKey(request))
  if (model === null)
    throw new Refusal(
      'BAD_REQUEST',
      'This deployment has no language model. Ask the operator to set MODEL_BASE_URL and MODEL_NAME.',
      {},
      { status: 404 },
    )
  if (operation === 'models') return void sendJson(response, modelsOf(model.name))
  const guard = readGuard(targetId, request)
  demandJson(request.headers['content-type'])
  demandUncompressed(request.headers['content-encoding'])
  const body = await readBody(request, bodyBytes)
  if (body === null) return
  const chat = readPlainRequest(chatRequest, utf8Text(body))
  // Verified again, because the secret may have been revoked while the chat was answered.
  const answering = guardChat({ ...dependencies, endpoint: model.endpoint }, client, guard, chat, signal).then(
    async (completion) => {
      await keys.clientOf(keyOfRequest(request), () => addressKey(request))
      return completion
    },
  )
  if (chat.stream !== true) return void sendJson(response, await answering)
  await sendStream(dependencies, response, answering, chat.stream_options?.include_usage === true)
}

function readGuard(targetId: string, { headers }: IncomingMessage): ChatGuard {
  const read = parseHeaders(settings, headers)
  return {
    targetId,
    inputTargetId: read['touchstone-input-target'],
    mode: read['touchstone-mode'],
    passesUnknown: read['touchstone-unknown'] === 'pass',
  }
}

/** A refusal within the first seconds still gets its status. Later it is an event, as OpenAI sends it. */
async function sendStream(
  { every }: ChatHandlerDependencies,
  response: ServerResponse,
  answering: Promise<GuardedCompletion>,
  includeUsage: boolean,
): Promise<void> {
  const open = () => {
    if (response.headersSent) return
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  }
  const stop = every(KEEP_ALIVE_MS, () => {
    open()
    response.write(': the answer is being checked\n\n')
  })
  try {
    const completion = await answering
    open()
    for (const event of chatEvents(completion, includeUsage)) response.write(event)
    response.end()
  } finally {
    stop()
  }
}

function modelsOf(name: string) {
  return { object: 'list', data: [{ id: name, object: 'model', created: 0, owned_by: 'operator' }] }
}

function sendJson(response: ServerResponse, value: object): void {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}

function demandMethod(request: IncomingMessage, method: string): void {
  if (request.method === method) return
  throw new Refusal('BAD_REQUEST', `This address answers ${method}.`, {}, { status: 405, headers: { allow: method } })
}

function refuseChat(
  { reportBug }: ChatHandlerDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const requestId = requestIdOf(request.headers)
  if (!(error instanceof Refusal)) reportBug(error, requestId)
  const refusal = error instanceof Refusal ? error : bugRefusal()
  const { status, headers } = clientError(refusal, requestId)
  const body = {
    error: {
      message: clientMessage(refusal),
      type: typeOf(status),
      param: null,
      code: refusal.code,
      request_id: requestId,
    },
  }
  if (response.headersSent) {
    response.end(`data: ${JSON.stringify(body)}\n\n`)
    return
  }
  void discardRest(request)
  response.writeHead(status, headers).end(JSON.stringify(body))
}

/** The words that official clients know. */
function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

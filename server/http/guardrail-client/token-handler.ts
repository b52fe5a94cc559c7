/**
 * POST /client-api/auth/token: exchanges a service token for an access token. The form is the specification's; a
 * refusal names everything that is wrong. Answers are not cached.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bugRefusal, type FieldFailure, Refusal } from '../../api/refusal'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import { requestIdOf } from '../requests/protective-headers'
import { discardRest, readBody } from '../requests/read-body'
import { clientError } from './client-error'

export interface TokenHandlerDependencies {
  readonly gate: Pick<ClientGate, 'exchange'>
  readonly addressKey: (request: IncomingMessage) => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

/** Enough for a username, a secret and extra members. */
const MAX_FORM_BYTES = 16_384
const FORM = 'application/x-www-form-urlencoded'
const FIELDS = ['username', 'service_token'] as const
type Fields = Readonly<Record<(typeof FIELDS)[number], string>>

export function createTokenHandler(
  dependencies: TokenHandlerDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answerExchange(dependencies, request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) dependencies.reportBug(error, requestIdOf(request.headers))
      if (response.headersSent) response.destroy()
      else void refuseExchange(request, response, error instanceof Refusal ? error : bugRefusal())
    })
  }
}

async function answerExchange(
  { gate, addressKey }: TokenHandlerDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST')
    throw new Refusal(
      'BAD_REQUEST',
      'This path takes POST, with a form of username and service_token.',
      {},
      { status: 405, headers: { allow: 'POST' } },
    )
  demandForm(request.headers['content-type'])
  const body = await readBody(request, MAX_FORM_BYTES)
  if (body === null) return
  const { username, service_token } = readForm(body)
  const { token, expiresIn } = await gate.exchange(username, service_token, addressKey(request))
  const text = JSON.stringify({ token, expires_in: expiresIn })
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    })
    .end(text)
}

function demandForm(contentType: string | undefined): void {
  const [type = ''] = (contentType ?? '').split(';')
  if (type.trim().toLowerCase() === FORM) return
  const received = contentType === undefined ? 'no content type' : `the content type ${JSON.stringify(contentType)}`
  throw new Refusal('BAD_REQUEST', `The body is a form: send it as ${FORM}. This request has ${received}.`)
}

/** Ignores unknown members; known ones must occur once. */
function readForm(body: Uint8Array): Fields {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Refusal('BAD_REQUEST', 'The form is not UTF-8.')
  }
  const form = new URLSearchParams(text)
  const failures = FIELDS.flatMap((field): FieldFailure[] => {
    const given = form.getAll(field)
    if (given.length > 1) return [{ field, expected: 'one value', received: `${given.length} values` }]
    return given[0] === undefined || given[0] === '' ? [{ field, expected: 'a value', received: 'nothing' }] : []
  })
  if (failures.length > 0)
    throw new Refusal('BAD_REQUEST', 'The form needs username and service_token.', {
      failures,
      failure_count: failures.length,
    })
  return { username: form.get('username') ?? '', service_token: form.get('service_token') ?? '' }
}

async function refuseExchange(request: IncomingMessage, response: ServerResponse, refusal: Refusal): Promise<void> {
  const { status, headers, body } = clientError(refusal, requestIdOf(request.headers))
  await discardRest(request)
  // The client authenticates by the form, so no token was wrong.
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer realm="touchstone"' } : {}
  response.writeHead(status, { ...headers, ...challenge, 'content-length': Buffer.byteLength(body) }).end(body)
}

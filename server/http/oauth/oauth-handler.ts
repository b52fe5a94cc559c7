/**
 * The metadata never depends on Host or proxy headers. The consent form is handled here; the workbench renders its
 * page.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../api/refusal'
import type { ProcessGroup } from '../../services/access/process-group'
import { requestIdOf } from '../requests/protective-headers'
import { discardRest, readBody } from '../requests/read-body'
import { AgentTokens } from './agent-tokens'
import { type AuthorizationServerDependencies, createAuthorizationServer } from './authorization-server'
import { RegistrationGate } from './client-registration'
import { type ConsentEvent, ConsentService, type ConsentServiceDependencies } from './consent-service'
import {
  asPublic,
  CONSENT_PATH,
  isResume,
  OAUTH_LIMITS,
  ownPaths,
  PATHS,
  PROBLEM_PATH,
  resourceMetadata,
  resourceOf,
  SERVICE_TOKEN_PATHS,
} from './public-paths'

export interface OauthHandlerDependencies extends AuthorizationServerDependencies {
  readonly accounts: AuthorizationServerDependencies['accounts'] & ConsentServiceDependencies['accounts']
  readonly deployment: AuthorizationServerDependencies['deployment'] & {
    /** Page that explains how to connect an agent. */
    readonly docsUrl: string
    /** Milliseconds since the epoch. */
    readonly now: () => number
  }
  readonly group: ProcessGroup
  readonly events: AuthorizationServerDependencies['events'] & {
    readonly note: (event: ConsentEvent) => void
  }
}

export interface OauthHandler {
  /** Whether this handler answers the request. */
  takes(method: string, path: string): boolean
  /** @param path without the query */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
  readonly consent: ConsentService
  readonly tokens: AgentTokens
}

/** Bytes of a service account's token request. */
const MAX_TOKEN_FORM_BYTES = 16_384
/** Bytes of the consent form. */
const MAX_CONSENT_FORM_BYTES = 4_096

const CONSENT_FORM = new RegExp(`^${CONSENT_PATH}/([\\w-]{1,64})$`)

export function createOauthHandler(dependencies: OauthHandlerDependencies): OauthHandler {
  const { accounts, addressKey, events, group } = dependencies
  const { publicUrl, docsUrl, now } = dependencies.deployment
  const authorizationServer = createAuthorizationServer(dependencies)
  const forward = authorizationServer.callback()
  const consent = new ConsentService({
    authorizationServer,
    accounts,
    publicUrl,
    credentialTries: group.gate('credential_tries', OAUTH_LIMITS.credentialTries),
    note: events.note,
  })
  const registrations = new RegistrationGate(group.gate('client_registrations', OAUTH_LIMITS.registrations), addressKey)
  const questions = group.gate('consent_questions', OAUTH_LIMITS.questions)
  const metadata = resourceMetadata(publicUrl, docsUrl)
  const own = ownPaths(publicUrl)

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (own.resourceMetadata.has(path)) return sendMetadata(request, response, metadata)
    const uid = CONSENT_FORM.exec(path)?.[1]
    if (uid !== undefined) return takeForm(request, response, uid)
    if (path === PATHS.registration && !(await registrations.admit(request, response))) return
    if (path === PATHS.authorization) {
      // Each question is stored until it is answered or expires.
      const wait = await questions.take(addressKey(request))
      if (wait !== null) return sendRetryAfter(response, wait)
    }
    if (SERVICE_TOKEN_PATHS.has(path) && Number(request.headers['content-length'] ?? 0) > MAX_TOKEN_FORM_BYTES)
      return refuseLargeForm(request, response)
    asPublic(request, publicUrl)
    request.url = own.forwarded.get(path) ?? request.url!
    await forward(request, response)
  }

  async function takeForm(request: IncomingMessage, response: ServerResponse, uid: string): Promise<void> {
    try {
      const body = await readBody(request, MAX_CONSENT_FORM_BYTES)
      if (body === null) return
      asPublic(request, publicUrl)
      const text = Buffer.from(body).toString('utf8')
      const next = await consent.answer(uid, {
        request,
        response,
        body: text,
        addressKey: addressKey(request),
      })
      const location = next ?? `${publicUrl}${PROBLEM_PATH}?reason=expired`
      response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
    } catch (error) {
      if (!(error instanceof Refusal)) events.reportBug(error, requestIdOf(request.headers))
      if (response.headersSent) response.destroy()
      else if (error instanceof Refusal) sendText(response, error.status, error.message)
      else sendText(response, 500, 'This did not succeed. Go back and try again.')
    }
  }

  return {
    takes: (method, path) => own.paths.has(path) || isResume(path) || (method === 'POST' && CONSENT_FORM.test(path)),
    answer,
    consent,
    tokens: new AgentTokens({ authorizationServer, agents: accounts.agents, resource: resourceOf(publicUrl), now }),
  }
}

function sendMetadata(request: IncomingMessage, response: ServerResponse, body: string): void {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'Mcp-Protocol-Version' }
  if (request.method === 'GET' || request.method === 'HEAD')
    response.writeHead(200, { ...headers, 'content-type': 'application/json', 'cache-control': 'max-age=3600' })
  else response.writeHead(request.method === 'OPTIONS' ? 204 : 405, { ...headers, allow: 'GET, HEAD, OPTIONS' })
  response.end(request.method === 'GET' ? body : undefined)
}

/** Refuses the form unread, in the format of the token endpoint. */
async function refuseLargeForm(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await discardRest(request)
  const error = { error: 'invalid_request', error_description: `the form has more than ${MAX_TOKEN_FORM_BYTES} bytes` }
  response.writeHead(413, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
  response.end(JSON.stringify(error))
}

function sendRetryAfter(response: ServerResponse, milliseconds: number): void {
  const seconds = Math.ceil(milliseconds / 1_000)
  response.setHeader('retry-after', String(seconds))
  sendText(response, 429, `Too many agents asked for access from here. Wait ${seconds} seconds.`)
}

function sendText(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${message}\n`)
}

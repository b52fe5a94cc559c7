/**
 * Rules for self-registered clients (RFC 7591): public, with redirects to https or to http on the reader's own machine.
 * Other members are replaced or dropped. The rules apply again when a stored client is read.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ClientMetadata, errors } from 'oidc-provider'
import type { Gate } from '../../services/access/process-group'

const STORED_MEMBERS: ReadonlySet<string> = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'client_uri',
  'redirect_uris',
  'grant_types',
  'response_types',
  'application_type',
  'token_endpoint_auth_method',
])

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
const MAX_NAME_CHARS = 200
const MAX_ADDRESS_CHARS = 2_000
const MAX_REDIRECTS = 10
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname)
}

/** @throws an OAuth error with the reason */
export function applyClientRules(metadata: ClientMetadata): void {
  for (const name of Object.keys(metadata)) if (!STORED_MEMBERS.has(name)) Reflect.deleteProperty(metadata, name)
  const given: Readonly<Record<string, unknown>> = metadata
  const { client_name, client_uri, redirect_uris, grant_types } = given
  if (client_name !== undefined && !isText(client_name, MAX_NAME_CHARS))
    throw new errors.InvalidClientMetadata(`client_name must be a text of at most ${MAX_NAME_CHARS} characters`)
  if (client_uri !== undefined && !isText(client_uri, MAX_ADDRESS_CHARS))
    throw new errors.InvalidClientMetadata(`client_uri must be an address of at most ${MAX_ADDRESS_CHARS} characters`)
  const redirects = readRedirects(redirect_uris)
  metadata.token_endpoint_auth_method = 'none'
  metadata.response_types = ['code']
  metadata.grant_types = Array.isArray(grant_types)
    ? GRANT_TYPES.filter((type) => type === 'authorization_code' || grant_types.includes(type))
    : [...GRANT_TYPES]
  // RFC 8252: a native client may use any port of its machine, often known only when it listens.
  metadata.application_type = redirects.some(isLoopback) ? 'native' : 'web'
}

function readRedirects(given: unknown): URL[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_REDIRECTS)
    throw invalidRedirect(`redirect_uris must be a list of 1 to ${MAX_REDIRECTS} addresses`)
  return given.map((address: unknown) => {
    if (!isText(address, MAX_ADDRESS_CHARS) || !URL.canParse(address))
      throw invalidRedirect(`each of redirect_uris must be an address of at most ${MAX_ADDRESS_CHARS} characters`)
    const url = new URL(address)
    const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
    if (!safe || url.username !== '' || url.password !== '' || address.includes('#'))
      throw invalidRedirect(
        'each of redirect_uris must begin with https://, or with http:// on localhost, 127.0.0.1 or [::1], and have neither a user nor a fragment',
      )
    return url
  })
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest
}

function invalidRedirect(description: string): Error {
  return new errors.CustomOIDCProviderError('invalid_redirect_uri', description)
}

/** Bytes of a registration. */
const MAX_REGISTRATION_BYTES = 16_384

export class RegistrationGate {
  constructor(
    private readonly gate: Gate,
    private readonly addressKey: (request: IncomingMessage) => string,
  ) {}

  /** Returns false if it answered the request. */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    // No cookie counts here, so any origin may register.
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      const allowed = {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, Mcp-Protocol-Version',
        'access-control-max-age': '3600',
      }
      response.writeHead(204, allowed).end()
      return false
    }
    if (Number(request.headers['content-length'] ?? 0) > MAX_REGISTRATION_BYTES) {
      refuseRegistration(
        response,
        413,
        'invalid_client_metadata',
        `a registration has at most ${MAX_REGISTRATION_BYTES} bytes`,
      )
      return false
    }
    const wait = await this.gate.take(this.addressKey(request))
    if (wait === null) return true
    response.setHeader('retry-after', String(Math.ceil(wait / 1_000)))
    refuseRegistration(response, 429, 'temporarily_unavailable', 'too many clients were registered from this address')
    return false
  }
}

/** Ends the connection, because the body may still be arriving. */
function refuseRegistration(response: ServerResponse, status: number, error: string, description: string): void {
  response.shouldKeepAlive = false
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ error, error_description: description }))
}

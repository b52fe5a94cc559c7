/**
 * The client credentials grant. All requests name one unproven client; the service account proves itself by username
 * and API key (errors: RFC 6749, 5.2).
 */
import { type ClientMetadata, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { Refusal } from '../../api/refusal'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import { CLIENT_ID } from '../../services/guardrails/machine-accounts/own-tokens'

export const SERVICE_GRANT = 'client_credentials'
/** Scopes that a request may name; tokens have all of them. */
export const SERVICE_SCOPES = ['openid', 'profile', 'email'] as const

export const SERVICE_CLIENT: ClientMetadata = {
  client_id: CLIENT_ID,
  grant_types: [SERVICE_GRANT],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'none',
}

export interface ServiceGrantDependencies {
  readonly gate: Pick<ClientGate, 'grant'>
  readonly addressKey: (request: KoaContextWithOIDC['req']) => string
}

export function registerServiceGrant(server: Provider, { gate, addressKey }: ServiceGrantDependencies): void {
  const handler = async (ctx: KoaContextWithOIDC) => {
    const { username, password, scope } = ctx.oidc.params ?? {}
    const missing = Object.entries({ username, password }).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [] : name,
    )
    if (missing.length > 0) throw new errors.InvalidRequest(`missing required parameter(s): ${missing.join(', ')}`)
    try {
      const { token, expiresIn } = await gate.grant(String(username), String(password), addressKey(ctx.req))
      ctx.body = { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: scopeOf(scope) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const [name, value] of Object.entries(error.headers)) ctx.set(name, value)
      throw asOAuth(error)
    }
  }
  server.registerGrantType(SERVICE_GRANT, handler, ['username', 'password', 'scope'])
}

function scopeOf(requested: unknown): string {
  const named = typeof requested === 'string' ? requested.split(' ') : []
  const known = SERVICE_SCOPES.filter((scope) => named.includes(scope))
  return (known.length === 0 ? SERVICE_SCOPES : known).join(' ')
}

function asOAuth({ status, message }: Refusal): Error {
  const description = message.replace(/[^\x20-\x7e]|["\\]/g, "'")
  // 401: wrong username or key (RFC 6749). 400: the deployment grants nothing. Else unavailable or too many requests.
  const [error, answered] =
    status === 401
      ? ['invalid_grant', 400]
      : status === 400
        ? ['unauthorized_client', 400]
        : ['temporarily_unavailable', status]
  const failure = new errors.CustomOIDCProviderError(String(error), description)
  return Object.assign(failure, { status: answered, statusCode: answered, expose: true })
}

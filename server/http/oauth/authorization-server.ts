/**
 * The authorisation server: OAuth 2.1 for agents, on a certified library (decision 006).
 *
 * Promises: the code flow with PKCE S256 alone, for public clients that register themselves; opaque tokens for the one
 * resource, refreshed with rotation. What it tells of itself depends on the configured public address and on nothing that
 * a request says. No address that a client gives is ever fetched.
 */
import { type Configuration, errors, Provider } from 'oidc-provider'
import { Refusal } from '../../api/refusal'
import type { AuthorizationVault } from '../../services/access/authorization-vault'
import { deriveKey } from '../../services/access/derived-key'
import type { Agents } from '../../services/accounts/agents'
import { TOKEN_ALGORITHM, tokenKey } from '../../services/guardrails/token-key'
import { isHttps } from '../session/cookie-names'
import { toldAsOAuth } from './away'
import { applyClientRules, GRANT_TYPES } from './client-rules'
import { consentPrompts } from './consent-prompts'
import { resourceOf, SCOPE } from './protected-resource'
import { recordAdapter } from './record-adapter'
import { registerServiceGrant, SERVICE_CLIENT, SERVICE_SCOPES, type ServiceGrantParts } from './service-grant'

export interface AuthorizationServerParts extends ServiceGrantParts {
  readonly agents: Pick<Agents, 'callerBehind' | 'noteConsent'>
  readonly vault: AuthorizationVault
  /** The issuer: address of this deployment as its users see it, without a final slash. */
  readonly publicUrl: string
  readonly authSecret: string
  readonly reportBug: (error: unknown) => void
}

export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const

/** Pages of this deployment: the question of one authorisation, and what is said when there is none. */
export const CONSENT_PATH = '/authorize'
export const PROBLEM_PATH = '/authorize/problem'

const MINUTE = 60
const DAY = 86_400
/** Seconds. A refresh token lives on when it is used; after `Grant` the person is asked again. */
const LIFETIMES = {
  AccessToken: 60 * MINUTE,
  AuthorizationCode: MINUTE,
  RefreshToken: 30 * DAY,
  Grant: 180 * DAY,
  Interaction: 30 * MINUTE,
  Session: 30 * MINUTE,
} as const

/** Of access tokens. */
const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'client_id', 'preferred_username', 'groups']

export function createAuthorizationServer(parts: AuthorizationServerParts): Provider {
  const server = new Provider(parts.publicUrl, configuration(parts))
  // The door tells the public address in the headers of a proxy, whatever the request said.
  server.proxy = true
  server.use(async (ctx, next) => {
    // The one scope is meant whatever scopes a client names, and also when it names none.
    if (ctx.path === PATHS.authorization) ctx.query = { ...ctx.query, scope: SCOPE }
    await next()
    if (isMetadata(ctx.body))
      ctx.body = { ...ctx.body, scopes_supported: [SCOPE, ...SERVICE_SCOPES], claims_supported: CLAIMS }
    // The same for everybody; no other answer of this server may be stored.
    if (ctx.status === 200 && (ctx.path === PATHS.jwks || isMetadata(ctx.body)))
      ctx.set('cache-control', 'public, max-age=300')
  })
  registerServiceGrant(server, parts)
  server.on('grant.revoked', (ctx) => {
    const revoked = ctx.oidc?.entities.RefreshToken ?? ctx.oidc?.entities.AccessToken
    if (revoked?.accountId === undefined) return
    const clientId = revoked.clientId ?? ''
    parts.agents.noteConsent('agent_revoked', revoked.accountId, clientId).catch(parts.reportBug)
  })
  server.on('server_error', (_, error) => parts.reportBug(error))
  return server
}

function configuration({ agents, vault, publicUrl, authSecret }: AuthorizationServerParts): Configuration {
  const resource = resourceOf(publicUrl)
  const cookieKey = Buffer.from(deriveKey(authSecret, 'authorisation cookies', 32)).toString('base64url')
  return {
    adapter: recordAdapter(vault),
    routes: PATHS,
    jwks: { keys: [tokenKey(authSecret).privateJwk] },
    clients: [SERVICE_CLIENT],
    cookies: { keys: [cookieKey], names: cookieNames(publicUrl) },
    scopes: [],
    claims: {},
    subjectTypes: ['public'],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: [TOKEN_ALGORITHM] },
    clientDefaults: {
      grant_types: [...GRANT_TYPES],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: TOKEN_ALGORITHM,
    },
    extraClientMetadata: {
      properties: ['redirect_uris'],
      // The client of service accounts is ours and needs no address to be sent back to.
      validator: (_ctx, _key, _value, metadata) => {
        if (metadata.client_id !== SERVICE_CLIENT.client_id) applyClientRules(metadata)
      },
    },
    pkce: { required: () => true },
    ttl: LIFETIMES,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    // No cookie counts at the endpoints that other origins may call: a token or a code has to be in the body.
    clientBasedCORS: () => true,
    fetch: () => Promise.reject(new Error('no address that a client gives is fetched')),
    findAccount: async (_ctx, accountId) => {
      if (!(await toldAsOAuth(() => isAlive(agents, accountId)))) return undefined
      return { accountId, claims: async () => ({ sub: accountId }) }
    },
    interactions: {
      policy: consentPrompts(),
      url: (_ctx, { uid }) => `${publicUrl}${CONSENT_PATH}/${uid}`,
    },
    renderError: (ctx, out, error) => {
      if (ctx.accepts('json', 'html') !== 'html') {
        ctx.body = out
        return
      }
      const reason = error instanceof errors.SessionNotFound ? 'expired' : out.error
      ctx.redirect(`${publicUrl}${PROBLEM_PATH}?reason=${encodeURIComponent(reason)}`)
      ctx.status = 303
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget(`the only resource here is ${resource}`)
          return { scope: SCOPE, audience: resource, accessTokenFormat: 'opaque' }
        },
      },
    },
  }
}

/**
 * On https no neighbouring host can plant them. The two of one authorisation belong to its own path, so that several in one
 * browser do not meet; the prefix `__Host-` would demand the path of the whole host.
 */
function cookieNames(publicUrl: string): NonNullable<NonNullable<Configuration['cookies']>['names']> {
  const [whole, path] = isHttps(publicUrl) ? ['__Host-', '__Secure-'] : ['', '']
  return {
    session: `${whole}touchstone.authorization`,
    interaction: `${path}touchstone.interaction`,
    resume: `${path}touchstone.resume`,
  }
}

/** Whether the credential or person behind an authorisation still opens anything. */
async function isAlive(agents: Pick<Agents, 'callerBehind'>, accountId: string): Promise<boolean> {
  try {
    await agents.callerBehind(accountId)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CREDENTIAL_INVALID') return false
    throw error
  }
}

function isMetadata(body: unknown): body is { readonly scopes_supported: unknown } {
  return typeof body === 'object' && body !== null && 'scopes_supported' in body
}

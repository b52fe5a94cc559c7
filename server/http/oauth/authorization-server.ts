/**
 * OAuth 2.1 for agents, on a certified library (decision 006): only the code flow with PKCE S256, for self-registered
 * public clients, with opaque tokens for one resource and rotating refresh tokens. Metadata depends only on the
 * configured address; addresses from clients are never fetched.
 */
import { type Configuration, errors, interactionPolicy, Provider } from 'oidc-provider'
import { Refusal } from '../../api/refusal'
import type { AuthorizationVault } from '../../services/access/authorization-vault'
import { deriveKey } from '../../services/access/secrets'
import type { Agents } from '../../services/accounts/agents'
import { TOKEN_ALGORITHM, tokenKey } from '../../services/guardrails/machine-accounts/token-key'
import { requestIdOf } from '../requests/protective-headers'
import { isHttps } from '../session/cookies'
import { applyClientRules, GRANT_TYPES } from './client-registration'
import { CONSENT_PATH, PATHS, PROBLEM_PATH, resourceOf, SCOPE } from './public-paths'
import { recordAdapter, refusalsAsOAuth } from './record-adapter'
import { registerServiceGrant, SERVICE_CLIENT, SERVICE_SCOPES, type ServiceGrantDependencies } from './service-grant'

export interface AuthorizationServerDependencies {
  readonly accounts: {
    readonly agents: Pick<Agents, 'callerBehind' | 'noteConsent'>
    readonly gate: ServiceGrantDependencies['gate']
  }
  readonly deployment: {
    /** The issuer, without a final slash. */
    readonly publicUrl: string
    readonly authSecret: string
  }
  readonly vault: AuthorizationVault
  readonly addressKey: ServiceGrantDependencies['addressKey']
  readonly events: { readonly reportBug: (error: unknown, requestId?: string) => void }
}

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
/** Seconds. Use extends a refresh token; a person must consent again when the grant expires. */
const LIFETIMES = {
  AccessToken: 60 * MINUTE_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  RefreshToken: 30 * DAY_SECONDS,
  Grant: 180 * DAY_SECONDS,
  Interaction: 30 * MINUTE_SECONDS,
  Session: 30 * MINUTE_SECONDS,
} as const

/** Claims of access tokens. */
const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'client_id', 'preferred_username', 'groups']

export function createAuthorizationServer(dependencies: AuthorizationServerDependencies): Provider {
  const { accounts, deployment, addressKey, events } = dependencies
  const server = new Provider(deployment.publicUrl, buildConfiguration(dependencies))
  // The handler puts the public address into the proxy headers.
  server.proxy = true
  server.use(async (ctx, next) => {
    // The only scope applies whatever a client names.
    if (ctx.path === PATHS.authorization) ctx.query = { ...ctx.query, scope: SCOPE }
    await next()
    if (isMetadata(ctx.body))
      ctx.body = { ...ctx.body, scopes_supported: [SCOPE, ...SERVICE_SCOPES], claims_supported: CLAIMS }
    // The only answers that may be cached, being the same for everyone.
    if (ctx.status === 200 && (ctx.path === PATHS.jwks || isMetadata(ctx.body)))
      ctx.set('cache-control', 'public, max-age=300')
  })
  registerServiceGrant(server, { gate: accounts.gate, addressKey })
  server.on('grant.revoked', (ctx) => {
    const revoked = ctx.oidc?.entities.RefreshToken ?? ctx.oidc?.entities.AccessToken
    if (revoked?.accountId === undefined) return
    const clientId = revoked.clientId ?? ''
    accounts.agents
      .noteConsent('agent_revoked', revoked.accountId, clientId)
      .catch((error: unknown) => events.reportBug(error))
  })
  server.on('server_error', ({ req }, error) => events.reportBug(error, requestIdOf(req.headers)))
  return server
}

function buildConfiguration({ accounts, deployment, vault }: AuthorizationServerDependencies): Configuration {
  const { publicUrl, authSecret } = deployment
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
      // Our own client needs no redirect address.
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
    // Other origins may call these endpoints: they read no cookie.
    clientBasedCORS: () => true,
    fetch: () => Promise.reject(new Error('no address that a client gives is fetched')),
    findAccount: async (_ctx, accountId) => {
      if (!(await refusalsAsOAuth(() => isInForce(accounts.agents, accountId)))) return undefined
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
 * The prefixes prevent other hosts from planting cookies. Two cookies have the path of their authorisation, so that
 * several can run at once; `__Host-` would require the root path.
 */
function cookieNames(publicUrl: string): NonNullable<NonNullable<Configuration['cookies']>['names']> {
  const [whole, path] = isHttps(publicUrl) ? ['__Host-', '__Secure-'] : ['', '']
  return {
    session: `${whole}touchstone.authorization`,
    interaction: `${path}touchstone.interaction`,
    resume: `${path}touchstone.resume`,
  }
}

async function isInForce(agents: Pick<Agents, 'callerBehind'>, accountId: string): Promise<boolean> {
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

/** Asks each time, because the answer names the credential that the agent uses. */
function consentPrompts(): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy
  const notAsked = new Check('not_asked_yet', 'the user was not asked yet', 'consent_required', ({ oidc }) =>
    oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
  // A client may name either prompt; the same page answers both.
  return [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }, notAsked),
  ]
}

import { parseCookie } from 'cookie'
import type { AuthOptions, Profile } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { SESSION_LIFE_MS, type Session } from '../../services/accounts/session'
import type { BrowserOrigin, Sessions } from '../../services/accounts/sessions'
import type { ProviderClaims, ProviderSignIn } from '../../services/accounts/sign-in-by-provider'
import { type CookieUse, cookieName, cookieOptions } from './cookies'
import { returnPath } from './return-path'
import { claimsOf, type ReadSession } from './session-cookie'

export interface OutsideProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Label of the button. */
  readonly name: string
}

export interface ProviderOptionsDependencies {
  readonly provider: OutsideProvider
  readonly accounts: {
    readonly signIn: ProviderSignIn
    readonly sessions: Pick<Sessions, 'begin'>
    readonly readSession: ReadSession
  }
  readonly deployment: { readonly publicUrl: string; readonly secret: string }
  readonly reportBug: (error: unknown, requestId?: string) => void
}

/** Seconds. */
const STEP_LIFE_SECONDS = 15 * 60
const INVITATION_PAGE = /^\/invite\/([\w-]+)$/

/** The options hold the new session: they serve one request. */
export function providerOptions(
  dependencies: ProviderOptionsDependencies,
  cookieHeader: string | undefined,
  origin: BrowserOrigin,
): AuthOptions {
  const { provider, accounts, deployment, reportBug } = dependencies
  const { publicUrl, secret } = deployment
  const maxAge = SESSION_LIFE_MS / 1_000
  const options = cookieOptions(publicUrl)
  const cookie = (use: CookieUse) => ({ name: cookieName(use, publicUrl), options })
  const step = (use: CookieUse) => ({
    name: cookieName(use, publicUrl),
    options: { ...options, maxAge: STEP_LIFE_SECONDS },
  })
  let session: Session | null = null
  return {
    secret,
    useSecureCookies: options.secure === true,
    session: { strategy: 'jwt', maxAge },
    jwt: { secret, maxAge },
    cookies: {
      sessionToken: cookie('session'),
      callbackUrl: cookie('after-sign-in'),
      csrfToken: cookie('form-token'),
      state: step('provider-state'),
      nonce: step('provider-nonce'),
      pkceCodeVerifier: step('provider-pkce'),
    },
    pages: { signIn: '/sign-in', error: '/api/auth/error' },
    providers: [configOf(provider)],
    callbacks: {
      signIn: async ({ profile }) => {
        const before = await accounts.readSession(cookieHeader)
        const outcome = await accounts.signIn.signInByProvider(
          readClaims(profile),
          before,
          invitationOf(startAddressOf(cookieHeader, publicUrl)),
        )
        if (outcome.kind === 'refused') return `/sign-in?problem=${outcome.reason}`
        session = await accounts.sessions.begin(outcome.session, origin, before)
        return true
      },
      jwt: () => {
        if (session === null) throw new Error('a token was requested without a session')
        return { ...claimsOf(session) }
      },
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url
        return `${baseUrl}${returnPath(path)}`
      },
    },
    logger: { error: (code, details) => reportBug({ code, details }), warn: () => {}, debug: () => {} },
  }
}

/** Contains the verified claims. */
type VerifiedTokens = Exclude<Parameters<Client['userinfo']>[0], string>
type Client = Parameters<
  NonNullable<Extract<OAuthConfig<Profile>['userinfo'], { request?: unknown }>['request']>
>[0]['client']

const providerProfile = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().optional(),
  // Some providers send text.
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional(),
  auth_time: z.number().optional(),
})

function readClaims(profile: unknown): ProviderClaims {
  const { iss, sub, email, email_verified, name, auth_time } = providerProfile.parse(profile)
  return {
    issuer: iss,
    subject: sub,
    email: email ?? null,
    emailVerified: email_verified,
    name: name ?? null,
    authenticatedAt: auth_time === undefined ? null : new Date(auth_time * 1_000),
  }
}

/** Returns the address of the page that began the sign-in. */
function startAddressOf(cookieHeader: string | undefined, publicUrl: string): string {
  return parseCookie(cookieHeader ?? '')[cookieName('after-sign-in', publicUrl)] ?? ''
}

function invitationOf(began: string): string | null {
  const path = URL.canParse(began) ? new URL(began).pathname : ''
  return INVITATION_PAGE.exec(path)?.[1] ?? null
}

function configOf({ issuer, clientId, clientSecret, name }: OutsideProvider): OAuthConfig<Profile> {
  return {
    id: 'oidc',
    type: 'oauth',
    name,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    userinfo: {
      // Some providers send the address only there. The library refuses claims of another subject.
      request: async ({ client, tokens }) => {
        const verified = tokens as VerifiedTokens
        const signed = verified.claims()
        if (signed.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined) return signed
        return { ...(await client.userinfo(verified)), ...signed }
      },
    },
    profile: (profile) => ({ id: String(profile.sub) }),
  }
}

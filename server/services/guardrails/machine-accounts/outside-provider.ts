/** Tokens of an outside OpenID Connect provider. Only algorithms with a key pair are accepted. */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Refusal } from '../../../api/refusal'
import type { Settings } from '../../../config/settings'
import { isCanonical } from './own-tokens'
import { tokenExpired, tokenUnknown } from './platform-client'

export interface OutsideToken {
  /** For people and logs. */
  readonly label: string
  readonly subject: string
  /** Some may be unknown here. */
  readonly groups: readonly string[]
  readonly expiresAt: Date
}

export interface OutsideProviderDependencies {
  readonly settings: NonNullable<Settings['platform']['identityProvider']>
  readonly now: () => Date
  readonly fetch: typeof fetch
}

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Seconds that both clocks may differ. */
const CLOCK_TOLERANCE_SECONDS = 5
const TIMEOUT_MS = 5_000
const CACHE_MS = 600_000
/** Milliseconds before documents are fetched again, after a failure or for an unknown key. */
const RETRY_PAUSE_MS = 5_000
/** How long a token stays accepted after its key is withdrawn. */
const VERIFIED_REUSE_MS = 60_000
const MAX_REMEMBERED_CHARACTERS = 16_777_216
const MAX_GROUPS = 500
const MAX_LABEL_CHARACTERS = 200

const DISCOVERY = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

interface Discovered {
  /** With or without a final slash. */
  readonly issuer: string
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

export class OutsideProvider {
  private discovered: { readonly value: Promise<Discovered>; until: number } | null = null

  private readonly remembered = new LRUCache<string, { readonly token: OutsideToken; readonly until: number }>({
    maxSize: MAX_REMEMBERED_CHARACTERS,
    sizeCalculation: (_, token) => token.length,
  })

  constructor(private readonly dependencies: OutsideProviderDependencies) {}

  /** @throws Refusal CREDENTIAL_INVALID; ENGINE_BUSY if the provider does not answer */
  async read(token: string): Promise<OutsideToken> {
    const now = this.dependencies.now().getTime()
    const known = this.remembered.get(token)
    if (known !== undefined && now < known.until) return known.token
    const verified = await this.verify(token)
    const until = Math.min(now + VERIFIED_REUSE_MS, verified.expiresAt.getTime())
    this.remembered.set(token, { token: verified, until })
    return verified
  }

  private async verify(token: string): Promise<OutsideToken> {
    if (!isCanonical(token)) throw tokenUnknown()
    const { settings, now } = this.dependencies
    const { issuer, keys } = await this.discover()
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now(),
        requiredClaims: ['exp', 'sub'],
        ...(settings.audience !== null && { audience: settings.audience }),
      })
      return {
        label: labelOf(payload),
        // Required above.
        subject: String(payload.sub),
        groups: groupsOf(payload[settings.groupsClaim]),
        expiresAt: new Date((payload.exp ?? 0) * 1_000),
      }
    } catch (error) {
      throw this.refusalOf(error)
    }
  }

  private refusalOf(error: unknown): unknown {
    if (error instanceof errors.JWTExpired) return tokenExpired(new Date(Number(error.payload.exp) * 1_000))
    if (error instanceof errors.JWTClaimValidationFailed)
      return new Refusal(
        'CREDENTIAL_INVALID',
        `This access token of ${this.dependencies.settings.issuer} is not for this deployment: its claim ${error.claim} is not as it must be.`,
      )
    const isOfToken =
      error instanceof errors.JWSInvalid ||
      error instanceof errors.JWTInvalid ||
      error instanceof errors.JWSSignatureVerificationFailed ||
      error instanceof errors.JOSEAlgNotAllowed ||
      error instanceof errors.JOSENotSupported ||
      error instanceof errors.JWKSNoMatchingKey ||
      error instanceof errors.JWKSMultipleMatchingKeys
    // Other errors: the key set could not be fetched or read.
    return isOfToken ? tokenUnknown() : this.unavailable('does not answer')
  }

  private unavailable(how: string): Refusal {
    return new Refusal(
      'ENGINE_BUSY',
      `The identity provider ${this.dependencies.settings.issuer} ${how}, so tokens cannot be verified at the moment. Send the same request again.`,
      { retry_after_ms: RETRY_PAUSE_MS },
    )
  }

  private discover(): Promise<Discovered> {
    const now = this.dependencies.now().getTime()
    if (this.discovered !== null && now < this.discovered.until) return this.discovered.value
    const cached = { value: this.fetchDiscovery(), until: now + CACHE_MS }
    this.discovered = cached
    cached.value.catch(() => {
      cached.until = now + RETRY_PAUSE_MS
    })
    return cached.value
  }

  private async fetchDiscovery(): Promise<Discovered> {
    const { settings, fetch } = this.dependencies
    const document = await this.fetchJson(`${settings.issuer}/.well-known/openid-configuration`)
    const read = DISCOVERY.safeParse(document)
    if (!read.success) throw this.unavailable('publishes no discovery document with issuer and jwks_uri')
    const { issuer, jwks_uri } = read.data
    if (issuer.replace(/\/+$/, '') !== settings.issuer) throw this.unavailable('names another issuer than IDP_ISSUER')
    const isWeaker = issuer.startsWith('https:') && !jwks_uri.startsWith('https:')
    if (isWeaker) throw this.unavailable('publishes its keys at an address without https')
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [customFetch]: fetch,
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: RETRY_PAUSE_MS,
      cacheMaxAge: CACHE_MS,
    })
    return { issuer, keys }
  }

  private async fetchJson(address: string): Promise<unknown> {
    try {
      const answer = await this.dependencies.fetch(address, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (answer.ok) return await answer.json()
    } catch {
      // The reason does not help the token's holder.
    }
    throw this.unavailable('does not answer')
  }
}

function groupsOf(claim: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return names.filter((name) => typeof name === 'string' && name !== '').slice(0, MAX_GROUPS) as string[]
}

function labelOf(payload: JWTPayload): string {
  const names = [payload.preferred_username, payload.client_id, payload.azp, payload.sub]
  const name = names.find((each): each is string => typeof each === 'string' && each !== '') ?? 'somebody'
  return [...name.replace(/\p{Cc}/gu, ' ')].slice(0, MAX_LABEL_CHARACTERS).join('')
}

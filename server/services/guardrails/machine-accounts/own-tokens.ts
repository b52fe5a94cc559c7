/**
 * Access tokens of this deployment by RFC 9068. They state what was true when they were signed; token-status.ts checks
 * the current state.
 */
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type TokenAudience, tokenExpired, tokenUnknown } from './platform-client'
import { TOKEN_ALGORITHM, type TokenKey } from './token-key'

/** Every program names this client in the client credentials grant. */
export const CLIENT_ID = 'touchstone'

export type TokenSubject =
  | {
      readonly kind: 'service'
      readonly id: string
      /** The token ends with it. */
      readonly secretId: string
    }
  | { readonly kind: 'person'; readonly id: string; readonly issuedAt: Date }

export interface OwnToken {
  /** Its `jti`. */
  readonly id: string
  readonly subject: TokenSubject
  readonly username: string
  readonly groups: readonly string[]
  readonly audiences: readonly TokenAudience[]
  readonly expiresAt: Date
}

export interface OwnTokenDependencies {
  readonly key: TokenKey
  readonly issuer: string
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

/** More than our longest token, and less than Node.js accepts in a header. */
const MAX_TOKEN_CHARACTERS = 8_192
const MAX_KNOWN_CHARACTERS = 16_777_216
const TYPE = 'at+jwt'

const CLAIMS = z.object({
  sub: z.templateLiteral([z.enum(['service', 'person']), ':', z.string()]),
  aud: z.array(z.string()),
  exp: z.int(),
  jti: z.string(),
  preferred_username: z.string(),
  groups: z.array(z.string()),
  secret_id: z.string().optional(),
  issued_ms: z.int().optional(),
})

const PATHS: Readonly<Record<TokenAudience, string>> = { client: '/client-api', api: '/api/v1' }
const AUDIENCES = Object.keys(PATHS) as TokenAudience[]

export class OwnTokens {
  /** Only signatures are cached; the rest is checked each time. */
  private readonly known = new LRUCache<string, OwnToken>({
    maxSize: MAX_KNOWN_CHARACTERS,
    sizeCalculation: (_, token) => token.length,
  })

  constructor(private readonly dependencies: OwnTokenDependencies) {}

  sign({ subject, username, groups, audiences, expiresAt }: Omit<OwnToken, 'id'>): Promise<string> {
    const { key, issuer, now, randomBytes } = this.dependencies
    const own = subject.kind === 'service' ? { secret_id: subject.secretId } : { issued_ms: subject.issuedAt.getTime() }
    return new SignJWT({ client_id: CLIENT_ID, preferred_username: username, groups: [...groups], ...own })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TYPE, kid: key.publicJwk.kid })
      .setIssuer(issuer)
      .setSubject(`${subject.kind}:${subject.id}`)
      .setAudience(audiences.map((audience) => issuer + PATHS[audience]))
      .setIssuedAt(now())
      .setExpirationTime(expiresAt)
      .setJti(Buffer.from(randomBytes(16)).toString('base64url'))
      .sign(key.privateKey)
  }

  /** Whether its signature was verified before. */
  knows(token: string): boolean {
    return this.known.has(token)
  }

  /** @throws Refusal CREDENTIAL_INVALID */
  async read(token: string): Promise<OwnToken> {
    const known = this.known.get(token) ?? (await this.verify(token))
    if (known.expiresAt <= this.dependencies.now()) throw tokenExpired(known.expiresAt)
    return known
  }

  private async verify(token: string): Promise<OwnToken> {
    const { key, issuer, now } = this.dependencies
    if (!isCanonical(token)) throw tokenUnknown()
    try {
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: [TOKEN_ALGORITHM],
        typ: TYPE,
        issuer,
        currentDate: now(),
      })
      const read = this.tokenOf(CLAIMS.parse(payload))
      this.known.set(token, read)
      return read
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw tokenExpired(new Date(Number(error.payload.exp) * 1_000))
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw tokenUnknown()
      throw error
    }
  }

  private tokenOf(claims: z.output<typeof CLAIMS>): OwnToken {
    const [kind, ...rest] = claims.sub.split(':')
    const id = rest.join(':')
    const subject: TokenSubject =
      kind === 'service'
        ? { kind, id, secretId: claims.secret_id ?? '' }
        : { kind: 'person', id, issuedAt: new Date(claims.issued_ms ?? 0) }
    return {
      id: claims.jti,
      subject,
      username: claims.preferred_username,
      groups: claims.groups,
      audiences: AUDIENCES.filter((audience) => claims.aud.includes(this.dependencies.issuer + PATHS[audience])),
      expiresAt: new Date(claims.exp * 1_000),
    }
  }
}

/** Whether a token is three parts of Base64url with a canonical signature, whose unused bits nothing else covers. */
export function isCanonical(token: string): boolean {
  if (token.length > MAX_TOKEN_CHARACTERS || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return false
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

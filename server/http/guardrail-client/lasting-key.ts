/**
 * Gateways and official clients send one key that never changes. A service account's `username:service_token` is such a
 * key: it is exchanged for a token as at /client-api/auth/token, and the token is used until shortly before it ends.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { ClientGate } from '../../services/guardrails/machine-accounts/client-gate'
import type { PlatformClient } from '../../services/guardrails/machine-accounts/platform-client'
import { bearerToken } from '../requests/bearer-challenge'

const MAX_KEYS = 1_000
const EXCHANGED_BEFORE_SECONDS = 60

export class LastingKeys {
  /** Tokens by the digest of their key. */
  private readonly tokens = new LRUCache<string, string>({ max: MAX_KEYS })

  constructor(private readonly gate: Pick<ClientGate, 'exchange' | 'verify'>) {}

  /**
   * @param key a token, or `username:service_token`
   * @param addressKey counts wrong tries
   * @throws Refusal as {@link ClientGate.verify} and {@link ClientGate.exchange}
   */
  async clientOf(key: string | undefined, addressKey: () => string): Promise<PlatformClient> {
    const account = key === undefined ? null : partsOf(key)
    if (key === undefined || account === null) return this.gate.verify(key, 'client')
    const digest = createHash('sha256').update(key).digest('hex')
    const known = this.tokens.get(digest)
    if (known !== undefined) {
      try {
        return await this.gate.verify(known, 'client')
      } catch (error) {
        // The secret may have been revoked, or the token may have ended early.
        if (!(error instanceof Refusal && error.code === 'CREDENTIAL_INVALID')) throw error
        this.tokens.delete(digest)
      }
    }
    const { token, expiresIn } = await this.gate.exchange(account.username, account.serviceToken, addressKey())
    const client = await this.gate.verify(token, 'client')
    const seconds = expiresIn - EXCHANGED_BEFORE_SECONDS
    if (seconds > 0) this.tokens.set(digest, token, { ttl: seconds * 1_000 })
    return client
  }
}

/** The characters of a username (account-forms.ts) and of a secret. */
const LASTING_KEY = /^bearer +([a-z0-9._-]{3,64}:[\w.~-]+) *$/i

/** Some gateways send their key only as `x-api-key`. @throws Refusal CREDENTIAL_INVALID for another scheme */
export function keyOfRequest({ headers }: IncomingMessage): string | undefined {
  const lasting = LASTING_KEY.exec(headers.authorization ?? '')?.[1]
  if (lasting !== undefined) return lasting
  const key = headers['x-api-key']
  return bearerToken(headers.authorization) ?? (typeof key === 'string' ? key : undefined)
}

/** A token has no colon, and neither has a username. */
function partsOf(key: string): { readonly username: string; readonly serviceToken: string } | null {
  const at = key.indexOf(':')
  return at === -1 ? null : { username: key.slice(0, at), serviceToken: key.slice(at + 1) }
}

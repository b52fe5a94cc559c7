/**
 * From a credential token to a caller.
 *
 * Promises: only hashes of tokens are compared and stored; an answer is reused for at most {@link REUSE} milliseconds, so
 * a revocation takes effect within a second (service.md, "Namespaces and credentials").
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../contract/refusal'
import type { CredentialVerbs } from '../store/credentials'
import type { Caller } from './caller'

export const REUSE = 900
const LONGEST_TOKEN = 200

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

interface Known {
  readonly caller: Caller
  readonly expiresAt: number
  readonly until: number
}

export class Authenticator {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 })

  constructor(
    private readonly store: Pick<CredentialVerbs, 'findCredentialByTokenHash'>,
    private readonly now: () => number,
    /** The caller of a deployment that demands no credentials; null where they are demanded. */
    private readonly open: Caller | null,
  ) {}

  /** @throws Refusal CREDENTIAL_REQUIRED, CREDENTIAL_INVALID */
  authenticate(token: string | undefined): Caller | Promise<Caller> {
    if (token === undefined || token === '') {
      if (this.open !== null) return this.open
      throw new Refusal(
        'CREDENTIAL_REQUIRED',
        'This operation needs a credential in the header x-service-credential. POST /v1/credentials/evaluation issues one without sign-up.',
      )
    }
    const known = this.known.get(token)
    const now = this.now()
    if (known !== undefined && now < known.until && now < known.expiresAt) return known.caller
    return this.lookUp(token)
  }

  private async lookUp(token: string): Promise<Caller> {
    const stored = token.length > LONGEST_TOKEN ? null : await this.store.findCredentialByTokenHash(hashToken(token))
    const now = this.now()
    if (stored === null)
      throw new Refusal('CREDENTIAL_INVALID', 'This credential is unknown here. Check that the whole token was sent.')
    if (stored.revokedAt !== null)
      throw new Refusal('CREDENTIAL_INVALID', `This credential was revoked on ${stored.revokedAt.toISOString()}.`)
    const expiresAt = stored.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
    if (expiresAt <= now)
      throw new Refusal('CREDENTIAL_INVALID', `This credential expired on ${new Date(expiresAt).toISOString()}.`)
    const caller: Caller = {
      grade: stored.grade,
      tier: stored.tier,
      namespaceId: stored.namespaceId,
      credentialId: stored.id,
      label: stored.label,
      expiresAt: stored.expiresAt,
      account: stored.namespace,
      caps: { perDay: stored.callsPerDay, total: stored.callsTotal },
    }
    this.known.set(token, { caller, expiresAt, until: now + REUSE })
    return caller
  }
}

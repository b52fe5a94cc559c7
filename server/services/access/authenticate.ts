/**
 * Caches answers for at most {@link CALLER_CACHE_MS} milliseconds, so a revocation takes effect within a second
 * (public/docs/api.md, "Get a credential").
 */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { CredentialVerbs, CredentialWithNamespace } from '../../database/access/credentials'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import type { Caller } from '../calls/caller'
import type { CredentialUses } from './credential-uses'
import { hashToken } from './secrets'

export const CALLER_CACHE_MS = 900
const MAX_TOKEN_CHARS = 200
const MAX_CACHED_CALLERS = 10_000

interface Known {
  readonly caller: Caller
  /** Epoch milliseconds, like `until`. */
  readonly expiresAt: number
  readonly until: number
}

export interface AuthenticatorDependencies {
  readonly store: Pick<CredentialVerbs, 'findCredentialByTokenHash' | 'findCredential'> &
    Pick<NamespaceVerbs, 'findAccount'>
  readonly now: () => number
  /** Null if credentials are demanded. */
  readonly open: Caller | null
  readonly uses: Pick<CredentialUses, 'note'>
}

export class Authenticator {
  private readonly byToken = new LRUCache<string, Known>({ max: MAX_CACHED_CALLERS })
  private readonly byId = new LRUCache<string, Known>({ max: MAX_CACHED_CALLERS })
  private open: Known | null = null
  /** Changes with each `forget`: a caller read before it is not cached. */
  private generation = 0

  constructor(private readonly dependencies: AuthenticatorDependencies) {}

  /** @throws Refusal CREDENTIAL_REQUIRED, CREDENTIAL_INVALID */
  authenticate(token: string | undefined): Caller | Promise<Caller> {
    if (token === undefined || token === '') return this.withoutCredential()
    return (
      this.recall(this.byToken.get(token)) ??
      this.read(
        async () =>
          token.length > MAX_TOKEN_CHARS ? null : this.dependencies.store.findCredentialByTokenHash(hashToken(token)),
        'This credential is unknown here. Check that the whole token was sent.',
        (known) => this.byToken.set(token, known),
      )
    )
  }

  /** The transport has already verified its own proof. @throws Refusal CREDENTIAL_INVALID */
  authenticateById(credentialId: string): Caller | Promise<Caller> {
    return (
      this.recall(this.byId.get(credentialId)) ??
      this.read(
        () => this.dependencies.store.findCredential(credentialId),
        'The credential behind this authorisation is gone.',
        (known) => this.byId.set(credentialId, known),
      )
    )
  }

  forget(namespaceId: string): void {
    this.generation++
    this.open = null
    for (const known of [this.byToken, this.byId])
      for (const [key, { caller }] of [...known.entries()]) if (caller.namespaceId === namespaceId) known.delete(key)
  }

  private recall(known: Known | undefined): Caller | null {
    const now = this.dependencies.now()
    if (known === undefined || now >= known.until || now >= known.expiresAt) return null
    // The clock may be set back.
    if (now < known.until - CALLER_CACHE_MS) return null
    if (known.caller.credentialId !== null) this.dependencies.uses.note(known.caller.credentialId, now)
    return known.caller
  }

  private async read(
    find: () => Promise<CredentialWithNamespace | null>,
    unknown: string,
    cache: (known: Known) => void,
  ): Promise<Caller> {
    const { now, uses } = this.dependencies
    const { generation } = this
    // The answer may be this old.
    const until = now() + CALLER_CACHE_MS
    const stored = await find()
    if (stored === null) throw new Refusal('CREDENTIAL_INVALID', unknown)
    const at = now()
    const caller = callerOf(stored, at)
    if (generation === this.generation)
      cache({ caller, until, expiresAt: caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY })
    uses.note(stored.id, at)
    return caller
  }

  private withoutCredential(): Caller | Promise<Caller> {
    const { open } = this.dependencies
    if (open === null)
      throw new Refusal(
        'CREDENTIAL_REQUIRED',
        'This operation needs a credential: send it in the header x-service-credential or as Authorization: Bearer. POST /v1/credentials/evaluation issues one without sign-up.',
      )
    return this.recall(this.open ?? undefined) ?? this.readOpen(open)
  }

  private async readOpen(open: Caller): Promise<Caller> {
    const { store, now } = this.dependencies
    const { generation } = this
    const until = now() + CALLER_CACHE_MS
    const account = open.namespaceId === null ? null : await store.findAccount(open.namespaceId)
    const caller = account === null ? open : { ...open, account }
    if (generation === this.generation) this.open = { caller, until, expiresAt: Number.POSITIVE_INFINITY }
    return caller
  }
}

function callerOf(stored: CredentialWithNamespace, at: number): Caller {
  const { revokedAt, expiresAt } = stored
  if (revokedAt !== null)
    throw new Refusal('CREDENTIAL_INVALID', `This credential was revoked on ${revokedAt.toISOString()}.`)
  if (expiresAt !== null && expiresAt.getTime() <= at)
    throw new Refusal('CREDENTIAL_INVALID', `This credential expired on ${expiresAt.toISOString()}.`)
  return {
    grade: stored.grade,
    tier: stored.tier,
    namespaceId: stored.namespaceId,
    credentialId: stored.id,
    person: null,
    label: stored.label,
    expiresAt,
    account: stored.namespace,
    caps: { perDay: stored.callsPerDay, total: stored.callsTotal },
  }
}

/**
 * Where the authorisation server keeps what it issued.
 *
 * Promises: whatever a bearer could present (a token, a code) is kept as its sha256 alone, and nowhere in a payload; it is
 * gone once it expired. A client that never got a token is forgotten after {@link UNUSED_CLIENT_MS}, any other one
 * {@link USED_CLIENT_MS} after its last token. Nobody stays signed in: a session is never kept.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '../../api/refusal'
import type { AuthorizationRecordVerbs } from '../../database/access/authorization-records'
import { StoreUnavailable } from '../../database/client/storage-fault'

const DAY_MS = 86_400_000
export const UNUSED_CLIENT_MS = 7 * DAY_MS
export const USED_CLIENT_MS = 365 * DAY_MS

/** Kinds whose id is what a bearer presents. */
const BEARER_KINDS: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode'])
/** Every authorisation asks for the credential anew, so nothing is remembered of the browser. */
const FORGOTTEN_KINDS: ReadonlySet<string> = new Set(['Session'])
const CLIENT = 'Client'

/** What one record says: the members of the authorisation server's own models. */
export type VaultPayload = Readonly<Record<string, unknown>>

export class AuthorizationVault {
  constructor(
    private readonly store: AuthorizationRecordVerbs,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  /** @param ttlSeconds absent for a client, whose life depends on its use */
  async keep(kind: string, id: string, payload: VaultPayload, ttlSeconds?: number): Promise<void> {
    if (FORGOTTEN_KINDS.has(kind)) return
    const { grantId, clientId } = payload
    await told(() =>
      this.store.putAuthorizationRecord({
        kind,
        id: keptId(kind, id),
        payload: withoutBearer(kind, payload),
        grantId: typeof grantId === 'string' ? grantId : null,
        expiresAt: this.after(ttlSeconds === undefined ? UNUSED_CLIENT_MS : ttlSeconds * 1_000),
      }),
    )
    if (kind === 'AccessToken' && typeof clientId === 'string')
      await told(() => this.store.prolongAuthorizationRecord(CLIENT, clientId, this.after(USED_CLIENT_MS)))
  }

  /** A used one bears `consumed`, in seconds since the epoch. */
  async find(kind: string, id: string): Promise<VaultPayload | undefined> {
    const record = await told(() => this.store.findAuthorizationRecord(kind, keptId(kind, id)))
    if (record === null || record.expiresAt.getTime() <= this.now()) return undefined
    const { payload, consumedAt } = record
    return {
      ...payload,
      ...(BEARER_KINDS.has(kind) && { jti: id }),
      ...(consumedAt !== null && { consumed: Math.floor(consumedAt.getTime() / 1_000) }),
    }
  }

  /** True for the one call that used it up. */
  consume(kind: string, id: string): Promise<boolean> {
    return told(() => this.store.consumeAuthorizationRecord(kind, keptId(kind, id), new Date(this.now())))
  }

  remove(kind: string, id: string): Promise<void> {
    return told(() => this.store.removeAuthorizationRecord(kind, keptId(kind, id)))
  }

  removeOfGrant(kind: string, grantId: string): Promise<void> {
    return told(() => this.store.removeAuthorizationRecordsOfGrant(kind, grantId))
  }

  private after(milliseconds: number): Date {
    return new Date(this.now() + milliseconds)
  }
}

function keptId(kind: string, id: string): string {
  return BEARER_KINDS.has(kind) ? createHash('sha256').update(id).digest('hex') : id
}

function withoutBearer(kind: string, payload: VaultPayload): VaultPayload {
  if (!BEARER_KINDS.has(kind)) return payload
  const { jti: _, ...rest } = payload
  return rest
}

/** A database that stays away is told as busy, as by the operations. */
async function told<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new Refusal('ENGINE_BUSY', 'The database of this deployment does not answer at the moment. Try again.', {
      retry_after_ms: 2_000,
    })
  }
}

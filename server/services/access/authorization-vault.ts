/**
 * Stores what the authorisation server issued.
 *
 * Promises: what a bearer presents (a token, a code) is stored as its sha256 alone, and in no payload; it is not found
 * once it expired. A client that never got a token is forgotten after {@link UNUSED_CLIENT_MS}, any other one
 * {@link USED_CLIENT_MS} after its last token. A session is never stored, so no user stays signed in.
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
/** Not stored: every authorisation asks for the credential again. */
const FORGOTTEN_KINDS: ReadonlySet<string> = new Set(['Session'])
const CLIENT = 'Client'

/** Payload of one record: the members of the authorisation server's own models. */
export type VaultPayload = Readonly<Record<string, unknown>>

export class AuthorizationVault {
  constructor(
    private readonly records: AuthorizationRecordVerbs,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  /** @param ttlSeconds absent for a client, whose life depends on its use */
  async put(kind: string, id: string, payload: VaultPayload, ttlSeconds?: number): Promise<void> {
    if (FORGOTTEN_KINDS.has(kind)) return
    const { grantId, clientId } = payload
    await refuseWhileUnavailable(() =>
      this.records.putAuthorizationRecord({
        kind,
        id: storedId(kind, id),
        payload: withoutBearer(kind, payload),
        grantId: typeof grantId === 'string' ? grantId : null,
        expiresAt: this.after(ttlSeconds === undefined ? UNUSED_CLIENT_MS : ttlSeconds * 1_000),
      }),
    )
    if (kind === 'AccessToken' && typeof clientId === 'string')
      await refuseWhileUnavailable(() =>
        this.records.prolongAuthorizationRecord(CLIENT, clientId, this.after(USED_CLIENT_MS)),
      )
  }

  /** Undefined for an expired one. A used one has `consumed`, in seconds since the epoch. */
  async find(kind: string, id: string): Promise<VaultPayload | undefined> {
    const record = await refuseWhileUnavailable(() => this.records.findAuthorizationRecord(kind, storedId(kind, id)))
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
    return refuseWhileUnavailable(() =>
      this.records.consumeAuthorizationRecord(kind, storedId(kind, id), new Date(this.now())),
    )
  }

  remove(kind: string, id: string): Promise<void> {
    return refuseWhileUnavailable(() => this.records.removeAuthorizationRecord(kind, storedId(kind, id)))
  }

  removeOfGrant(kind: string, grantId: string): Promise<void> {
    return refuseWhileUnavailable(() => this.records.removeAuthorizationRecordsOfGrant(kind, grantId))
  }

  private after(milliseconds: number): Date {
    return new Date(this.now() + milliseconds)
  }
}

function storedId(kind: string, id: string): string {
  return BEARER_KINDS.has(kind) ? createHash('sha256').update(id).digest('hex') : id
}

function withoutBearer(kind: string, payload: VaultPayload): VaultPayload {
  if (!BEARER_KINDS.has(kind)) return payload
  const { jti: _, ...rest } = payload
  return rest
}

/** @throws Refusal ENGINE_BUSY while the database is unavailable, as the operations do */
async function refuseWhileUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new Refusal('ENGINE_BUSY', 'The database of this deployment does not answer at the moment. Try again.', {
      retry_after_ms: 2_000,
    })
  }
}

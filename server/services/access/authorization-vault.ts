/** Stores a token or code only as its sha256, and never in a payload. */
import { createHash } from 'node:crypto'
import { Refusal } from '../../api/refusal'
import type { AuthorizationRecordVerbs } from '../../database/access/authorization-records'
import { StoreUnavailableError } from '../../database/client/storage-fault'

const DAY_MS = 86_400_000
export const UNUSED_CLIENT_MS = 7 * DAY_MS
export const USED_CLIENT_MS = 365 * DAY_MS

/** The id is the bearer's secret. */
const BEARER_KINDS: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode'])
/** Every authorisation asks for the credential again. */
const FORGOTTEN_KINDS: ReadonlySet<string> = new Set(['Session'])
const CLIENT = 'Client'

export type VaultPayload = Readonly<Record<string, unknown>>

export class AuthorizationVault {
  constructor(
    private readonly records: AuthorizationRecordVerbs,
    private readonly now: () => number,
  ) {}

  /** @param ttlSeconds absent for clients, whose life depends on their use */
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

  /** Returns undefined for an expired record. `consumed` is in epoch seconds. */
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

  /** Returns true only for the call that used it up. */
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

/** @throws Refusal ENGINE_BUSY */
async function refuseWhileUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    throw new Refusal('ENGINE_BUSY', 'The database of this deployment does not answer at the moment. Try again.', {
      retry_after_ms: 2_000,
    })
  }
}

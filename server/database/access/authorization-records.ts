/**
 * Records of the authorisation server: clients, grants, codes and tokens, each a row of a kind and an id.
 *
 * Promises: what may be used once is used by exactly one call, however many processes try at the same time. Trusts its
 * caller to give a hash where an id is itself a secret, and payloads that JSON can hold: no NUL character and no half
 * of a surrogate pair.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface NewAuthorizationRecord {
  /** Such as `Client` or `AccessToken`. */
  readonly kind: string
  readonly id: string
  readonly payload: object
  /** What is revoked together; null for what is revoked by itself. */
  readonly grantId: string | null
  readonly expiresAt: Date
}

export interface AuthorizationRecord extends NewAuthorizationRecord {
  /** Null as long as it was not used up. */
  readonly consumedAt: Date | null
}

export interface AuthorizationRecordVerbs {
  /** A record of the same kind and id is replaced; that it was used up stays. */
  putAuthorizationRecord(record: NewAuthorizationRecord): Promise<void>
  /** Expired ones are found too, until they are swept. */
  findAuthorizationRecord(kind: string, id: string): Promise<AuthorizationRecord | null>
  /**
   * True for the one call that used it up; false when it was used up before, or there is none. Never repeated when the
   * connection breaks, because the answer to the second attempt would be wrong: throws StoreUnavailable.
   */
  consumeAuthorizationRecord(kind: string, id: string, at: Date): Promise<boolean>
  /** Retains a record at least until `expiresAt`. */
  prolongAuthorizationRecord(kind: string, id: string, expiresAt: Date): Promise<void>
  removeAuthorizationRecord(kind: string, id: string): Promise<void>
  removeAuthorizationRecordsOfGrant(kind: string, grantId: string): Promise<void>
  /** Removes what expired before `before`. Returns how many there were. */
  sweepAuthorizationRecords(before: Date): Promise<number>
}

/** Rows removed by one statement: a sweep holds no lock for long. */
const BATCH = 1_000

export function authorizationRecordVerbs({ prisma, repeatable, once }: Database): AuthorizationRecordVerbs {
  const sweepBatch = (before: Date) => prisma.$executeRaw`
    DELETE FROM authorization_record WHERE (kind, id) IN (
      SELECT kind, id FROM authorization_record WHERE expires_at < ${before}::timestamp
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED
    )`

  return {
    putAuthorizationRecord: ({ kind, id, payload, grantId, expiresAt }) =>
      repeatable(async () => {
        const content = { payload: payload as Prisma.InputJsonObject, grantId, expiresAt }
        await prisma.authorizationRecord.upsert({
          where: { kind_id: { kind, id } },
          create: { kind, id, ...content },
          update: content,
        })
      }),

    findAuthorizationRecord: (kind, id) =>
      repeatable(async () => {
        const row = await prisma.authorizationRecord.findUnique({ where: { kind_id: { kind, id } } })
        return row && { ...row, payload: row.payload as Prisma.JsonObject }
      }),

    consumeAuthorizationRecord: (kind, id, at) =>
      once(async () => {
        const { count } = await prisma.authorizationRecord.updateMany({
          where: { kind, id, consumedAt: null },
          data: { consumedAt: at },
        })
        return count > 0
      }),

    prolongAuthorizationRecord: (kind, id, expiresAt) =>
      repeatable(async () => {
        await prisma.authorizationRecord.updateMany({
          where: { kind, id, expiresAt: { lt: expiresAt } },
          data: { expiresAt },
        })
      }),

    removeAuthorizationRecord: (kind, id) =>
      repeatable(async () => {
        await prisma.authorizationRecord.deleteMany({ where: { kind, id } })
      }),

    removeAuthorizationRecordsOfGrant: (kind, grantId) =>
      repeatable(async () => {
        await prisma.authorizationRecord.deleteMany({ where: { kind, grantId } })
      }),

    sweepAuthorizationRecords: async (before) => {
      let swept = 0
      for (let removed = BATCH; removed >= BATCH; swept += removed) {
        removed = await repeatable(() => sweepBatch(before))
      }
      return swept
    },
  }
}

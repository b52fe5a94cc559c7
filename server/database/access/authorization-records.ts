/**
 * OAuth clients, grants, codes and tokens. Callers pass the hash of a secret id. Payloads contain no NUL character and
 * no half of a surrogate pair, which PostgreSQL refuses.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export interface NewAuthorizationRecord {
  /** For example `Client` or `AccessToken`. */
  readonly kind: string
  readonly id: string
  readonly payload: object
  /** Records with the same id are revoked together. */
  readonly grantId: string | null
  readonly expiresAt: Date
}

export interface AuthorizationRecord extends NewAuthorizationRecord {
  readonly consumedAt: Date | null
}

export interface AuthorizationRecordVerbs {
  /** Replaces a record of the same kind and id, but keeps `consumedAt`. */
  putAuthorizationRecord(record: NewAuthorizationRecord): Promise<void>
  findAuthorizationRecord(kind: string, id: string): Promise<AuthorizationRecord | null>
  /**
   * True for the one call that used it up. Not retried.
   * @throws StoreUnavailableError
   */
  consumeAuthorizationRecord(kind: string, id: string, at: Date): Promise<boolean>
  prolongAuthorizationRecord(kind: string, id: string, expiresAt: Date): Promise<void>
  removeAuthorizationRecord(kind: string, id: string): Promise<void>
  removeAuthorizationRecordsOfGrant(kind: string, grantId: string): Promise<void>
  sweepAuthorizationRecords(before: Date): Promise<number>
}

/** Per statement, so that locks stay short. */
const SWEEP_BATCH_ROWS = 1_000

export function authorizationRecordVerbs({ prisma, repeatable, once }: Database): AuthorizationRecordVerbs {
  const sweepBatch = (before: Date) => prisma.$executeRaw`
    DELETE FROM authorization_record WHERE (kind, id) IN (
      SELECT kind, id FROM authorization_record WHERE expires_at < ${before}::timestamp
      LIMIT ${SWEEP_BATCH_ROWS}
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
      for (let removed = SWEEP_BATCH_ROWS; removed >= SWEEP_BATCH_ROWS; swept += removed) {
        removed = await repeatable(() => sweepBatch(before))
      }
      return swept
    },
  }
}

/**
 * Removes what expired evaluation credentials stored.
 *
 * Promises: a namespace goes with everything in it, and only when no other credential of it is of use and nobody is a
 * member of it; several processes may sweep at once. Trusts the caller to leave a grace period.
 */
import type { Database } from './database'

export interface ExpiredEvaluationVerbs {
  /**
   * Removes evaluation credentials that expired before `expiredBefore`, with their namespaces, and notes of issuance
   * from before `issuedBefore`, which must be at least the hour of the cap ago. Returns how many namespaces went.
   */
  sweepExpired(limits: { readonly expiredBefore: Date; readonly issuedBefore: Date }): Promise<number>
}

/** Namespaces removed by one statement: a sweep holds no lock for long. */
const BATCH = 50

export function expiredEvaluationVerbs({ prisma, repeatable }: Database): ExpiredEvaluationVerbs {
  const removeNamespaces = (expiredBefore: Date) => prisma.$executeRaw`
    DELETE FROM namespace WHERE id IN (
      SELECT id FROM namespace
      WHERE EXISTS (
        SELECT FROM credential
        WHERE namespace_id = namespace.id AND grade = 'evaluation' AND expires_at < ${expiredBefore}::timestamp
      ) AND NOT EXISTS (
        SELECT FROM credential
        WHERE namespace_id = namespace.id AND (grade <> 'evaluation' OR expires_at >= ${expiredBefore}::timestamp)
      ) AND NOT EXISTS (SELECT FROM membership WHERE namespace_id = namespace.id)
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED
    )`

  return {
    sweepExpired: async ({ expiredBefore, issuedBefore }) => {
      let namespaces = 0
      for (let removed = BATCH; removed >= BATCH; namespaces += removed) {
        removed = await repeatable(() => removeNamespaces(expiredBefore))
      }
      // Those that are left share a namespace with a credential that is still of use, or with people.
      await repeatable(() =>
        prisma.credential.deleteMany({ where: { grade: 'evaluation', expiresAt: { lt: expiredBefore } } }),
      )
      await repeatable(() => prisma.evaluationIssuance.deleteMany({ where: { issuedAt: { lt: issuedBefore } } }))
      return namespaces
    },
  }
}

/**
 * Removes expired links, and expired evaluation credentials with what they stored.
 *
 * Promises: a namespace is removed with everything in it, and only when it has no other valid credential and no member;
 * several processes may sweep at once. The database's function removes nothing else. Trusts the caller to leave a grace
 * period.
 */
import type { Database } from '../client/database'

export interface ExpiredEvaluationVerbs {
  /**
   * Removes evaluation credentials that expired before `expiredBefore`, with their namespaces. Removes records of
   * issuance from before `issuedBefore`, which must be at least an hour ago, the period of the cap.
   * @returns how many namespaces were removed
   */
  sweepExpired(limits: { readonly expiredBefore: Date; readonly issuedBefore: Date }): Promise<number>
}

/** Namespaces removed by one statement: a sweep holds no lock for long. */
const BATCH = 50

export function expiredEvaluationVerbs({ prisma, repeatable }: Database): ExpiredEvaluationVerbs {
  // The server's role may not remove such rows itself: the condition stands in the function.
  const removeNamespaces = async (expiredBefore: Date) => {
    const rows = await prisma.$queryRaw<{ removed: number }[]>`
      SELECT touchstone_remove_expired_evaluations(${expiredBefore}::timestamp, ${BATCH}::int) AS removed`
    return rows[0]!.removed
  }

  return {
    sweepExpired: async ({ expiredBefore, issuedBefore }) => {
      let namespaces = 0
      for (let removed = BATCH; removed >= BATCH; namespaces += removed) {
        removed = await repeatable(() => removeNamespaces(expiredBefore))
      }
      await repeatable(() => prisma.evaluationIssuance.deleteMany({ where: { issuedAt: { lt: issuedBefore } } }))
      return namespaces
    },
  }
}

/**
 * Removes expired invitations, setup links and password links.
 *
 * Promises: only what expired before the given time is removed, used or not: the log records who was invited and who
 * joined. Trusts the caller to leave a grace period, in which a late visitor reads that the link is over.
 */
export interface ExpiredLinkVerbs {
  /** @returns how many were removed */
  sweepLinks(before: Date): Promise<number>
}

export function expiredLinkVerbs({ prisma, repeatable }: Database): ExpiredLinkVerbs {
  return {
    sweepLinks: async (before) => {
      const where = { expiresAt: { lt: before } }
      const invitations = await repeatable(() => prisma.invitation.deleteMany({ where }))
      const setupLinks = await repeatable(() => prisma.setupLink.deleteMany({ where }))
      const passwordLinks = await repeatable(() => prisma.passwordLink.deleteMany({ where }))
      return invitations.count + setupLinks.count + passwordLinks.count
    },
  }
}

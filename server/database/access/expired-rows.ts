/**
 * Removes what has expired: links, and what expired evaluation credentials stored.
 *
 * Promises: a namespace goes with everything in it, and only when no other credential of it is of use and nobody is a
 * member of it; several processes may sweep at once. Trusts the caller to leave a grace period; that nothing else is
 * removed is the promise of the database's function.
 */
import type { Database } from '../client/database'

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
 * Removes invitations, setup links and password links that nobody can take any more.
 *
 * Promises: only what expired before the given time goes, used or not: the log tells who was invited and who joined.
 * Trusts the caller to leave a grace period, in which a late visitor is told that the link is over.
 */
export interface ExpiredLinkVerbs {
  /** Returns how many there were. */
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

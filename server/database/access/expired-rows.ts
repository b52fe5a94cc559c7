/** Only removes namespaces without other valid credentials or members. Callers leave a grace period. */
import type { Database } from '../client/database'

export interface ExpiredEvaluationVerbs {
  /** @param limits `issuedBefore` is over an hour ago, the cap's period @returns how many namespaces were removed */
  sweepExpired(limits: { readonly expiredBefore: Date; readonly issuedBefore: Date }): Promise<number>
}

/** Per statement, so that locks stay short. */
const SWEEP_BATCH_NAMESPACES = 50

export function expiredEvaluationVerbs({ prisma, repeatable }: Database): ExpiredEvaluationVerbs {
  // The server's role may not delete such rows. The function checks the condition.
  const removeNamespaces = async (expiredBefore: Date) => {
    const rows = await prisma.$queryRaw<{ removed: number }[]>`
      SELECT touchstone_remove_expired_evaluations(${expiredBefore}::timestamp, ${SWEEP_BATCH_NAMESPACES}::int) AS removed`
    return rows[0]!.removed
  }

  return {
    sweepExpired: async ({ expiredBefore, issuedBefore }) => {
      let namespaces = 0
      for (let removed = SWEEP_BATCH_NAMESPACES; removed >= SWEEP_BATCH_NAMESPACES; namespaces += removed) {
        removed = await repeatable(() => removeNamespaces(expiredBefore))
      }
      await repeatable(() => prisma.evaluationIssuance.deleteMany({ where: { issuedAt: { lt: issuedBefore } } }))
      return namespaces
    },
  }
}

/**
 * Removes used and unused links, since the log records who joined. Callers leave a grace period, in which late visitors
 * read that a link is over.
 */
export interface ExpiredLinkVerbs {
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

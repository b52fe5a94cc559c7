/**
 * Removes invitations, setup links and password links that nobody can take any more.
 *
 * Promises: only what expired before the given time goes, used or not: the log tells who was invited and who joined.
 * Trusts the caller to leave a grace period, in which a late visitor is told that the link is over.
 */
import type { Database } from './database'

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

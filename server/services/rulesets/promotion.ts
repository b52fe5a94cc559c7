/**
 * When a proposed term is published.
 *
 * Promises: the numbers that the vocabulary tells are the ones that hold (service.md, "Bodies not shown").
 */

/** Distinct accounts that must propose a term. */
export const PROMOTION_K = 5
/** Days for which a proposal counts. */
export const PROPOSAL_TTL_DAYS = 90

export const PROMOTION_RULE = [
  'A topic that matches no published term of its domain is a proposal, once for each account that has a full credential.',
  `When ${PROMOTION_K} accounts have proposed the same term within ${PROPOSAL_TTL_DAYS} days, it is published in the next version, as the submission that completed the number wrote it.`,
  'Until then a keyed hash of it is counted; the topic itself is dropped.',
].join(' ')

const DAY = 86_400_000

/** Proposals from before this moment count no more. */
export function proposalsSince(now: Date): Date {
  return new Date(now.getTime() - PROPOSAL_TTL_DAYS * DAY)
}

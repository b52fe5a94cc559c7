/**
 * Each account counts once for a term. Proposals are stored as keyed hashes; the text only comes with its promotion.
 */
import type { PromotedTerm } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export type PublishedTerm = Omit<PromotedTerm, 'topicKey'>

export interface NewProposal {
  /** HMAC-SHA-256 of domain and normal form. */
  readonly topicKey: Uint8Array
  readonly namespaceId: string
  readonly at: Date
  /** Earlier proposals do not count. */
  readonly since: Date
}

export type ProposalCount =
  /** Distinct accounts, including this one. */
  | { readonly kind: 'pending'; readonly accounts: number }
  /** Already published, so nothing was counted. */
  | { readonly kind: 'published'; readonly term: PublishedTerm }

export interface NewPromotion {
  readonly topicKey: Uint8Array
  readonly levelOne: string
  readonly term: string
  readonly at: Date
  /** For the first promoted term. Later ones have the next number and version. */
  readonly firstNumber: number
  readonly firstVersion: number
}

export interface VocabularyVerbs {
  listPromotedTerms(): Promise<PublishedTerm[]>
  /** Unpublished terms, proposed after `since`. */
  countPendingTerms(since: Date): Promise<number>
  /** A repeated proposal counts from its newest time. */
  proposeTerm(proposal: NewProposal): Promise<ProposalCount>
  /** Forgets the proposers. All calls for a key return its first term. */
  promoteTerm(promotion: NewPromotion): Promise<PublishedTerm>
  sweepProposals(before: Date): Promise<void>
}

/** Orders promotions and their versions. */
const PROMOTION_LOCK = 2
/** An earlier repetition is not written. */
const RENEW_AFTER_MS = 86_400_000

const PUBLISHED = { topicKey: true } as const

export function vocabularyVerbs(db: Database): VocabularyVerbs {
  const { prisma, repeatable } = db
  return {
    listPromotedTerms: () =>
      repeatable(() => prisma.promotedTerm.findMany({ omit: PUBLISHED, orderBy: { sinceVersion: 'asc' } })),

    countPendingTerms: (since) =>
      repeatable(async () => {
        const [row] = await prisma.$queryRaw<{ pending: number }[]>`
          SELECT count(DISTINCT topic_key)::int AS pending FROM term_proposal AS proposal
          WHERE proposed_at > ${since}::timestamp
            AND NOT EXISTS (SELECT FROM promoted_term WHERE topic_key = proposal.topic_key)`
        return row!.pending
      }),

    proposeTerm: (proposal) => repeatable(() => proposeTerm(db, proposal)),
    promoteTerm: (promotion) => repeatable(() => promoteTerm(db, promotion)),

    sweepProposals: (before) =>
      repeatable(async () => {
        await prisma.termProposal.deleteMany({ where: { proposedAt: { lte: before } } })
      }),
  }
}

/** Commits before it counts, so the last of concurrent proposals counts all of them. */
async function proposeTerm({ prisma }: Database, proposal: NewProposal): Promise<ProposalCount> {
  const { namespaceId, at, since } = proposal
  const topicKey = new Uint8Array(proposal.topicKey)
  const stale = new Date(at.getTime() - RENEW_AFTER_MS)
  await prisma.$executeRaw`
    INSERT INTO term_proposal AS known (topic_key, namespace_id, proposed_at)
    SELECT ${topicKey}::bytea, ${namespaceId}::uuid, ${at}::timestamp
    WHERE NOT EXISTS (SELECT FROM promoted_term WHERE topic_key = ${topicKey}::bytea)
    ON CONFLICT (topic_key, namespace_id) DO UPDATE SET proposed_at = excluded.proposed_at
    WHERE known.proposed_at <= ${stale}::timestamp`
  const term = await prisma.promotedTerm.findUnique({ where: { topicKey }, omit: PUBLISHED })
  if (term !== null) return { kind: 'published', term }
  return {
    kind: 'pending',
    accounts: await prisma.termProposal.count({ where: { topicKey, proposedAt: { gt: since } } }),
  }
}

function promoteTerm({ prisma }: Database, promotion: NewPromotion): Promise<PublishedTerm> {
  const { levelOne, term, at, firstNumber, firstVersion } = promotion
  const topicKey = new Uint8Array(promotion.topicKey)
  return prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${PROMOTION_LOCK}::int, 0)`
    const published = await tx.promotedTerm.findUnique({ where: { topicKey }, omit: PUBLISHED })
    if (published !== null) return published
    await tx.termProposal.deleteMany({ where: { topicKey } })
    const [next] = await tx.$queryRaw<{ number: number; version: number }[]>`
      SELECT coalesce(max(substr(id, 4)::int) + 1, ${firstNumber}::int) AS number,
             coalesce(max(since_version) + 1, ${firstVersion}::int) AS version
      FROM promoted_term`
    return tx.promotedTerm.create({
      data: { id: `l2-${next!.number}`, topicKey, levelOne, term, sinceVersion: next!.version, promotedAt: at },
      omit: PUBLISHED,
    })
  })
}

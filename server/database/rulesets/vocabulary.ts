/**
 * Proposals for the vocabulary and the terms that came of them.
 *
 * Promises: an account counts once for a term, and a term is promoted once, however many processes count and promote at
 * the same time. What an account wrote is not here: it comes as a keyed hash, and as text only in the call that
 * publishes it. Trusts the caller to decide who counts, for how long, and how many are enough.
 */
import type { PromotedTerm } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

/** A published term that was proposed, not seeded. */
export type PublishedTerm = Omit<PromotedTerm, 'topicKey'>

export interface NewProposal {
  /** HMAC-SHA-256 of domain and normal form. */
  readonly topicKey: Uint8Array
  /** The account that proposes it. */
  readonly namespaceId: string
  readonly at: Date
  /** Proposals from before it count no more. */
  readonly since: Date
}

export type ProposalCount =
  /** Distinct accounts that propose the term, this one included. */
  | { readonly kind: 'pending'; readonly accounts: number }
  /** It is published already: nothing was counted. */
  | { readonly kind: 'published'; readonly term: PublishedTerm }

export interface NewPromotion {
  readonly topicKey: Uint8Array
  readonly levelOne: string
  readonly term: string
  readonly at: Date
  /** What the first promoted term of all is given. Each later one has the next number and the next version. */
  readonly firstNumber: number
  readonly firstVersion: number
}

export interface VocabularyVerbs {
  /** Promoted terms in the order of their promotion. */
  listPromotedTerms(): Promise<PublishedTerm[]>
  /** How many different terms were proposed since `since` and are not published. */
  countPendingTerms(since: Date): Promise<number>
  /** Counts the account for the term. A repeated proposal counts from its newest time on. */
  proposeTerm(proposal: NewProposal): Promise<ProposalCount>
  /** Publishes the term and forgets who proposed it. Of several calls for one key the first stands; all answer it. */
  promoteTerm(promotion: NewPromotion): Promise<PublishedTerm>
  /** Forgets proposals from before `before`. */
  sweepProposals(before: Date): Promise<void>
}

/** Key of the advisory lock that lets promotions take turns, so that their versions follow each other. */
const PROMOTION_LOCK = 2
/** A proposal that is repeated sooner is not written again. */
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

/**
 * The proposal is committed before the accounts are counted: of several that arrive together, the one committed last
 * counts all of them, so the number that is enough is never reached unseen.
 */
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

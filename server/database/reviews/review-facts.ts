/** What reviews of a name are judged by: its revisions, signatures and open reviews. */
import type { Meaning } from '../../api/terms/ruleset-terms'
import type { Database } from '../client/database'

/** A revision that the name pointed at. */
export interface NumberedRevision {
  readonly hash: string
  /** From 1, by the first time that the name pointed at these bytes. */
  readonly number: number
}

/** The latest signature of a person for any revision of the name. */
export interface LatestSignature {
  readonly personId: string
  readonly printedName: string
  readonly recordId: string
  readonly hash: string
  readonly meaning: Meaning
  readonly note: string | null
  readonly signedAt: Date
  /** An approval that was withdrawn or has expired. */
  readonly isOver: boolean
}

export interface OpenReviewFacts {
  readonly name: string
  readonly reviewId: string
  /** YYYY-MM-DD, or null. */
  readonly dueOn: string | null
  /** Comments that are not resolved, without replies. */
  readonly openComments: number
}

export interface ReviewFactVerbs {
  /** In order. */
  numberedRevisions(namespaceId: string, name: string): Promise<NumberedRevision[]>
  /** One row a person, latest first. */
  latestSignatures(namespaceId: string, name: string, at: Date): Promise<LatestSignature[]>
  /** Names without an open review are left out. */
  openReviewsOf(namespaceId: string, names: readonly string[]): Promise<OpenReviewFacts[]>
}

export function reviewFactVerbs({ prisma, repeatable }: Database): ReviewFactVerbs {
  return {
    numberedRevisions: (namespaceId, name) =>
      repeatable(
        () => prisma.$queryRaw<NumberedRevision[]>`
          SELECT hash, (row_number() OVER (ORDER BY min(id)))::int AS number FROM name_binding
          WHERE namespace_id = ${namespaceId}::uuid AND name = ${name}
          GROUP BY hash ORDER BY number`,
      ),

    latestSignatures: (namespaceId, name, at) =>
      repeatable(
        () => prisma.$queryRaw<LatestSignature[]>`
          SELECT person_id AS "personId", printed_name AS "printedName", id AS "recordId", hash, meaning::text AS meaning,
            note, signed_at AS "signedAt", "isOver"
          FROM (
            SELECT DISTINCT ON (record.person_id) record.*, approval.id IS NOT NULL AND (
                approval.expires_at <= ${at.toISOString()}::timestamp
                OR EXISTS (SELECT FROM approval_withdrawal WHERE approval_id = approval.id)
              ) IS TRUE AS "isOver"
            FROM review_record AS record LEFT JOIN approval ON approval.id = record.approval_id
            WHERE record.namespace_id = ${namespaceId}::uuid AND record.hash IN (
              SELECT hash FROM name_binding WHERE namespace_id = ${namespaceId}::uuid AND name = ${name})
            ORDER BY record.person_id, record.sequence DESC
          ) AS latest
          ORDER BY sequence DESC`,
      ),

    openReviewsOf: (namespaceId, names) =>
      repeatable(
        () => prisma.$queryRaw<OpenReviewFacts[]>`
          SELECT name, review.id AS "reviewId", to_char(due_on, 'YYYY-MM-DD') AS "dueOn", (
            SELECT count(*)::int FROM review_comment
            WHERE review_id = review.id AND parent_id IS NULL AND resolved_at IS NULL
          ) AS "openComments"
          FROM review
          WHERE namespace_id = ${namespaceId}::uuid AND name = ANY(${[...names]}) AND ended_at IS NULL`,
      ),
  }
}

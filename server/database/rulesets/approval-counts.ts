import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { inForceSql } from '../signing/approvals'
import { openRequests } from '../signing/approved-revisions'
import type { ApprovalCounts } from './named-revisions'

export interface ApprovalCountVerbs {
  /** Counts approvals in force at `at`, by hash. Bytes without approvals and requests have no entry. */
  approvalCounts(namespaceId: string, hashes: readonly string[], at: Date): Promise<Map<string, ApprovalCounts>>
  /** People with an open request for changes. */
  peopleRequestingChanges(namespaceId: string, hash: string, at: Date): Promise<string[]>
}

export function approvalCountVerbs({ prisma, repeatable }: Database): ApprovalCountVerbs {
  return {
    approvalCounts: (namespaceId, hashes, at) =>
      repeatable(async () => {
        if (hashes.length === 0) return new Map()
        const wanted = [...hashes]
        const requests = openRequests(namespaceId, at, Prisma.sql`AND request.hash = ANY(${wanted})`)
        const rows = await prisma.$queryRaw<(ApprovalCounts & { readonly hash: string })[]>`
          WITH approved AS (
            SELECT approval.hash, count(record.id)::int AS signed, (count(*) - count(record.id))::int AS unsigned
            FROM approval
            LEFT JOIN review_record AS record ON record.approval_id = approval.id
            WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = ANY(${wanted}) AND ${inForceSql(at)}
            GROUP BY approval.hash
          ), requested AS (
            SELECT hash, count(*)::int AS people FROM (${requests}) AS open GROUP BY hash
          )
          SELECT hash, coalesce(signed, 0) AS signed, coalesce(unsigned, 0) AS unsigned,
            coalesce(people, 0) AS "changesRequested"
          FROM approved FULL JOIN requested USING (hash)`
        return new Map(rows.map(({ hash, ...counts }) => [hash, counts]))
      }),

    peopleRequestingChanges: (namespaceId, hash, at) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ readonly id: string }[]>`
          SELECT person_id::text AS id
          FROM (${openRequests(namespaceId, at, Prisma.sql`AND request.hash = ${hash}`)}) AS open`
        return rows.map(({ id }) => id)
      }),
  }
}

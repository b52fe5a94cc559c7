/** Only approvals in force and open requests (open-requests.ts) count. */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { contentText, hasHash } from '../log/content-problems'
import { inForceSql } from '../signing/approvals'
import { openRequests } from '../signing/approved-revisions'

export interface ApprovalCounts {
  /** By people. */
  readonly signed: number
  /** By credentials or agents. */
  readonly unsigned: number
  /** People with an open request. */
  readonly changesRequested: number
}

export interface NamedRevision extends ApprovalCounts {
  readonly name: string
  readonly hash: string
  /** Time of the latest approval. */
  readonly approvedAt: Date | null
  readonly boundAt: Date
  readonly boundBy: string
  readonly message: string | null
  /** Number of earlier revisions. */
  readonly revisionDepth: number
  readonly sourceBytes: number
  /** Null without a label, or if it was declined. */
  readonly levelOne: string | null
  readonly levelTwo: string | null
  readonly declined: boolean
}

export interface OpenedRevision extends NamedRevision {
  /** Null if the bytes do not match their hash. */
  readonly source: string | null
  readonly parentHash: string | null
  readonly archivedAt: Date | null
  /** The name that replaced this one. */
  readonly renamedTo: string | null
  /** The name that this one replaced. */
  readonly renamedFrom: string | null
}

export interface StoredBinding {
  readonly hash: string
  readonly boundAt: Date
  readonly boundBy: string
  readonly message: string | null
}

export interface NamedRevisionVerbs {
  openName(namespaceId: string, name: string, now: Date): Promise<OpenedRevision | null>
  /** In the given order, without unbound names. */
  namedRevisions(namespaceId: string, names: readonly string[], now: Date): Promise<NamedRevision[]>
  /** Newest first. */
  latestBindings(namespaceId: string, name: string, limit: number): Promise<StoredBinding[]>
}

export function namedRevisionVerbs({ prisma, repeatable }: Database): NamedRevisionVerbs {
  return {
    openName: (namespaceId, name, now) =>
      repeatable(async () => {
        const page = Prisma.sql`SELECT name, hash, bound_at, archived_at, renamed_to FROM ruleset_name
          WHERE namespace_id = ${namespaceId}::uuid AND name = ${name}`
        const more = Prisma.sql`, source, parent_hash AS "parentHash", page.archived_at AS "archivedAt",
          page.renamed_to AS "renamedTo", (
            SELECT renamed_from FROM name_binding
            WHERE name_binding.namespace_id = ${namespaceId}::uuid AND name_binding.name = page.name
              AND renamed_from IS NOT NULL
            ORDER BY id DESC LIMIT 1
          ) AS "renamedFrom"`
        const [row] = await prisma.$queryRaw<OpenedRow[]>(selectRevisions(namespaceId, now, page, more))
        if (row === undefined) return null
        const { hash, source } = row
        return {
          ...row,
          source: hasHash(source, hash) ? contentText(source, { kind: 'ruleset', namespaceId, hash }) : null,
        }
      }),

    namedRevisions: (namespaceId, names, now) =>
      repeatable(async () => {
        const page = Prisma.sql`SELECT name, hash, bound_at FROM ruleset_name
          WHERE namespace_id = ${namespaceId}::uuid AND name = ANY(${[...names]})`
        const named = await prisma.$queryRaw<NamedRevision[]>(selectRevisions(namespaceId, now, page, Prisma.empty))
        const places = new Map(names.map((name, place) => [name, place]))
        return named.sort((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0))
      }),

    latestBindings: (namespaceId, name, limit) =>
      repeatable(() =>
        prisma.nameBinding.findMany({
          where: { namespaceId, name },
          select: { hash: true, boundAt: true, boundBy: true, message: true },
          orderBy: { id: 'desc' },
          take: limit,
        }),
      ),
  }
}

type OpenedRow = Omit<OpenedRevision, 'source'> & { readonly source: Uint8Array }

/** @param page selects names @param more further columns */
function selectRevisions(namespaceId: string, now: Date, page: Prisma.Sql, more: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    WITH page AS (${page}), pointed AS (SELECT DISTINCT hash FROM page), approved AS (
      SELECT approval.hash, count(record.id)::int AS signed, (count(*) - count(record.id))::int AS unsigned,
        max(approval.approved_at) AS approved_at
      FROM approval
      LEFT JOIN review_record AS record ON record.approval_id = approval.id
      WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash IN (SELECT hash FROM pointed)
        AND ${inForceSql(now)}
      GROUP BY approval.hash
    ), requested AS (
      SELECT hash, count(*)::int AS people
      FROM (${openRequests(namespaceId, now, Prisma.sql`AND request.hash IN (SELECT hash FROM pointed)`)}) AS open
      GROUP BY hash
    )
    SELECT page.name, page.hash, page.bound_at AS "boundAt", last.bound_by AS "boundBy", last.message,
      revision_depth AS "revisionDepth", octet_length(ruleset.source) AS "sourceBytes",
      level_one AS "levelOne", level_two AS "levelTwo", coalesce(declined, false) AS declined,
      coalesce(signed, 0) AS signed, coalesce(unsigned, 0) AS unsigned, coalesce(people, 0) AS "changesRequested",
      approved.approved_at AS "approvedAt"${more}
    FROM page
    JOIN ruleset ON ruleset.namespace_id = ${namespaceId}::uuid AND ruleset.hash = page.hash
    LEFT JOIN LATERAL (
      SELECT bound_by, message FROM name_binding
      WHERE name_binding.namespace_id = ${namespaceId}::uuid AND name_binding.name = page.name
      ORDER BY id DESC LIMIT 1
    ) AS last ON true
    LEFT JOIN ruleset_label AS label ON label.namespace_id = ${namespaceId}::uuid AND label.hash = page.hash
    LEFT JOIN approved ON approved.hash = page.hash
    LEFT JOIN requested ON requested.hash = page.hash
    ORDER BY page.name COLLATE "C"`
}

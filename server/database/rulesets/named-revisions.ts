/**
 * Names with all that a page shows of them: who bound them last and why, what was signed of their bytes, their label.
 *
 * Promises: expired and withdrawn approvals count nowhere; requests for changes count while they are open
 * (open-requests.ts). The names of a page are read by one query. Trusts its callers to have checked who asks.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { counting } from '../signing/approvals'
import { openRequests } from '../signing/open-requests'
import { contentText, hasHash } from './damaged-content'

/** What was signed of the bytes that a name points at, as far as it counts now. */
export interface ApprovalCounts {
  /** Approvals that a person signed. */
  readonly signed: number
  /** Approvals by a credential or an agent. */
  readonly unsigned: number
  /** People whose request for changes is open. */
  readonly changesRequested: number
}

export interface NamedRevision extends ApprovalCounts {
  readonly name: string
  readonly hash: string
  /** When the latest approval in force was given; null where there is none. */
  readonly approvedAt: Date | null
  readonly boundAt: Date
  /** Label of the person or of the credential. */
  readonly boundBy: string
  readonly message: string | null
  /** Number of revisions before this one. */
  readonly revisionDepth: number
  /** Size of the source. */
  readonly sourceBytes: number
  /** Of the label; null where there is none or it was declined. */
  readonly levelOne: string | null
  readonly levelTwo: string | null
  /** Whether the author chose to label it with nothing. */
  readonly declined: boolean
}

export interface OpenedRevision extends NamedRevision {
  /** Null where the stored bytes do not have their hash. */
  readonly source: string | null
  readonly parentHash: string | null
}

/** A time that a name was bound. */
export interface StoredBinding {
  readonly hash: string
  readonly boundAt: Date
  readonly boundBy: string
  readonly message: string | null
}

export interface NamedRevisionVerbs {
  /** Null for a name that was never bound. */
  openName(namespaceId: string, name: string, now: Date): Promise<OpenedRevision | null>
  /** In the order of the names that are given; without those that are bound to nothing. */
  namedRevisions(namespaceId: string, names: readonly string[], now: Date): Promise<NamedRevision[]>
  /** The latest bindings of a name, newest first. */
  latestBindings(namespaceId: string, name: string, limit: number): Promise<StoredBinding[]>
}

export function namedRevisionVerbs({ prisma, repeatable }: Database): NamedRevisionVerbs {
  return {
    openName: (namespaceId, name, now) =>
      repeatable(async () => {
        const page = Prisma.sql`SELECT name, hash, bound_at FROM ruleset_name
          WHERE namespace_id = ${namespaceId}::uuid AND name = ${name}`
        const more = Prisma.sql`, source, parent_hash AS "parentHash"`
        const [row] = await prisma.$queryRaw<OpenedRow[]>(rows(namespaceId, now, page, more))
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
        const named = await prisma.$queryRaw<NamedRevision[]>(rows(namespaceId, now, page, Prisma.empty))
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

/** @param page which names; @param more further columns */
function rows(namespaceId: string, now: Date, page: Prisma.Sql, more: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    WITH page AS (${page}), pointed AS (SELECT DISTINCT hash FROM page), approved AS (
      SELECT approval.hash, count(record.id)::int AS signed, (count(*) - count(record.id))::int AS unsigned,
        max(approval.approved_at) AS approved_at
      FROM approval
      LEFT JOIN review_record AS record ON record.approval_id = approval.id
      WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash IN (SELECT hash FROM pointed)
        AND ${counting(now)}
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

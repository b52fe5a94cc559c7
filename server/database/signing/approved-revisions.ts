/** Facts that a signer reads besides the bytes. */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { inForce, inForceSql } from './approvals'

export interface HashBinding {
  readonly name: string
  readonly boundAt: Date
  readonly boundBy: string
  readonly personId: string | null
  readonly message: string | null
}

export interface ApprovedCandidate {
  readonly hash: string
  /** People with an open request (open-requests.ts). */
  readonly changesRequested: number
}

export interface LatestApproval {
  /** Null if no person signed it. */
  readonly recordId: string | null
  readonly approver: string
  readonly approvedAt: Date
  readonly channel: 'program' | 'person' | 'agent'
  readonly reportedBy: string | null
}

export interface UnsignedApproval {
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: Date
  readonly channel: 'program' | 'person' | 'agent'
  readonly reportedBy: string | null
}

export interface ApprovedRevisionVerbs {
  /** Sorted names that point at the bytes. */
  namesOf(namespaceId: string, hash: string): Promise<string[]>
  /** For each time, the sorted names that pointed at the bytes. */
  namesAt(namespaceId: string, hash: string, times: readonly Date[]): Promise<string[][]>
  /** Oldest first. */
  bindingsOf(namespaceId: string, hash: string): Promise<HashBinding[]>
  /**
   * Sorted names that ever pointed at the bytes or their ancestors.
   * @param until the last ancestor to consider; null for all
   */
  namesOfLine(namespaceId: string, hash: string, until: string | null): Promise<string[]>
  /** Oldest first. */
  unsignedApprovals(namespaceId: string, hash: string, at: Date): Promise<UnsignedApproval[]>
  /** Ancestors, nearest first, then revisions with a name that the bytes ever had, latest first. */
  approvedCandidates(
    namespaceId: string,
    hash: string,
    page: { readonly at: Date; readonly skip: number; readonly limit: number },
  ): Promise<ApprovedCandidate[]>
  /** @param among ids of signed records to consider; null for all */
  latestApproval(
    namespaceId: string,
    hash: string,
    page: { readonly at: Date; readonly among: readonly string[] | null },
  ): Promise<LatestApproval | null>
}

export function approvedRevisionVerbs(db: Database): ApprovedRevisionVerbs {
  const { prisma, repeatable } = db
  return {
    namesOf: (namespaceId, hash) =>
      repeatable(async () => {
        const rows = await prisma.rulesetName.findMany({ where: { namespaceId, hash }, select: { name: true } })
        return rows.map(({ name }) => name).sort()
      }),
    namesAt: (namespaceId, hash, times) =>
      times.length === 0 ? Promise.resolve([]) : repeatable(() => namesAt(db, namespaceId, hash, times)),
    bindingsOf: (namespaceId, hash) =>
      repeatable(() =>
        prisma.nameBinding.findMany({
          where: { namespaceId, hash },
          select: { name: true, boundAt: true, boundBy: true, personId: true, message: true },
          orderBy: { id: 'asc' },
        }),
      ),
    namesOfLine: (namespaceId, hash, until) => repeatable(() => namesOfLine(db, namespaceId, hash, until)),
    unsignedApprovals: (namespaceId, hash, at) =>
      repeatable(() =>
        prisma.approval.findMany({
          where: { namespaceId, hash, review: null, ...inForce(at) },
          select: { approver: true, note: true, approvedAt: true, channel: true, reportedBy: true },
          orderBy: { sequence: 'asc' },
        }),
      ),
    approvedCandidates: (namespaceId, hash, page) => repeatable(() => selectCandidates(db, namespaceId, hash, page)),
    latestApproval: (namespaceId, hash, { at, among }) =>
      repeatable(async () => {
        const latest = await prisma.approval.findFirst({
          where: { namespaceId, hash, ...inForce(at), ...(among !== null && { review: { id: { in: [...among] } } }) },
          include: { review: { select: { id: true } } },
          orderBy: { sequence: 'desc' },
        })
        if (latest === null) return null
        const { approver, approvedAt, channel, reportedBy, review } = latest
        return { approver, approvedAt, channel, reportedBy, recordId: review?.id ?? null }
      }),
  }
}

async function namesAt(
  { prisma }: Database,
  namespaceId: string,
  hash: string,
  times: readonly Date[],
): Promise<string[][]> {
  const rows = await prisma.$queryRaw<{ readonly ordinal: number; readonly name: string }[]>`
    SELECT requested.ordinal::int AS ordinal, own.name
    FROM unnest(${times.map((at) => at.toISOString())}::timestamp[]) WITH ORDINALITY AS requested (at, ordinal)
    CROSS JOIN LATERAL (
      SELECT DISTINCT name FROM name_binding
      WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash} AND bound_at <= requested.at
    ) AS own
    WHERE (
      SELECT latest.hash FROM name_binding AS latest
      WHERE latest.namespace_id = ${namespaceId}::uuid AND latest.name = own.name AND latest.bound_at <= requested.at
      ORDER BY latest.id DESC LIMIT 1
    ) = ${hash}`
  return times.map((_, index) => rows.flatMap((row) => (row.ordinal === index + 1 ? [row.name] : [])).sort())
}

/** SQL of the query `chain`: the bytes and their ancestors. */
function lineOf(namespaceId: string, hash: string, until: string | null): Prisma.Sql {
  return Prisma.sql`
    SELECT hash, parent_hash, revision_depth FROM ruleset
    WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
    UNION ALL
    SELECT parent.hash, parent.parent_hash, parent.revision_depth
    FROM chain JOIN ruleset AS parent ON parent.namespace_id = ${namespaceId}::uuid AND parent.hash = chain.parent_hash
    WHERE parent.revision_depth < chain.revision_depth AND chain.hash <> ${until ?? ''}`
}

async function namesOfLine(
  { prisma }: Database,
  namespaceId: string,
  hash: string,
  until: string | null,
): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ readonly name: string }[]>`
    WITH RECURSIVE chain AS (${lineOf(namespaceId, hash, until)})
    SELECT name FROM ruleset_name WHERE namespace_id = ${namespaceId}::uuid AND hash IN (SELECT hash FROM chain)
    UNION
    SELECT name FROM name_binding WHERE namespace_id = ${namespaceId}::uuid AND hash IN (SELECT hash FROM chain)`
  return rows.map(({ name }) => name).sort()
}

function selectCandidates(
  { prisma }: Database,
  namespaceId: string,
  hash: string,
  { at, skip, limit }: { readonly at: Date; readonly skip: number; readonly limit: number },
): Promise<ApprovedCandidate[]> {
  return prisma.$queryRaw<ApprovedCandidate[]>`
    WITH RECURSIVE chain AS (${lineOf(namespaceId, hash, null)}), candidate AS (
      SELECT hash, '' AS name, 0 AS kind, revision_depth::bigint AS precedence
      FROM chain
      WHERE hash <> ${hash} AND EXISTS (
        SELECT FROM approval
        WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = chain.hash AND ${inForceSql(at)}
      )
      UNION ALL
      SELECT other.hash, other.name, 1, max(approval.sequence)
      FROM name_binding AS own
      JOIN name_binding AS other ON other.namespace_id = own.namespace_id AND other.name = own.name AND other.hash <> own.hash
      JOIN approval ON approval.namespace_id = other.namespace_id AND approval.hash = other.hash
      WHERE own.namespace_id = ${namespaceId}::uuid AND own.hash = ${hash} AND ${inForceSql(at)}
      GROUP BY other.hash, other.name
    )
    SELECT hash, (
      SELECT count(*)::int FROM (${openRequests(namespaceId, at, Prisma.sql`AND request.hash = page.hash`)}) AS open
    ) AS "changesRequested"
    FROM (SELECT * FROM candidate ORDER BY kind, precedence DESC, name LIMIT ${limit} OFFSET ${skip}) AS page
    ORDER BY kind, precedence DESC, name`
}

/** SQL rows of `hash` and `person_id`. */
export function openRequests(namespaceId: string, at: Date, among: Prisma.Sql = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT request.hash, request.person_id FROM review_record AS request
    WHERE request.namespace_id = ${namespaceId}::uuid AND request.meaning = 'changes_requested' ${among}
      AND NOT EXISTS (
        SELECT FROM review_record AS later JOIN approval ON approval.id = later.approval_id
        WHERE later.namespace_id = request.namespace_id AND later.hash = request.hash
          AND later.person_id = request.person_id AND later.sequence > request.sequence AND ${inForceSql(at)}
      )`
}

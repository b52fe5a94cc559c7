/**
 * What a signer reads beside the bytes: who saved them under which names, and which revisions were approved before.
 *
 * Promises: an approval counts as it does at the given time: neither expired nor withdrawn.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { counting, inForce } from './approvals'
import { openRequests } from './open-requests'

export interface HashBinding {
  readonly name: string
  readonly boundAt: Date
  /** Label of the credential, or of the person. */
  readonly boundBy: string
  readonly personId: string | null
  readonly message: string | null
}

/** A revision with an approval in force. */
export interface ApprovedCandidate {
  readonly hash: string
  /** People whose request for changes of it is open (open-requests.ts). */
  readonly changesRequested: number
}

/** The latest approval in force of a revision. */
export interface LatestApproval {
  /** The signed record of it; null where no person signed it. */
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
  /** Label of the credential, or of the person behind the agent; null where no credential was demanded. */
  readonly reportedBy: string | null
}

export interface ApprovedRevisionVerbs {
  /** Names that point at the bytes, in their order. */
  namesOf(namespaceId: string, hash: string): Promise<string[]>
  /** Names that pointed at the bytes at a time, in their order: of each requested time. */
  namesAt(namespaceId: string, hash: string, times: readonly Date[]): Promise<string[][]>
  /** Every time a name was bound to the bytes, oldest first. */
  bindingsOf(namespaceId: string, hash: string): Promise<HashBinding[]>
  /**
   * Names that point or pointed at the bytes, or at a revision that they come from, in their order.
   * @param until of the ancestor behind which none is looked at; null for all ancestors
   */
  namesOfLine(namespaceId: string, hash: string, until: string | null): Promise<string[]>
  /** Approvals without a person's signature in force, oldest first. */
  unsignedApprovals(namespaceId: string, hash: string, at: Date): Promise<UnsignedApproval[]>
  /**
   * Revisions with an approval in force, never these bytes: ancestors, the nearest first, and then what was approved under
   * a name that the bytes bear or bore, the latest first. At most `limit`, after leaving out the first `skip`.
   */
  approvedCandidates(
    namespaceId: string,
    hash: string,
    page: { readonly at: Date; readonly skip: number; readonly limit: number },
  ): Promise<ApprovedCandidate[]>
  /** @param among ids of signed records whose approvals come into question; null for every approval */
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
    approvedCandidates: (namespaceId, hash, page) => repeatable(() => candidates(db, namespaceId, hash, page)),
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

/** A name points at what its latest binding until then names. */
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

/**
 * The bytes and the revisions that they come from, as the recursive query `chain`.
 * @param until the ancestor behind which none is looked at; null for all ancestors
 */
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

function candidates(
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
        WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = chain.hash AND ${counting(at)}
      )
      UNION ALL
      SELECT other.hash, other.name, 1, max(approval.sequence)
      FROM name_binding AS own
      JOIN name_binding AS other ON other.namespace_id = own.namespace_id AND other.name = own.name AND other.hash <> own.hash
      JOIN approval ON approval.namespace_id = other.namespace_id AND approval.hash = other.hash
      WHERE own.namespace_id = ${namespaceId}::uuid AND own.hash = ${hash} AND ${counting(at)}
      GROUP BY other.hash, other.name
    )
    SELECT hash, (
      SELECT count(*)::int FROM (${openRequests(namespaceId, at, Prisma.sql`AND request.hash = page.hash`)}) AS open
    ) AS "changesRequested"
    FROM (SELECT * FROM candidate ORDER BY kind, precedence DESC, name LIMIT ${limit} OFFSET ${skip}) AS page
    ORDER BY kind, precedence DESC, name`
}

/**
 * What a signer is told beside the bytes: who saved them under which names, and which revision was approved before.
 *
 * Promises: an approval counts as it does at the given time: neither expired nor withdrawn.
 */
import { Prisma } from '../../generated/prisma/client'
import { inForce } from './approvals'
import type { Database } from './database'

export interface HashBinding {
  readonly name: string
  readonly boundAt: Date
  /** Label of the credential, or of the person. */
  readonly boundBy: string
  readonly personId: string | null
  readonly message: string | null
}

export interface ApprovedBefore {
  readonly hash: string
  readonly name: string | null
  readonly approver: string
  readonly approvedAt: Date
  /** Whether a person signed it. */
  readonly signed: boolean
}

export interface UnsignedApproval {
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: Date
  readonly channel: 'program' | 'person' | 'agent'
}

export interface ApprovedRevisionVerbs {
  /** Names that point at the bytes, in their order. */
  namesOf(namespaceId: string, hash: string): Promise<string[]>
  /** Every time a name was bound to the bytes, oldest first. */
  bindingsOf(namespaceId: string, hash: string): Promise<HashBinding[]>
  /** Whether this person ever bound a name to the bytes. */
  hasSaved(namespaceId: string, hash: string, personId: string): Promise<boolean>
  /** Approvals without a person's signature in force, oldest first. */
  unsignedApprovals(namespaceId: string, hash: string, at: Date): Promise<UnsignedApproval[]>
  /** The nearest approved ancestor, or else what was last approved under a name that the bytes bear or bore. */
  approvedBefore(namespaceId: string, hash: string, at: Date): Promise<ApprovedBefore | null>
}

export function approvedRevisionVerbs(db: Database): ApprovedRevisionVerbs {
  const { prisma, repeatable } = db
  return {
    namesOf: (namespaceId, hash) =>
      repeatable(async () => {
        const rows = await prisma.rulesetName.findMany({ where: { namespaceId, hash }, select: { name: true } })
        return rows.map(({ name }) => name).sort()
      }),
    bindingsOf: (namespaceId, hash) =>
      repeatable(() =>
        prisma.nameBinding.findMany({
          where: { namespaceId, hash },
          select: { name: true, boundAt: true, boundBy: true, personId: true, message: true },
          orderBy: { id: 'asc' },
        }),
      ),
    hasSaved: (namespaceId, hash, personId) =>
      repeatable(async () => (await prisma.nameBinding.count({ where: { namespaceId, hash, personId } })) > 0),
    unsignedApprovals: (namespaceId, hash, at) =>
      repeatable(() =>
        prisma.approval.findMany({
          where: { namespaceId, hash, review: null, ...inForce(at) },
          select: { approver: true, note: true, approvedAt: true, channel: true },
          orderBy: { sequence: 'asc' },
        }),
      ),
    approvedBefore: (namespaceId, hash, at) =>
      repeatable(async () => {
        const found =
          (await approvedAncestor(db, namespaceId, hash, at)) ?? (await approvedNamesake(db, namespaceId, hash, at))
        return found === null ? null : approvalOf(db, namespaceId, found, at)
      }),
  }
}

interface Found {
  readonly hash: string
  readonly name: string | null
}

/** Of rows of `approval`. */
export const counting = (at: Date) => Prisma.sql`
  (approval.expires_at IS NULL OR approval.expires_at > ${at}::timestamp)
  AND NOT EXISTS (SELECT FROM approval_withdrawal WHERE approval_id = approval.id)`

async function approvedAncestor(
  { prisma }: Database,
  namespaceId: string,
  hash: string,
  at: Date,
): Promise<Found | null> {
  const [row] = await prisma.$queryRaw<Found[]>`
    WITH RECURSIVE chain AS (
      SELECT hash, parent_hash, revision_depth FROM ruleset
      WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
      UNION ALL
      SELECT parent.hash, parent.parent_hash, parent.revision_depth
      FROM chain JOIN ruleset AS parent ON parent.namespace_id = ${namespaceId}::uuid AND parent.hash = chain.parent_hash
      WHERE parent.revision_depth < chain.revision_depth
    )
    SELECT hash, (
      SELECT name FROM name_binding WHERE namespace_id = ${namespaceId}::uuid AND name_binding.hash = chain.hash
      ORDER BY id DESC LIMIT 1
    ) AS name
    FROM chain
    WHERE hash <> ${hash} AND EXISTS (
      SELECT FROM approval
      WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = chain.hash AND ${counting(at)}
    )
    ORDER BY revision_depth DESC LIMIT 1`
  return row ?? null
}

async function approvedNamesake(
  { prisma }: Database,
  namespaceId: string,
  hash: string,
  at: Date,
): Promise<Found | null> {
  const [row] = await prisma.$queryRaw<Found[]>`
    SELECT other.hash, other.name
    FROM name_binding AS own
    JOIN name_binding AS other ON other.namespace_id = own.namespace_id AND other.name = own.name AND other.hash <> own.hash
    JOIN approval ON approval.namespace_id = other.namespace_id AND approval.hash = other.hash
    WHERE own.namespace_id = ${namespaceId}::uuid AND own.hash = ${hash} AND ${counting(at)}
    ORDER BY approval.sequence DESC LIMIT 1`
  return row ?? null
}

async function approvalOf(
  { prisma }: Database,
  namespaceId: string,
  found: Found,
  at: Date,
): Promise<ApprovedBefore | null> {
  const latest = await prisma.approval.findFirst({
    where: { namespaceId, hash: found.hash, ...inForce(at) },
    include: { review: { select: { id: true } } },
    orderBy: { sequence: 'desc' },
  })
  if (latest === null) return null
  const { approver, approvedAt, review } = latest
  return { ...found, approver, approvedAt, signed: review !== null }
}

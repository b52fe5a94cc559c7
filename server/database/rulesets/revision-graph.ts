import type { Meaning } from '../../api/terms/ruleset-terms'
import type { Database } from '../client/database'
import { inForce } from '../signing/approvals'
import type { ApprovalCounts } from './named-revisions'

export interface NumberedBinding {
  /** Grows with every binding. */
  readonly id: bigint
  readonly hash: string
  readonly boundAt: Date
  readonly boundBy: string
  readonly message: string | null
}

export interface GraphRecord {
  readonly id: string
  readonly meaning: Meaning
  readonly signedAt: Date
  /** The signed statement. */
  readonly envelope: Uint8Array
}

export interface GraphRevision {
  readonly hash: string
  readonly parentHash: string | null
  readonly revisionDepth: number
  readonly createdAt: Date
  /** Each name ever bound to it, with the first time, oldest first. */
  readonly savedAs: readonly { readonly name: string; readonly at: Date }[]
  readonly approvals: ApprovalCounts
  /** Includes those that no longer count, oldest first. */
  readonly records: readonly GraphRecord[]
}

export interface RevisionGraphVerbs {
  /** Newest first, with ids below `before`. */
  bindingsBefore(namespaceId: string, name: string, before: bigint | null, limit: number): Promise<NumberedBinding[]>
  /** In any order. */
  graphRevisions(namespaceId: string, hashes: readonly string[], at: Date): Promise<GraphRevision[]>
}

export function revisionGraphVerbs({ prisma, repeatable }: Database): RevisionGraphVerbs {
  return {
    bindingsBefore: (namespaceId, name, before, limit) =>
      repeatable(() =>
        prisma.nameBinding.findMany({
          where: { namespaceId, name, ...(before === null ? {} : { id: { lt: before } }) },
          select: { id: true, hash: true, boundAt: true, boundBy: true, message: true },
          orderBy: { id: 'desc' },
          take: limit,
        }),
      ),

    graphRevisions: (namespaceId, hashes, at) =>
      repeatable(async () => {
        const savedAs = await namesEverBound(prisma, namespaceId, hashes)
        const rows = await prisma.ruleset.findMany({
          where: { namespaceId, hash: { in: [...hashes] } },
          select: {
            hash: true,
            parentHash: true,
            revisionDepth: true,
            createdAt: true,
            approvals: { where: inForce(at), select: { id: true, review: { select: { id: true } } } },
            reviews: {
              select: { id: true, meaning: true, signedAt: true, personId: true, approvalId: true, envelope: true },
              orderBy: { sequence: 'asc' },
            },
          },
        })
        return rows.map(({ approvals, reviews, ...revision }) => ({
          ...revision,
          savedAs: savedAs.flatMap(({ hash, name, at }) => (hash === revision.hash ? [{ name, at }] : [])),
          approvals: {
            signed: approvals.filter(({ review }) => review !== null).length,
            unsigned: approvals.filter(({ review }) => review === null).length,
            changesRequested: askingForChanges(reviews, new Set(approvals.map(({ id }) => id))),
          },
          records: reviews.map(({ id, meaning, signedAt, envelope }) => ({ id, meaning, signedAt, envelope })),
        }))
      }),
  }
}

function namesEverBound(prisma: Database['prisma'], namespaceId: string, hashes: readonly string[]) {
  return prisma.$queryRaw<{ readonly hash: string; readonly name: string; readonly at: Date }[]>`
    SELECT hash, name, min(bound_at) AS at FROM name_binding
    WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${[...hashes]})
    GROUP BY hash, name ORDER BY min(id)`
}

/**
 * See open-requests.ts.
 * @param inForce ids of approvals
 */
function askingForChanges(
  reviews: readonly { readonly personId: string; readonly meaning: Meaning; readonly approvalId: string | null }[],
  inForce: ReadonlySet<string>,
): number {
  const open = new Set<string>()
  for (const { personId, meaning, approvalId } of reviews)
    if (meaning === 'changes_requested') open.add(personId)
    else if (approvalId !== null && inForce.has(approvalId)) open.delete(personId)
  return open.size
}

const MAX_CHAIN_LENGTH = 2_147_483_647

export interface RevisionChainVerbs {
  /** Returns `hash` and its ancestors; empty for an unknown hash. */
  revisionChain(namespaceId: string, hash: string, limit?: number): Promise<string[]>
}

export function revisionChainVerbs({ prisma, repeatable }: Database): RevisionChainVerbs {
  return {
    revisionChain: (namespaceId, hash, limit = MAX_CHAIN_LENGTH) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ hash: string }[]>`
          WITH RECURSIVE chain AS (
            SELECT hash, parent_hash, revision_depth, 1 AS number FROM ruleset
            WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
            UNION ALL
            SELECT parent.hash, parent.parent_hash, parent.revision_depth, chain.number + 1
            FROM chain JOIN ruleset AS parent ON parent.namespace_id = ${namespaceId}::uuid AND parent.hash = chain.parent_hash
            WHERE parent.revision_depth < chain.revision_depth AND chain.number < ${limit}
          )
          SELECT hash FROM chain ORDER BY number`
        return rows.map((row) => row.hash)
      }),
  }
}

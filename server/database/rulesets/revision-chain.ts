/**
 * The revisions that led to a ruleset.
 *
 * Promises: one query, however long the chain; it ends even if the stored parents were tampered with, because each step
 * must lead to a smaller depth.
 */
import type { Database } from '../client/database'

export interface RevisionChainVerbs {
  /** `hash`, then its parent, back to the root; empty where the namespace holds no such ruleset. */
  revisionChain(namespaceId: string, hash: string): Promise<string[]>
}

export function revisionChainVerbs({ prisma, repeatable }: Database): RevisionChainVerbs {
  return {
    revisionChain: (namespaceId, hash) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ hash: string }[]>`
          WITH RECURSIVE chain AS (
            SELECT hash, parent_hash, revision_depth FROM ruleset
            WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
            UNION ALL
            SELECT parent.hash, parent.parent_hash, parent.revision_depth
            FROM chain JOIN ruleset AS parent ON parent.namespace_id = ${namespaceId}::uuid AND parent.hash = chain.parent_hash
            WHERE parent.revision_depth < chain.revision_depth
          )
          SELECT hash FROM chain ORDER BY revision_depth DESC`
        return rows.map((row) => row.hash)
      }),
  }
}

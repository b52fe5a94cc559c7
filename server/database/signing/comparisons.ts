/**
 * Comparisons in meaning that signers were shown, by their digest.
 *
 * Promises: stored with the first record that names it, in its transaction, and never changed. Trusts the caller that
 * `hash` is the sha256 of `canonical`.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { contentText } from '../rulesets/damaged-content'

/** A comparison as it was shown. */
export interface NewComparison {
  /** sha256 of `canonical`. */
  readonly hash: string
  /** Canonical JSON. */
  readonly canonical: string
}

export interface ComparisonVerbs {
  /** Its canonical JSON; null where the namespace stores none of this digest. @throws DamagedContent */
  findComparison(namespaceId: string, hash: string): Promise<string | null>
}

export function comparisonVerbs({ prisma, repeatable }: Database): ComparisonVerbs {
  return {
    findComparison: (namespaceId, hash) =>
      repeatable(async () => {
        const row = await prisma.rulesetComparison.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
        return row && contentText(row.canonical, { kind: 'comparison', namespaceId, hash })
      }),
  }
}

export async function storeComparison(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { hash, canonical }: NewComparison,
  at: Date,
): Promise<void> {
  const data = { namespaceId, hash, canonical: new TextEncoder().encode(canonical), createdAt: at }
  await tx.rulesetComparison.createMany({ data, skipDuplicates: true })
}

/** As stored, damaged or not; null for one that is not there. For who verifies records. */
export async function readComparison(
  client: Pick<Prisma.TransactionClient, 'rulesetComparison'>,
  namespaceId: string,
  hash: string,
): Promise<Uint8Array | null> {
  const row = await client.rulesetComparison.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
  return row?.canonical ?? null
}

import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { contentText } from '../log/content-problems'

/** `hash` is the sha256 of `canonical`. */
export interface NewComparison {
  readonly hash: string
  /** Canonical JSON. */
  readonly canonical: string
}

export interface ComparisonVerbs {
  /** Returns canonical JSON. @throws DamagedContentError */
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

/** Reads a comparison for verifying: the bytes may be damaged. */
export async function readComparison(
  client: Pick<Prisma.TransactionClient, 'rulesetComparison'>,
  namespaceId: string,
  hash: string,
): Promise<Uint8Array | null> {
  const row = await client.rulesetComparison.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
  return row?.canonical ?? null
}

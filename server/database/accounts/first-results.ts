/** What a namespace has produced so far. */
import type { Database } from '../client/database'

export interface FirstResults {
  /** The bytes to which a name was bound last; null without a ruleset. */
  readonly latestHash: string | null
  /** Whether a person has signed an approval. */
  readonly hasSignature: boolean
}

export interface FirstResultVerbs {
  findFirstResults(namespaceId: string): Promise<FirstResults>
}

export function firstResultVerbs({ prisma, repeatable }: Database): FirstResultVerbs {
  return {
    findFirstResults: (namespaceId) =>
      repeatable(async () => {
        const [latest, signature] = await Promise.all([
          prisma.rulesetName.findFirst({
            where: { namespaceId },
            select: { hash: true },
            orderBy: [{ boundAt: 'desc' }, { name: 'asc' }],
          }),
          prisma.reviewRecord.findFirst({ where: { namespaceId, meaning: 'approved' }, select: { id: true } }),
        ])
        return { latestHash: latest?.hash ?? null, hasSignature: signature !== null }
      }),
  }
}

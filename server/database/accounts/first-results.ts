import type { Database } from '../client/database'

export interface FirstResults {
  /** Hash of the last bound ruleset. */
  readonly latestHash: string | null
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

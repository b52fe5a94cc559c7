/** By which means a person can prove who they are. */
import type { Database } from '../client/database'

export interface ProofMeans {
  readonly password: boolean
  readonly passkey: boolean
  /** Signs in at an outside provider. */
  readonly provider: boolean
}

export interface ProofMeansVerbs {
  findProofMeans(personId: string): Promise<ProofMeans>
}

export function proofMeansVerbs({ prisma, repeatable }: Database): ProofMeansVerbs {
  return {
    findProofMeans: (id) =>
      repeatable(async () => {
        const person = await prisma.person.findUnique({
          where: { id },
          select: { passwordHash: true, _count: { select: { passkeys: true, identities: true } } },
        })
        if (person === null) return { password: false, passkey: false, provider: false }
        const { passwordHash, _count: counts } = person
        return { password: passwordHash !== null, passkey: counts.passkeys > 0, provider: counts.identities > 0 }
      }),
  }
}

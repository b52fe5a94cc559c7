/**
 * People at outside OpenID Connect providers.
 *
 * Promises: an identity is one person's, and stays so. Trusts its callers to have verified who the provider says it is.
 */
import type { Database } from './database'
import type { Identity } from './people'
import { personLabelOf } from './people'
import { tellNamespaces } from './tell-namespaces'

export interface IdentityVerbs {
  /** Null where nobody has it. */
  findPersonOfIdentity(identity: Identity): Promise<string | null>
  /** False where it is another person's. */
  linkIdentity(identity: Identity, personId: string, at: Date): Promise<boolean>
}

export function identityVerbs({ prisma, repeatable }: Database): IdentityVerbs {
  const find = async ({ issuer, subject }: Identity) => {
    const row = await prisma.personIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } })
    return row?.personId ?? null
  }
  return {
    findPersonOfIdentity: (identity) => repeatable(() => find(identity)),

    linkIdentity: ({ issuer, subject }, personId, at) =>
      repeatable(async () => {
        const data = { issuer, subject, personId, addedAt: at }
        await prisma.$transaction(async (tx) => {
          if ((await tx.personIdentity.createMany({ data, skipDuplicates: true })).count === 0) return
          const actor = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
          const event = { kind: 'identity_linked' as const, actor, details: { person: personId, issuer } }
          await tellNamespaces(tx, personId, at, { ...event, sealed: { subject } })
        })
        return (await find({ issuer, subject })) === personId
      }),
  }
}

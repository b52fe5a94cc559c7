/**
 * Binding a name to a ruleset, inside a transaction.
 *
 * Promises: while a transaction holds a name no other transaction binds it, so what a name pointed at before and what it points
 * at now follow each other without a gap; a history row is written, and an event returned for the log, when the target
 * changes, and only then. Trusts that the name is a usable one and the ruleset is stored.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { ActingParty, LogEvent } from '../signing/log-event'

export interface NewBinding {
  readonly namespaceId: string
  readonly name: string
  /** The ruleset to point at, stored in the same namespace. */
  readonly hash: string
  readonly at: Date
  /** Label of the credential, or of the person. */
  readonly boundBy: string
  /** Who binds it; absent where that is not recorded. */
  readonly party?: ActingParty | null
  /** Whether the name comes with an approval. */
  readonly withApproval?: boolean
  /** What the author says of the revision. */
  readonly message?: string | null
}

/** First key of the advisory locks on names; the second is namespace and name. */
const NAME_LOCK = 2

/** Holds the name until the transaction ends and returns the hash it points at, or null where it is free. */
export async function holdName(
  tx: Prisma.TransactionClient,
  { namespaceId, name }: Pick<NewBinding, 'namespaceId' | 'name'>,
): Promise<string | null> {
  // Not a lock on the row: a name that is bound for the first time has none.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NAME_LOCK}::int, hashtext(${`${namespaceId}/${name}`}))`
  const row = await tx.rulesetName.findUnique({ where: { namespaceId_name: { namespaceId, name } } })
  return row?.hash ?? null
}

/**
 * Points a held name at `binding.hash`; `pointsAt` is what {@link holdName} returned. The caller appends the events that
 * it returns to the log, last in its transaction.
 */
export async function bindHeldName(
  tx: Prisma.TransactionClient,
  { namespaceId, name, hash, at, boundBy, party = null, withApproval = false, message = null }: NewBinding,
  pointsAt: string | null,
): Promise<LogEvent[]> {
  if (pointsAt === hash) return []
  const target = { hash, boundAt: at }
  if (pointsAt === null) await tx.rulesetName.create({ data: { namespaceId, name, ...target } })
  else await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name } }, data: target })
  const { personId = null, credentialId = null, channel = null } = party ?? {}
  const recorded = { boundBy, personId, credentialId, channel, withApproval, message }
  await tx.nameBinding.create({ data: { namespaceId, name, ...target, ...recorded } })
  const details = {
    ...{ hash, name, pointed_at: pointsAt, bound_at: at.toISOString() },
    ...{ person_id: personId, credential_id: credentialId, channel, with_approval: withApproval },
  }
  return [{ kind: 'name_bound', actor: boundBy, details, sealed: { message } }]
}

/**
 * While a transaction holds a name, no other one binds it, so its history has no gap. The name must be valid and the
 * ruleset stored.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { ActingParty, LogEvent } from '../log/log-event'

export interface NewBinding {
  readonly namespaceId: string
  readonly name: string
  readonly hash: string
  readonly at: Date
  /** Label of the credential or person. */
  readonly boundBy: string
  readonly party?: ActingParty | null
  readonly withApproval?: boolean
  readonly message?: string | null
  /** The name that this binding replaces. */
  readonly renamedFrom?: string | null
}

const NAME_LOCK = 2

/** Locks the name. @returns the hash it points at, or null */
export async function holdName(
  tx: Prisma.TransactionClient,
  { namespaceId, name }: Pick<NewBinding, 'namespaceId' | 'name'>,
): Promise<string | null> {
  // A new name has no row to lock.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NAME_LOCK}::int, hashtext(${`${namespaceId}/${name}`}))`
  const row = await tx.rulesetName.findUnique({ where: { namespaceId_name: { namespaceId, name } } })
  return row?.hash ?? null
}

/**
 * `pointsAt` comes from {@link holdName}. The caller appends the events last. A name that was archived or replaced by
 * another one is listed again, so that no save is hidden.
 */
export async function bindHeldName(
  tx: Prisma.TransactionClient,
  binding: NewBinding,
  pointsAt: string | null,
): Promise<LogEvent[]> {
  const { namespaceId, name, hash, at, boundBy, party = null, withApproval = false, message = null } = binding
  if (pointsAt === hash) return []
  const target = { hash, boundAt: at }
  const listed = { archivedAt: null, renamedTo: null }
  if (pointsAt === null) await tx.rulesetName.create({ data: { namespaceId, name, ...target } })
  else
    await tx.rulesetName.update({ where: { namespaceId_name: { namespaceId, name } }, data: { ...target, ...listed } })
  const { personId = null, credentialId = null, channel = null } = party ?? {}
  const recorded = { boundBy, personId, credentialId, channel, withApproval, message }
  const { renamedFrom = null } = binding
  if (pointsAt !== null) await forgetCopies(tx, namespaceId, pointsAt)
  await tx.nameBinding.create({ data: { namespaceId, name, ...target, ...recorded, renamedFrom } })
  const details = {
    ...{ hash, name, pointed_at: pointsAt, bound_at: at.toISOString() },
    ...{ person_id: personId, credential_id: credentialId, channel, with_approval: withApproval },
  }
  return [{ kind: 'name_bound', actor: boundBy, details, sealed: { message } }]
}

/** Searches read only what a name points at, so the copies of other bytes would only make them slower. */
async function forgetCopies(tx: Prisma.TransactionClient, namespaceId: string, hash: string): Promise<void> {
  if ((await tx.rulesetName.count({ where: { namespaceId, hash } })) > 0) return
  await tx.rulesetOutline.deleteMany({ where: { namespaceId, hash } })
  await tx.rulesetPassage.deleteMany({ where: { namespaceId, hash } })
}

/**
 * Who ever held the role of administrator in a namespace.
 *
 * Promises: rows are only ever added, in the transaction that gives or takes the role, so removing a person or a role
 * never hides that the person held it.
 */
import type { Prisma } from '../../generated/prisma/client'
import type { Role } from './administration'

export interface HeldRoles {
  readonly namespaceId: string
  readonly personId: string
  /** Those before the change and those after it. */
  readonly roles: readonly Role[]
  readonly at: Date
}

export async function recordTenure(
  tx: Prisma.TransactionClient,
  { namespaceId, personId, roles, at }: HeldRoles,
): Promise<void> {
  if (!roles.includes('administrator')) return
  await tx.administratorTenure.createMany({ data: { namespaceId, personId, since: at }, skipDuplicates: true })
}

/**
 * Who administers a namespace now, who ever did, and the lock under which that changes.
 *
 * Promises: between {@link holdAdministration} and the end of the transaction no other transaction changes rules, roles
 * or pending changes of the namespace. A disabled account administers nothing. Rows of tenure are only ever added, in
 * the transaction that gives or takes the role. So the removal of a person or a role never hides that the person held
 * it.
 */
import type { Prisma } from '../../../generated/prisma/client'

export interface MemberInForce {
  readonly personId: string
  readonly roles: readonly Role[]
  /** Null for a member who is no administrator, or whose account is disabled. */
  readonly administratorSince: Date | null
}

/** The row of the namespace is held first, as by every append to its log: so no two transactions deadlock. */
export async function holdAdministration(tx: Prisma.TransactionClient, namespaceId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`
}

/** In the order of their ids. */
export async function membersInForce(tx: Prisma.TransactionClient, namespaceId: string): Promise<MemberInForce[]> {
  const rows = await tx.membership.findMany({
    where: { namespaceId },
    select: {
      personId: true,
      roles: true,
      since: true,
      administratorSince: true,
      person: { select: { disabledAt: true } },
    },
    orderBy: { personId: 'asc' },
  })
  return rows.map(({ personId, roles, since, administratorSince, person }) => {
    const inForce = roles.includes('administrator') && person.disabledAt === null
    return { personId, roles, administratorSince: inForce ? (administratorSince ?? since) : null }
  })
}

/** Whether a change that this person asks for waits for a second administrator. */
export function hasAnotherAdministrator(members: readonly MemberInForce[], personId: string): boolean {
  return members.some((member) => member.administratorSince !== null && member.personId !== personId)
}

/** Whether the person is an administrator now and was one, without a break, at the given time. */
export function administersSince(members: readonly MemberInForce[], personId: string, at: Date): boolean {
  const since = members.find((member) => member.personId === personId)?.administratorSince ?? null
  return since !== null && since <= at
}

export type Role = 'author' | 'reviewer' | 'administrator'

interface HeldRoles {
  readonly namespaceId: string
  readonly personId: string
  /** Those before the change and those after it. */
  readonly roles: readonly Role[]
  readonly at: Date
}

/** Records that the person holds or held the role of administrator, where one of the roles is that one. */
export async function recordTenure(
  tx: Prisma.TransactionClient,
  { namespaceId, personId, roles, at }: HeldRoles,
): Promise<void> {
  if (!roles.includes('administrator')) return
  await tx.administratorTenure.createMany({ data: { namespaceId, personId, since: at }, skipDuplicates: true })
}

/** Tenure rows are only added, so removing a person or role never hides that the person was an administrator. */
import type { Prisma } from '../../../generated/prisma/client'

export interface MemberInForce {
  readonly personId: string
  readonly roles: readonly Role[]
  /** Null unless the member is an administrator with an enabled account. */
  readonly administratorSince: Date | null
}

/** Locks the namespace row first, like every append to its log, which prevents deadlocks. */
export async function holdAdministration(tx: Prisma.TransactionClient, namespaceId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`
}

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

/** If so, a change by this person needs confirmation. */
export function hasAnotherAdministrator(members: readonly MemberInForce[], personId: string): boolean {
  return members.some((member) => member.administratorSince !== null && member.personId !== personId)
}

/** Whether the person has administered without a break since `at`. */
export function administersSince(members: readonly MemberInForce[], personId: string, at: Date): boolean {
  const since = members.find((member) => member.personId === personId)?.administratorSince ?? null
  return since !== null && since <= at
}

export type Role = 'author' | 'reviewer' | 'administrator'

interface HeldRoles {
  readonly namespaceId: string
  readonly personId: string
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

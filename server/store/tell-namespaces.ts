/**
 * An event of a person, told to the log of every namespace they are a member of.
 *
 * Promises: inside the transaction of the event, and in one order always, so that two people who are members of the same
 * namespaces never wait for one another in a circle.
 */
import type { Prisma } from '../../generated/prisma/client'
import { appendLog } from './append-log'
import type { LogEvent } from './log-event'

export async function tellNamespaces(
  tx: Prisma.TransactionClient,
  personId: string,
  at: Date,
  event: LogEvent,
): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { personId }, orderBy: { namespaceId: 'asc' } })
  for (const { namespaceId } of memberships) await appendLog(tx, namespaceId, at, [event])
}

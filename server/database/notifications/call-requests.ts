/** Notifications that ask reviewers about calls of tools. Their keys begin with `calls/` and the id of the guard. */
import { Prisma } from '../../../generated/prisma/client'

/**
 * Ends the requests about guards of which no call waits: it was answered, or its time is over.
 * @param of all guards of all namespaces if null
 */
export async function endAnsweredCalls(
  tx: Pick<Prisma.TransactionClient, '$executeRaw'>,
  of: { readonly namespaceId: string; readonly guardId: string } | null,
  at: Date,
): Promise<void> {
  const chosen =
    of === null
      ? Prisma.sql`true`
      : Prisma.sql`request.namespace_id = ${of.namespaceId}::uuid AND request.key LIKE ${`calls/${of.guardId}/%`}`
  await tx.$executeRaw`
    UPDATE notification request SET ended_at = ${at}::timestamp
    WHERE ${chosen} AND request.kind = 'call_waiting' AND request.key LIKE 'calls/%' AND request.waits
      AND request.ended_at IS NULL AND NOT EXISTS (
        SELECT FROM call_grant call WHERE call.namespace_id = request.namespace_id
          AND call.guard_id::text = split_part(request.key, '/', 2) AND call.answered_at IS NULL
          AND call.waits_until > ${at}::timestamp)`
}

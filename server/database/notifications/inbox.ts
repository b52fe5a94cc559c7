/** A person's notifications in one namespace, and how the person receives mail. */
import { Prisma } from '../../../generated/prisma/client'
import { type NotificationFacts, notificationFacts } from '../../api/schemas/notification-facts'
import {
  type InboxView,
  type MailChoice,
  NOTIFICATION_LIMITS,
  type NotificationKind,
  type NotificationReason,
} from '../../api/terms/notification-terms'
import type { Database } from '../client/database'

export interface InboxOwner {
  readonly namespaceId: string
  readonly personId: string
}

export interface StoredNotification {
  readonly id: string
  readonly kind: NotificationKind
  readonly reason: NotificationReason
  readonly name: string | null
  readonly hash: string | null
  readonly facts: NotificationFacts
  readonly at: Date
  readonly sequence: bigint
  /** Whether the person is still asked to act. */
  readonly isWaiting: boolean
  readonly readAt: Date | null
}

export interface InboxCounts {
  readonly unread: number
  readonly waiting: number
}

export interface InboxVerbs {
  /** Newest first. @param before sequence of the last row of the previous page */
  listNotifications(
    owner: InboxOwner,
    page: { readonly view: InboxView; readonly before: bigint | null; readonly limit: number },
  ): Promise<StoredNotification[]>
  countNotifications(owner: InboxOwner): Promise<InboxCounts>
  /** @param ids null for all @param isDone whether these also stop waiting */
  markNotifications(
    owner: InboxOwner,
    ids: readonly string[] | null,
    marks: { readonly at: Date; readonly isRead: boolean; readonly isDone: boolean },
  ): Promise<void>
  findMailChoices(personId: string): Promise<ReadonlyMap<string, MailChoice>>
  chooseMail(personId: string, kind: NotificationKind, mail: MailChoice): Promise<void>
  /** Removes notifications after their retention, and ends requests about calls that no longer wait. @returns how many */
  sweepNotifications(now: Date): Promise<number>
}

const DAY_MS = 86_400_000
/** Counting more would take long, and the page shows `99+`. */
const MAX_COUNTED = 100

export function inboxVerbs({ prisma, repeatable }: Database): InboxVerbs {
  return {
    listNotifications: ({ namespaceId, personId }, { view, before, limit }) =>
      repeatable(async () => {
        const rows = await prisma.notification.findMany({
          where: { namespaceId, personId, ...VIEWS[view], ...(before !== null && { sequence: { lt: before } }) },
          orderBy: { sequence: 'desc' },
          take: limit,
        })
        return rows.map(notificationOf)
      }),
    countNotifications: ({ namespaceId, personId }) =>
      repeatable(async () => {
        const owned = { namespaceId, personId }
        const [unread, waiting] = await Promise.all([
          prisma.notification.count({ where: { ...owned, readAt: null }, take: MAX_COUNTED }),
          prisma.notification.count({ where: { ...owned, ...VIEWS.waiting }, take: MAX_COUNTED }),
        ])
        return { unread, waiting }
      }),
    markNotifications: ({ namespaceId, personId }, ids, { at, isRead, isDone }) =>
      repeatable(async () => {
        const owned = { namespaceId, personId, ...(ids !== null && { id: { in: [...ids] } }) }
        await prisma.notification.updateMany({
          where: { ...owned, readAt: isRead ? null : { not: null } },
          data: { readAt: isRead ? at : null },
        })
        if (isDone)
          await prisma.notification.updateMany({
            where: { ...owned, waits: true, endedAt: null },
            data: { endedAt: at },
          })
      }),
    findMailChoices: (personId) =>
      repeatable(async () => {
        const rows = await prisma.notificationChoice.findMany({ where: { personId } })
        return new Map(rows.map(({ kind, mail }) => [kind, mail as MailChoice]))
      }),
    chooseMail: (personId, kind, mail) =>
      repeatable(async () => {
        const personId_kind = { personId, kind }
        await prisma.notificationChoice.upsert({
          where: { personId_kind },
          create: { personId, kind, mail },
          update: { mail },
        })
      }),
    sweepNotifications: (now) =>
      repeatable(async () => {
        await endAnsweredCalls(prisma, null, now)
        const since = (days: number) => new Date(now.getTime() - days * DAY_MS)
        const { read_days: readDays, unread_days: unreadDays } = NOTIFICATION_LIMITS
        const { count } = await prisma.notification.deleteMany({
          where: { OR: [{ readAt: { lt: since(readDays) } }, { at: { lt: since(unreadDays) } }] },
        })
        return count
      }),
  }
}

const VIEWS: Readonly<Record<InboxView, Prisma.NotificationWhereInput>> = {
  waiting: { waits: true, endedAt: null },
  mine: { reason: 'author' },
  mentions: { reason: 'mentioned' },
  all: {},
}

type NotificationRow = Prisma.NotificationGetPayload<Record<never, never>>

export function notificationOf(row: NotificationRow): StoredNotification {
  const { id, name, hash, at, sequence, readAt } = row
  return {
    ...{ id, name, hash, at, sequence, readAt },
    kind: row.kind as NotificationKind,
    reason: row.reason as NotificationReason,
    facts: notificationFacts.parse(row.facts),
    isWaiting: row.waits && row.endedAt === null,
  }
}

/**
 * Ends the requests about guards of which no call waits: it was answered, or its time is over. Their keys begin with
 * `calls/` and the id of the guard.
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

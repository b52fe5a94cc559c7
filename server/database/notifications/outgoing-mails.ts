/**
 * Mails that wait to be sent. A process leases a mail, sends it, and then notes the outcome, so a process that dies in
 * between sends it again under the same Message-ID, and none is lost.
 */
import {
  KIND_DESCRIPTIONS,
  type MailChoice,
  NOTIFICATION_LIMITS,
  type NotificationKind,
} from '../../api/terms/notification-terms'
import type { Database } from '../client/database'
import { notificationOf, type StoredNotification } from './inbox'

export interface LeasedMail {
  readonly id: string
  readonly namespaceId: string
  readonly namespaceName: string
  readonly form: 'single' | 'digest'
  readonly madeAt: Date
  /** Including this one. */
  readonly attempts: number
  readonly to: { readonly name: string; readonly email: string }
  /** Whether the person is still enabled and a member of the namespace. */
  readonly hasAccess: boolean
  /**
   * The notifications that the person still wants by mail, oldest first. A digest leaves out what was read, and every mail leaves out
   * calls that no longer wait.
   */
  readonly notifications: readonly StoredNotification[]
}

export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'no_access' | 'unwanted'

export interface OutgoingMailVerbs {
  /** Leases the mails that are due, oldest first. */
  leaseMails(now: Date, until: Date, most: number): Promise<LeasedMail[]>
  endMail(id: string, outcome: MailOutcome, at: Date): Promise<void>
  /** Ends the lease. */
  postponeMail(id: string, dueAt: Date): Promise<void>
  sweepMails(before: Date): Promise<void>
}

/** A flood is one digest of an hour. */
const MAX_IN_DIGEST = 200

export function outgoingMailVerbs({ prisma, repeatable }: Database): OutgoingMailVerbs {
  const read = async (id: string): Promise<LeasedMail | null> => {
    const mail = await prisma.outgoingMail.findUnique({
      where: { id },
      include: {
        namespace: { select: { displayName: true } },
        person: { select: { name: true, email: true, disabledAt: true, notificationChoices: true } },
      },
    })
    if (mail === null) return null
    const { namespaceId, personId, person } = mail
    const membership = await prisma.membership.findUnique({
      where: { namespaceId_personId: { namespaceId, personId } },
    })
    const form = mail.form === 'single' ? 'single' : 'digest'
    const rows = await prisma.notification.findMany({
      where: { mailId: id, ...(form === 'digest' && { readAt: null }) },
      orderBy: { sequence: 'asc' },
      take: MAX_IN_DIGEST,
    })
    const chosen = new Map(person.notificationChoices.map((choice) => [choice.kind, choice.mail as MailChoice]))
    const choiceOf = (kind: NotificationKind) => chosen.get(kind) ?? KIND_DESCRIPTIONS[kind].mail
    return {
      ...{ id, namespaceId, namespaceName: mail.namespace.displayName, form },
      ...{ madeAt: mail.madeAt, attempts: mail.attempts },
      to: { name: person.name, email: person.email },
      hasAccess: person.disabledAt === null && (membership?.roles.length ?? 0) > 0,
      notifications: rows
        .map(notificationOf)
        .filter(({ kind, isWaiting }) => choiceOf(kind) !== 'none' && (isWaiting || kind !== 'call_waiting')),
    }
  }
  return {
    leaseMails: (now, until, most) =>
      repeatable(async () => {
        const leased = await prisma.$queryRaw<{ id: string }[]>`
          UPDATE outgoing_mail SET held_until = ${until}::timestamp, attempts = attempts + 1
          WHERE id IN (
            SELECT id FROM outgoing_mail
            WHERE outcome IS NULL AND due_at <= ${now}::timestamp
              AND (held_until IS NULL OR held_until <= ${now}::timestamp)
            ORDER BY due_at, id LIMIT ${most}::int FOR UPDATE SKIP LOCKED)
          RETURNING id::text`
        const mails = await Promise.all(leased.map(({ id }) => read(id)))
        return mails.filter((mail) => mail !== null)
      }),
    endMail: (id, outcome, at) =>
      repeatable(async () => {
        const ended = { outcome, endedAt: at, heldUntil: null }
        await prisma.outgoingMail.updateMany({ where: { id, outcome: null }, data: ended })
      }),
    postponeMail: (id, dueAt) =>
      repeatable(async () => {
        await prisma.outgoingMail.updateMany({ where: { id, outcome: null }, data: { dueAt, heldUntil: null } })
      }),
    sweepMails: (before) =>
      repeatable(async () => {
        await prisma.outgoingMail.deleteMany({ where: { endedAt: { lt: before } } })
      }),
  }
}

/** After this time a mail that cannot be sent is given up. */
export const MAIL_LIFE_MS = NOTIFICATION_LIMITS.mail_days * 86_400_000

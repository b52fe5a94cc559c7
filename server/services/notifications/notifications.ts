import { notificationPath, notificationSentence } from '../../api/notification-sentence'
import { Refusal } from '../../api/refusal'
import {
  type InboxView,
  KIND_DESCRIPTIONS,
  type MailChoice,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../api/terms/notification-terms'
import type { InboxCounts, InboxOwner, InboxVerbs, StoredNotification } from '../../database/notifications/inbox'
import { demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'

export interface NotificationsDependencies {
  readonly store: InboxVerbs
  readonly sendsMail: boolean
  readonly now: () => Date
}

export interface InboxRow {
  readonly id: string
  readonly kind: NotificationKind
  readonly sentence: string
  /** The page on which the person acts. */
  readonly path: string
  readonly at: string
  readonly isWaiting: boolean
  readonly isRead: boolean
}

export interface InboxPage {
  readonly rows: readonly InboxRow[]
  /** For the next page; null after the last one. */
  readonly next: string | null
}

export interface MailChoices {
  /** Whether this deployment sends mail. */
  readonly sendsMail: boolean
  readonly choices: readonly { readonly kind: NotificationKind; readonly mail: MailChoice }[]
}

export interface Notifications {
  /** Newest first. @param after `next` of the previous page */
  list(caller: Caller, view: InboxView, after: string | null): Promise<InboxPage>
  /** At most 100 of each. */
  count(caller: Caller): Promise<InboxCounts>
  /** Ignores ids of others. */
  markRead(caller: Caller, ids: readonly string[], isRead: boolean): Promise<void>
  /** Marks as read, and ends the wait. */
  dismiss(caller: Caller, ids: readonly string[]): Promise<void>
  /** Notifications that wait for an action keep waiting. */
  markAllRead(caller: Caller): Promise<void>
  mailChoices(caller: Caller): Promise<MailChoices>
  chooseMail(caller: Caller, kind: NotificationKind, mail: MailChoice): Promise<void>
}

export const INBOX_PAGE_ROWS = 50

export function createNotifications({ store, sendsMail, now }: NotificationsDependencies): Notifications {
  return {
    list: async (caller, view, after) => {
      const owner = ownerOf(caller)
      const page = { view, before: after === null ? null : BigInt(after), limit: INBOX_PAGE_ROWS }
      const rows = await store.listNotifications(owner, page)
      const last = rows.length < INBOX_PAGE_ROWS ? undefined : rows.at(-1)
      return { rows: rows.map(rowOf), next: last?.sequence.toString() ?? null }
    },
    count: async (caller) => store.countNotifications(ownerOf(caller)),
    markRead: async (caller, ids, isRead) =>
      store.markNotifications(ownerOf(caller), ids, { at: now(), isRead, isDone: false }),
    dismiss: async (caller, ids) =>
      store.markNotifications(ownerOf(caller), ids, { at: now(), isRead: true, isDone: true }),
    markAllRead: async (caller) =>
      store.markNotifications(ownerOf(caller), null, { at: now(), isRead: true, isDone: false }),
    mailChoices: async (caller) => {
      const chosen = await store.findMailChoices(ownerOf(caller).personId)
      const choices = NOTIFICATION_KINDS.map((kind) => {
        return { kind, mail: chosen.get(kind) ?? KIND_DESCRIPTIONS[kind].mail }
      })
      return { sendsMail, choices }
    },
    chooseMail: async (caller, kind, mail) => store.chooseMail(ownerOf(caller).personId, kind, mail),
  }
}

/** @throws Refusal CREDENTIAL_SCOPE for programs and agents, which have no inbox */
function ownerOf(caller: Caller): InboxOwner {
  demandReading(caller, 'read')
  if (caller.grade !== 'person' || caller.person === null)
    throw new Refusal('CREDENTIAL_SCOPE', 'Only a person has notifications.')
  return { namespaceId: namespaceOf(caller), personId: caller.person.id }
}

function rowOf(notification: StoredNotification): InboxRow {
  const { id, kind, at, isWaiting, readAt } = notification
  return {
    ...{ id, kind, isWaiting },
    sentence: notificationSentence(notification),
    path: notificationPath(notification),
    at: at.toISOString(),
    isRead: readAt !== null,
  }
}

/** The words for notifications. Stored rows contain them, so they never change. */

export const NOTIFICATION_KINDS = [
  'review_requested',
  'mention',
  'comment',
  'changes_requested',
  'approved',
  'withdrawn',
  'expiry',
  'new_revision',
  'in_force',
  'webhook_disabled',
  'call_waiting',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** `asked` people have something to do; the others are told because of what they did, or because of their role. */
export const NOTIFICATION_REASONS = ['asked', 'mentioned', 'author', 'signer', 'participant', 'administrator'] as const
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number]

export const INBOX_VIEWS = ['waiting', 'mine', 'mentions', 'all'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]

/** A digest collects the notifications of a day. */
export const MAIL_CHOICES = ['single', 'digest', 'none'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

interface KindDescription {
  readonly title: string
  readonly about: string
  readonly mail: MailChoice
}

export const KIND_DESCRIPTIONS: Readonly<Record<NotificationKind, KindDescription>> = {
  review_requested: { title: 'Review requested', about: 'You are asked to review a ruleset.', mail: 'single' },
  mention: { title: 'Mention', about: 'A comment mentions you.', mail: 'single' },
  comment: { title: 'Comment', about: 'Comments on your ruleset, and answers to your comments.', mail: 'digest' },
  changes_requested: { title: 'Changes requested', about: 'A reviewer requests changes.', mail: 'single' },
  approved: { title: 'Approval', about: 'Your ruleset is reviewed or approved.', mail: 'single' },
  withdrawn: { title: 'Withdrawal', about: 'An approval or a request for a review is withdrawn.', mail: 'single' },
  expiry: { title: 'Expiry', about: 'An approval ends in 14 or 3 days, or has ended.', mail: 'single' },
  new_revision: { title: 'New revision', about: 'A ruleset that you review or signed changes.', mail: 'digest' },
  in_force: { title: 'In force', about: 'A revision begins or ceases to apply.', mail: 'digest' },
  call_waiting: { title: 'Tool call', about: 'A tool call, or a tool guard, waits for a reviewer.', mail: 'single' },
  webhook_disabled: { title: 'Webhook switched off', about: 'A webhook failed for too long.', mail: 'single' },
}

/** Mentions are part of the comment, and the last two kinds are about webhooks themselves and about single calls. */
export const WEBHOOK_KINDS = [
  'review_requested',
  'comment',
  'changes_requested',
  'approved',
  'withdrawn',
  'expiry',
  'new_revision',
  'in_force',
] as const satisfies readonly NotificationKind[]
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** `text` and `card` are the forms of messages that two chat services accept. */
export const WEBHOOK_FORMATS = ['standard', 'text', 'card'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const NOTIFICATION_LIMITS = {
  /** Notifications are removed this long after they were read. */
  read_days: 90,
  /** Unread ones are removed after this time. */
  unread_days: 365,
  /** Older events notify nobody, for example after a restored backup. */
  event_days: 7,
  /** Single mails to a person in an hour; the others of that hour arrive together. */
  single_mails_per_hour: 20,
  /** After a notification about the calls of a guard, a person gets at most one more in each period of a flood. */
  calls_period_minutes: 15,
  mail_days: 3,
  webhooks: 20,
  webhook_url_chars: 2_000,
  webhook_label_chars: 100,
  webhook_hours: 24,
  delivery_days: 30,
  answer_chars: 200,
} as const

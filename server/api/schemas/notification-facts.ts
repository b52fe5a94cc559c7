import { z } from 'zod'
import type { NotificationKind } from '../terms/notification-terms'

export const NOTIFICATION_EVENTS = [
  'review_opened',
  'reviewer_added',
  'review_withdrawn',
  'comment_added',
  'comment_resolved',
  'comment_reopened',
  'mentioned',
  'changes_requested',
  'approved',
  'approved_unsigned',
  'reviewed',
  'withdrawn',
  'expires',
  'expired',
  'new_revision',
  'put_in_force',
  'force_ended',
  'webhook_disabled',
  'call_asked',
  'more_calls_asked',
  'guard_changed',
] as const
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

/** Facts that the sentence about an event needs in addition to the ruleset's name. */
export const notificationFacts = z.object({
  event: z.enum(NOTIFICATION_EVENTS),
  /** Name of who acted; null for time and for programs without a name. */
  actor: z.string().nullable(),
  /** A day, as YYYY-MM-DD. */
  due_on: z.string().nullish(),
  /** The kind of part that a comment is about, such as `assertion`. */
  subject: z.object({ kind: z.string(), name: z.string().nullable() }).nullish(),
  is_suggestion: z.boolean().nullish(),
  /** When an approval ends, or a revision begins or ceases to apply. */
  time: z.string().nullish(),
  /** Whose approval ends, as signed. */
  signer: z.string().nullish(),
  record_id: z.string().nullish(),
  /** Label of a webhook. */
  webhook: z.string().nullish(),
  /** The call that waits, or null for several. */
  call_id: z.string().nullish(),
  /** A tool guard, and the tool that it guards. */
  guard: z.object({ id: z.string(), name: z.string(), tool: z.string() }).nullish(),
})
export type NotificationFacts = z.output<typeof notificationFacts>

/** An event as webhooks receive it, before it has a format. */
export interface WebhookEvent {
  /** `test` for an event that an administrator sends to try the webhook. */
  readonly kind: NotificationKind | 'test'
  readonly namespaceId: string
  /** Name of the ruleset at the time of the event. */
  readonly name: string | null
  readonly hash: string | null
  readonly at: Date
  /** Null for a test. */
  readonly facts: NotificationFacts | null
}

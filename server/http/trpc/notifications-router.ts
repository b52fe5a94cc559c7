/** The inbox, choices of mail, and webhooks. */
import { z } from 'zod'
import {
  INBOX_VIEWS,
  MAIL_CHOICES,
  NOTIFICATION_KINDS,
  NOTIFICATION_LIMITS,
  WEBHOOK_FORMATS,
  WEBHOOK_KINDS,
} from '../../api/terms/notification-terms'
import { router, signedIn } from './procedures'

const after = z
  .string()
  .regex(/^\d{1,18}$/, 'the position that the previous page gave')
  .nullable()
const ids = z.array(z.guid()).min(1).max(200)
const id = z.guid()

export const notificationsRouter = router({
  list: signedIn
    .input(z.strictObject({ view: z.enum(INBOX_VIEWS), after }))
    .query(({ ctx, input }) => ctx.workbench.notifications.list(ctx.caller, input.view, input.after)),

  count: signedIn.query(({ ctx }) => ctx.workbench.notifications.count(ctx.caller)),

  markRead: signedIn
    .input(z.strictObject({ ids, isRead: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.workbench.notifications.markRead(ctx.caller, input.ids, input.isRead)),

  dismiss: signedIn
    .input(z.strictObject({ ids }))
    .mutation(({ ctx, input }) => ctx.workbench.notifications.dismiss(ctx.caller, input.ids)),

  markAllRead: signedIn.mutation(({ ctx }) => ctx.workbench.notifications.markAllRead(ctx.caller)),

  mailChoices: signedIn.query(({ ctx }) => ctx.workbench.notifications.mailChoices(ctx.caller)),

  chooseMail: signedIn
    .input(z.strictObject({ kind: z.enum(NOTIFICATION_KINDS), mail: z.enum(MAIL_CHOICES) }))
    .mutation(({ ctx, input }) => ctx.workbench.notifications.chooseMail(ctx.caller, input.kind, input.mail)),
})

/** The service explains what is wrong, so these limits are larger than its own. */
const content = z.strictObject({
  label: z.string().max(2 * NOTIFICATION_LIMITS.webhook_label_chars),
  url: z.string().max(4 * NOTIFICATION_LIMITS.webhook_url_chars),
  format: z.enum(WEBHOOK_FORMATS),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).max(WEBHOOK_KINDS.length),
})

export const webhooksRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.webhooks.list(ctx.caller)),

  add: signedIn.input(content).mutation(({ ctx, input }) => ctx.workbench.webhooks.add(ctx.caller, input)),

  change: signedIn
    .input(z.strictObject({ id, content }))
    .mutation(({ ctx, input }) => ctx.workbench.webhooks.change(ctx.caller, input.id, input.content)),

  remove: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.workbench.webhooks.remove(ctx.caller, input.id)),

  switch: signedIn
    .input(z.strictObject({ id, isEnabled: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.workbench.webhooks.switch(ctx.caller, input.id, input.isEnabled)),

  renewSecret: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.workbench.webhooks.renewSecret(ctx.caller, input.id)),

  sendTest: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.workbench.webhooks.sendTest(ctx.caller, input.id)),

  deliveries: signedIn
    .input(z.strictObject({ id, after }))
    .query(({ ctx, input }) => ctx.workbench.webhooks.deliveries(ctx.caller, input.id, input.after)),

  resend: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.workbench.webhooks.resend(ctx.caller, input.id)),
})

/** Service accounts, their secrets and the group, for administrators. */
import { z } from 'zod'
import { router, signedIn } from './procedures'

const id = z.uuid()
/** Longer than any that is taken, so that the service says what is wrong with it. */
const text = z.string().max(10_000)
const kind = z.enum(['service_token', 'api_key'])
const expiresAt = z.iso
  .datetime()
  .transform((moment) => new Date(moment))
  .nullable()

export const serviceAccountsRouter = router({
  view: signedIn.query(({ ctx }) => ctx.platform.accounts.view(ctx.caller)),
  renameGroup: signedIn
    .input(z.strictObject({ name: text }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.renameGroup(ctx.caller, input.name)),
  add: signedIn
    .input(z.strictObject({ username: text, description: text }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.add(ctx.caller, input)),
  setDisabled: signedIn
    .input(z.strictObject({ id, disabled: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.setDisabled(ctx.caller, input.id, input.disabled)),
  issueSecret: signedIn
    .input(z.strictObject({ accountId: id, kind, label: text, expiresAt }))
    .mutation(({ ctx, input: { accountId, ...wish } }) =>
      ctx.platform.accounts.issueSecret(ctx.caller, accountId, wish),
    ),
  revokeSecret: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.revokeSecret(ctx.caller, input.id)),
  addMember: signedIn
    .input(z.strictObject({ username: text }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.addMember(ctx.caller, input.username)),
  answerMemberRequest: signedIn
    .input(z.strictObject({ id, confirmed: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.answerMemberRequest(ctx.caller, input.id, input.confirmed)),
  removeMember: signedIn
    .input(z.strictObject({ accountId: id }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.removeMember(ctx.caller, input.accountId)),
})

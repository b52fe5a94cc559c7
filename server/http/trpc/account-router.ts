/** The own account of whoever is signed in. */
import { z } from 'zod'
import { router, signedIn } from './procedures'

/** Longer than any that is taken, so that the service says what is wrong with it. */
const password = z.string().max(1_000)

export const accountRouter = router({
  describe: signedIn.query(({ ctx }) => ctx.workbench.account.describe(ctx.caller)),

  changePassword: signedIn
    .input(z.strictObject({ present: password, next: password }))
    .mutation(async ({ ctx, input }) => {
      const { caller, session, addressKey, workbench } = ctx
      await ctx.keepSession(await workbench.account.changePassword(caller, session, addressKey, input))
    }),

  sessions: signedIn.query(({ ctx }) => ctx.workbench.sessions.list(ctx.caller, ctx.session)),

  endSession: signedIn
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.workbench.sessions.endOne(ctx.caller, input.id)),

  endOtherSessions: signedIn.mutation(({ ctx }) => ctx.workbench.sessions.endOthers(ctx.caller, ctx.session)),

  signOutEverywhere: signedIn.mutation(async ({ ctx }) => {
    await ctx.workbench.account.signOutEverywhere(ctx.caller)
    await ctx.keepSession(null)
  }),
})

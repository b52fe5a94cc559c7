/**
 * Signing in and out.
 *
 * Promises: a browser gets or loses its session by these calls alone, and only on a page of this origin.
 */
import { z } from 'zod'
import { PRESETS } from '../../api/namespace-rules'
import { anybody, router, signedIn } from './procedures'

const short = z.string().max(320)
/** Longer than any that is taken, so that the service says what is wrong with it. */
const password = z.string().max(1_000)
const token = z.string().max(200)
const joinAs = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new'), name: short, email: short, password }),
  z.strictObject({ kind: z.literal('existing'), email: short, password }),
  z.strictObject({ kind: z.literal('signed_in') }),
])

export const sessionRouter = router({
  signIn: anybody.input(z.strictObject({ email: short, password })).mutation(async ({ ctx, input }) => {
    await ctx.keepSession(await ctx.workbench.signIn.signInByPassword(ctx.addressKey, input.email, input.password))
  }),

  signOut: anybody.mutation(({ ctx }) => ctx.keepSession(null)),

  setUp: anybody
    .input(
      z.strictObject({
        ...{ token, name: short, email: short, password, namespaceName: short },
        preset: z.enum(PRESETS).exactOptional(),
      }),
    )
    .mutation(async ({ ctx, input: { token, ...answer } }) => {
      await ctx.keepSession(await ctx.workbench.setup.setUp(token, answer))
    }),

  setPassword: anybody.input(z.strictObject({ token, password })).mutation(async ({ ctx, input }) => {
    await ctx.keepSession(await ctx.workbench.passwordLinks.setPassword(input.token, input.password))
  }),

  join: anybody.input(z.strictObject({ token, as: joinAs })).mutation(async ({ ctx, input }) => {
    await ctx.keepSession(await ctx.workbench.joining.join(ctx.session, ctx.addressKey, input.token, input.as))
  }),

  chooseNamespace: signedIn
    .input(z.strictObject({ namespaceId: z.uuid() }))
    .mutation(async ({ ctx, input: { namespaceId } }) => {
      await ctx.keepSession(await ctx.workbench.people.inNamespace(ctx.session, namespaceId))
    }),
})

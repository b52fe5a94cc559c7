/**
 * Sessions, the signed-in person's account and passkeys. Only these calls begin or end a browser's session, and only on
 * a page of this origin.
 */
import { z } from 'zod'
import { PRESETS } from '../../api/terms/namespace-rules'
import { publicProcedure, router, signedIn } from './procedures'

const short = z.string().max(320)
/** Exceeds the service's limit, so that the service explains the error. */
const password = z.string().max(1_000)
const token = z.string().max(200)
const joinAs = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new'), name: short, email: short, password }),
  z.strictObject({ kind: z.literal('existing'), email: short, password }),
  z.strictObject({ kind: z.literal('signed_in') }),
])

export const sessionRouter = router({
  signIn: publicProcedure.input(z.strictObject({ email: short, password })).mutation(async ({ ctx, input }) => {
    await ctx.setSession(await ctx.workbench.signIn.signInByPassword(ctx.addressKey, input.email, input.password))
  }),

  signOut: publicProcedure.mutation(({ ctx }) => ctx.setSession(null)),

  setUp: publicProcedure
    .input(
      z.strictObject({
        token,
        name: short,
        email: short,
        password,
        namespaceName: short,
        preset: z.enum(PRESETS).exactOptional(),
      }),
    )
    .mutation(async ({ ctx, input: { token, ...answer } }) => {
      await ctx.setSession(await ctx.workbench.setup.setUp(token, answer))
    }),

  setPassword: publicProcedure.input(z.strictObject({ token, password })).mutation(async ({ ctx, input }) => {
    await ctx.setSession(await ctx.workbench.passwordLinks.setPassword(input.token, input.password))
  }),

  join: publicProcedure.input(z.strictObject({ token, as: joinAs })).mutation(async ({ ctx, input }) => {
    await ctx.setSession(await ctx.workbench.joining.join(ctx.session, ctx.addressKey, input.token, input.as))
  }),

  chooseNamespace: signedIn
    .input(z.strictObject({ namespaceId: z.uuid() }))
    .mutation(async ({ ctx, input: { namespaceId } }) => {
      await ctx.setSession(await ctx.workbench.people.inNamespace(ctx.session, namespaceId))
    }),
})

export const accountRouter = router({
  describe: signedIn.query(({ ctx }) => ctx.workbench.account.describe(ctx.caller)),

  changePassword: signedIn
    .input(z.strictObject({ present: password, next: password }))
    .mutation(async ({ ctx, input }) => {
      const { caller, session, addressKey, workbench } = ctx
      await ctx.setSession(await workbench.account.changePassword(caller, session, addressKey, input))
    }),

  sessions: signedIn.query(({ ctx }) => ctx.workbench.sessions.list(ctx.caller, ctx.session)),

  endSession: signedIn
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.workbench.sessions.endOne(ctx.caller, input.id)),

  endOtherSessions: signedIn.mutation(({ ctx }) => ctx.workbench.sessions.endOthers(ctx.caller, ctx.session)),

  signOutEverywhere: signedIn.mutation(async ({ ctx }) => {
    await ctx.workbench.account.signOutEverywhere(ctx.caller)
    await ctx.setSession(null)
  }),
})

/** Authenticators send a few hundred characters of base64url. */
const encoded = z.string().max(20_000)
const passkeyId = z.string().max(2_000)
const ceremonyId = z.uuid()
const label = z.string().max(1_000)

const assertion = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: encoded,
    clientDataJSON: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
})

const registration = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
})

const proof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: z.string().max(1_000) }),
  z.strictObject({ kind: z.literal('session') }),
])

export const passkeysRouter = router({
  list: signedIn.query(({ ctx: { workbench, caller } }) => workbench.passkeys.ownPasskeys(caller)),
  beginAdding: signedIn
    .input(z.strictObject({ proof }))
    .mutation(({ ctx: { workbench, caller, session, addressKey }, input }) =>
      workbench.passkeys.beginAdding(caller, session, addressKey, input.proof),
    ),
  endAdding: signedIn
    .input(z.strictObject({ ceremonyId, label, registration }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.passkeys.endAdding(caller, input)),
  rename: signedIn
    .input(z.strictObject({ id: passkeyId, label }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.passkeys.renamePasskey(caller, input)),
  remove: signedIn
    .input(z.strictObject({ id: passkeyId }))
    .mutation(({ ctx: { workbench, caller, session }, input }) =>
      workbench.passkeys.removePasskey(caller, session, input),
    ),
  beginSignIn: publicProcedure.mutation(({ ctx: { workbench, addressKey } }) =>
    workbench.passkeys.beginSignIn(addressKey),
  ),
  signIn: publicProcedure
    .input(z.strictObject({ ceremonyId, assertion }))
    .mutation(async ({ ctx, input }) => ctx.setSession(await ctx.workbench.passkeys.signInByPasskey(input))),
})

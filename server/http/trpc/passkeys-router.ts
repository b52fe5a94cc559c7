/** What the pages ask of passkeys. It forwards and holds no rule. */
import { z } from 'zod'
import { anybody, router, signedIn } from './procedures'

/** base64url; authenticators write a few hundred characters. */
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
  beginSignIn: anybody.mutation(({ ctx: { workbench, addressKey } }) => workbench.passkeys.beginSignIn(addressKey)),
  signIn: anybody
    .input(z.strictObject({ ceremonyId, assertion }))
    .mutation(async ({ ctx, input }) => ctx.keepSession(await ctx.workbench.passkeys.signInByPasskey(input))),
})

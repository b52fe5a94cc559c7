/** Credentials of the namespace and how much it used, for administrators. */
import { z } from 'zod'
import { router, signedIn } from './procedures'

const wish = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u),
  tier: z.enum(['standard', 'read_only']),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
})

export const credentialsRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.credentials.list(ctx.caller)),
  usage: signedIn.query(({ ctx }) => ctx.workbench.credentials.usage(ctx.caller)),
  issue: signedIn.input(wish).mutation(({ ctx, input }) => ctx.workbench.credentials.issue(ctx.caller, input)),
  revoke: signedIn
    .input(z.strictObject({ id: z.guid() }))
    .mutation(({ ctx, input }) => ctx.workbench.credentials.revoke(ctx.caller, input.id)),
})

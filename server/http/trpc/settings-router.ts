/** Settings of the namespace, for administrators. */
import { z } from 'zod'
import { router, signedIn } from './procedures'

const change = z.strictObject({
  displayName: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u)
    .exactOptional(),
  peopleApprove: z.boolean().exactOptional(),
  separateApprover: z.boolean().exactOptional(),
  currentEngine: z.boolean().exactOptional(),
  unsignedApprovals: z.boolean().exactOptional(),
  labelingAllowed: z.boolean().exactOptional(),
  passkeyToSign: z.boolean().exactOptional(),
  passkeyToAdminister: z.boolean().exactOptional(),
})

export const settingsRouter = router({
  read: signedIn.query(({ ctx }) => ctx.workbench.settings.read(ctx.caller)),
  change: signedIn.input(change).mutation(({ ctx, input }) => ctx.workbench.settings.change(ctx.caller, input)),
  applyRegulated: signedIn.mutation(({ ctx }) => ctx.workbench.settings.applyRegulated(ctx.caller)),
})

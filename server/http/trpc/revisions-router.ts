/** What the pages ask of rulesets and their revisions. It forwards and holds no rule. */
import { z } from 'zod'
import { contentHash, labelRequest, rulesetName } from '../../api/schemas/fields'
import { router, signedIn } from './procedures'

/** Longer than any budget: the service refuses with words, this only keeps nonsense out. */
const text = z.string().max(20_000_000)

const saveInput = z.strictObject({
  namespaceId: z.uuid(),
  name: rulesetName,
  source: text,
  message: z.string().max(100_000).nullable(),
  base: contentHash.nullable(),
  label: labelRequest,
})

export const revisionsRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.revisions.list(ctx.caller)),
  open: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.revisions.open(ctx.caller, input.name)),
  source: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx, input }) => ctx.workbench.revisions.source(ctx.caller, input.hash)),
  /** Sent as a mutation for its text, which an address could not hold; it changes nothing. */
  endsOwnApproval: signedIn
    .input(z.strictObject({ name: rulesetName.nullable(), source: text }))
    .mutation(({ ctx, input }) => ctx.workbench.revisions.endsOwnApproval(ctx.caller, input)),
  save: signedIn.input(saveInput).mutation(({ ctx, input }) => ctx.workbench.revisions.save(ctx.caller, input)),
})

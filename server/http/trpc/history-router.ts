/** What the pages ask of the history of a ruleset. It forwards and holds no rule. */
import { z } from 'zod'
import { contentHash, rulesetName } from '../../api/schemas/fields'
import { router, signedIn } from './procedures'

const pair = { from: contentHash, to: contentHash }
const graphInput = z.strictObject({
  name: rulesetName,
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable(),
})

export const historyRouter = router({
  graph: signedIn.input(graphInput).query(({ ctx, input }) => ctx.workbench.history.graph(ctx.caller, input)),
  compare: signedIn
    .input(z.strictObject(pair))
    .query(({ ctx, input }) => ctx.workbench.history.compare(ctx.caller, input)),
  caseChanges: signedIn
    .input(z.strictObject({ name: rulesetName, ...pair }))
    .query(({ ctx, input }) => ctx.workbench.history.caseChanges(ctx.caller, input)),
})

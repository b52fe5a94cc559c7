/** What a page asks of a batch that it decides itself; lines that need a solver have a door of their own. */
import { z } from 'zod'
import { contentHash } from '../../api/schemas/fields'
import { MAX_CHARGED } from '../../services/checks/batch'
import { router, signedIn } from './procedures'

const subject = z.strictObject({ rulesetHash: contentHash, unitLibraryHash: contentHash.nullable() })
const charge = z.strictObject({ dictionaries: z.int().min(0).max(MAX_CHARGED) })

export const batchRouter = router({
  terms: signedIn.input(subject).query(({ ctx, input }) => ctx.workbench.batch.terms(ctx.caller, input)),
  charge: signedIn
    .input(charge)
    .mutation(({ ctx, input }) => ctx.workbench.batch.charge(ctx.caller, input.dictionaries)),
})

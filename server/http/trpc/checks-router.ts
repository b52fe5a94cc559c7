import { z } from 'zod'
import { contentHash, rulesetName } from '../../api/schemas/fields'
import { ANSWERS } from '../../api/terms/ruleset-terms'
import { MAX_CHARGED_DICTIONARIES } from '../../services/checks/batch'
import { router, signedIn } from './procedures'

/** Bounds the input above every budget; the service refuses with a message. */
const text = z.string().max(20_000_000)
const version = z.int().min(0)

const testCaseInput = z.strictObject({
  name: rulesetName,
  id: z.uuid().nullable(),
  version,
  title: z.string().max(1_000),
  claims: text,
  expected: z.record(z.string().max(1_000), z.enum(ANSWERS)),
})

const runInput = z.union([
  z.strictObject({ name: rulesetName, hash: contentHash }),
  z.strictObject({ name: rulesetName, source: text }),
])

export const testCasesRouter = router({
  list: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.testCases.list(ctx.caller, input.name)),
  save: signedIn.input(testCaseInput).mutation(({ ctx, input }) => ctx.workbench.testCases.save(ctx.caller, input)),
  remove: signedIn
    .input(z.strictObject({ name: rulesetName, id: z.uuid(), version }))
    .mutation(({ ctx, input }) => ctx.workbench.testCases.remove(ctx.caller, input)),
  runAll: signedIn.input(runInput).mutation(({ ctx, input }) => ctx.workbench.testCases.runAll(ctx.caller, input)),
  exportText: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.testCases.exportText(ctx.caller, input.name)),
  importText: signedIn
    .input(z.strictObject({ name: rulesetName, text }))
    .mutation(({ ctx, input }) => ctx.workbench.testCases.importText(ctx.caller, input)),
})

const termsInput = z.strictObject({ rulesetHash: contentHash, unitLibraryHash: contentHash.nullable() })
const chargeInput = z.strictObject({ dictionaries: z.int().min(0).max(MAX_CHARGED_DICTIONARIES) })

/** For batches that the page decides itself; lines that need a solver go to `rest/batch-handler.ts`. */
export const batchRouter = router({
  terms: signedIn.input(termsInput).query(({ ctx, input }) => ctx.workbench.batch.terms(ctx.caller, input)),
  charge: signedIn
    .input(chargeInput)
    .mutation(({ ctx, input }) => ctx.workbench.batch.charge(ctx.caller, input.dictionaries)),
})

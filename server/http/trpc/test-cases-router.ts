/** The test cases of a ruleset, for its pages. */
import { z } from 'zod'
import { ANSWERS } from '../../api/answer-letters'
import { contentHash, rulesetName } from '../../api/schemas/fields'
import { router, signedIn } from './procedures'

/** Larger texts are for the service to refuse in its own words; this only bounds what is looked at. */
const text = z.string().max(20_000_000)
const version = z.int().min(0)

const change = z.strictObject({
  name: rulesetName,
  id: z.uuid().nullable(),
  version,
  title: z.string().max(1_000),
  claims: text,
  expected: z.record(z.string().max(1_000), z.enum(ANSWERS)),
})

const subject = z.union([
  z.strictObject({ name: rulesetName, hash: contentHash }),
  z.strictObject({ name: rulesetName, source: text }),
])

export const testCasesRouter = router({
  list: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.testCases.list(ctx.caller, input.name)),
  save: signedIn.input(change).mutation(({ ctx, input }) => ctx.workbench.testCases.save(ctx.caller, input)),
  remove: signedIn
    .input(z.strictObject({ name: rulesetName, id: z.uuid(), version }))
    .mutation(({ ctx, input }) => ctx.workbench.testCases.remove(ctx.caller, input)),
  runAll: signedIn.input(subject).mutation(({ ctx, input }) => ctx.workbench.testCases.runAll(ctx.caller, input)),
  exportText: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.testCases.exportText(ctx.caller, input.name)),
  importText: signedIn
    .input(z.strictObject({ name: rulesetName, text }))
    .mutation(({ ctx, input }) => ctx.workbench.testCases.importText(ctx.caller, input)),
})

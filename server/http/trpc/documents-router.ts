import { z } from 'zod'
import { rulesetName } from '../../api/schemas/fields'
import { documentLabel } from '../../api/terms/document-terms'
import { clauseEdit } from '../../services/documents/clause-edits'
import { router, signedIn } from './procedures'

/** Bounds the input above the limit of the service, which refuses with a message. */
const text = z.string().max(20_000_000)
const which = { label: z.string().max(1_000), revision: z.int().min(1).nullable() }
const content = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text, format: z.enum(['text', 'markdown', 'html']) }),
  z.strictObject({
    kind: z.literal('file'),
    name: z.string().max(500),
    bytes: z
      .base64()
      .max(20_000_000)
      .transform((encoded) => new Uint8Array(Buffer.from(encoded, 'base64'))),
  }),
])
const title = z.string().trim().min(1, { error: 'a title' }).max(200)
const ruleset = z.union([z.strictObject({ name: rulesetName }), z.strictObject({ source: text })])

export const documentsRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.documents.list(ctx.caller)),
  open: signedIn
    .input(z.strictObject(which))
    .query(({ ctx, input }) => ctx.workbench.documents.open(ctx.caller, input)),
  source: signedIn.input(z.strictObject(which)).query(async ({ ctx, input }) => {
    const { name, bytes } = await ctx.workbench.documents.source(ctx.caller, input)
    return { name, bytes: Buffer.from(bytes).toString('base64') }
  }),
  add: signedIn
    .input(z.strictObject({ label: documentLabel, title, content }))
    .mutation(({ ctx, input }) => ctx.workbench.documents.add(ctx.caller, input)),
  revise: signedIn
    .input(z.strictObject({ label: z.string().max(1_000), base: z.int().min(1), content }))
    .mutation(({ ctx, input }) => ctx.workbench.documents.revise(ctx.caller, input)),
  edit: signedIn
    .input(
      z.strictObject({
        label: z.string().max(1_000),
        revision: z.int().min(1),
        seen: z.int().min(0),
        edit: clauseEdit,
      }),
    )
    .mutation(({ ctx, input }) => ctx.workbench.documents.edit(ctx.caller, input)),
  /** A mutation, because an address could not hold the text; it changes nothing. */
  coverage: signedIn
    .input(z.strictObject({ ...which, ruleset }))
    .mutation(({ ctx, input: { ruleset: covering, ...document } }) =>
      ctx.workbench.documents.coverage(ctx.caller, document, covering),
    ),
})

import { z } from 'zod'
import { documentLabel } from '../../api/schemas/documents/document'
import { contentHash, rulesetName } from '../../api/schemas/fields'
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
    /** In Base64. */
    bytes: z.base64().max(20_000_000),
  }),
])
const title = z.string().trim().min(1, { error: 'a title' }).max(200)
const ruleset = z.union([z.strictObject({ name: rulesetName }), z.strictObject({ source: text })])

/** A page asks for those of one answer. */
const MAX_CITED_CLAUSES = 1_000

function decoded(sent: z.infer<typeof content>) {
  return sent.kind === 'text' ? sent : { ...sent, bytes: new Uint8Array(Buffer.from(sent.bytes, 'base64')) }
}

const subject = { ...which, ruleset: z.union([ruleset, z.strictObject({ hash: contentHash })]) }
const draft = { ...which, source: text }

/** The signal of a call that nobody can cancel. */
const NEVER = new AbortController().signal

/** Nothing of these is stored. Mutations, because an address could not hold a text; closing the call cancels it. */
export const draftingRouter = router({
  prompt: signedIn
    .input(z.strictObject(draft))
    .mutation(({ ctx, input }) => ctx.workbench.drafting.prompt(ctx.caller, input)),
  clause: signedIn
    .input(z.strictObject({ ...draft, clause: z.string().max(1_000) }))
    .mutation(({ ctx, input, signal = NEVER }) => ctx.workbench.drafting.clause(ctx.caller, input, signal)),
  planFidelity: signedIn
    .input(z.strictObject(subject))
    .mutation(({ ctx, input }) => ctx.workbench.fidelity.plan(ctx.caller, input)),
  readGroup: signedIn
    .input(z.strictObject({ ...subject, clauses: z.array(z.string().max(1_000)).max(5_000) }))
    .mutation(({ ctx, input, signal = NEVER }) => ctx.workbench.fidelity.readGroup(ctx.caller, input, signal)),
})

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
    .mutation(({ ctx, input }) =>
      ctx.workbench.documents.add(ctx.caller, { ...input, content: decoded(input.content) }),
    ),
  revise: signedIn
    .input(z.strictObject({ label: z.string().max(1_000), base: z.int().min(1), content }))
    .mutation(({ ctx, input }) =>
      ctx.workbench.documents.revise(ctx.caller, { ...input, content: decoded(input.content) }),
    ),
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
  /** A mutation, as `coverage`. */
  clauses: signedIn
    .input(
      z.strictObject({
        hash: contentHash.nullable(),
        clauses: z
          .array(z.strictObject({ document: z.string().max(1_000), clause: z.string().max(1_000) }))
          .max(MAX_CITED_CLAUSES),
      }),
    )
    .mutation(({ ctx, input }) => ctx.workbench.documents.clauses(ctx.caller, input)),
  /** A mutation, because an address could not hold the text; it changes nothing. */
  coverage: signedIn
    .input(z.strictObject({ ...which, ruleset }))
    .mutation(({ ctx, input: { ruleset: covering, ...document } }) =>
      ctx.workbench.documents.coverage(ctx.caller, document, covering),
    ),
})

import { z } from 'zod'
import { OPERATIONS } from '../../api/operations'
import { readRequest } from '../../api/read-request'
import { contentHash, labelRequest, newRulesetName, rulesetName } from '../../api/schemas/fields'
import { REVIEW_STATES } from '../../api/terms/review-terms'
import { LIST_ORDERS, MAX_HIT_PAGES, MAX_QUERY_CHARS } from '../../api/terms/ruleset-terms'
import { FIRST_PAGE } from '../../services/rulesets/ruleset-list'
import { router, signedIn } from './procedures'

/** Bounds the input above every budget; the service refuses with a message. */
const text = z.string().max(20_000_000)

const saveInput = z.strictObject({
  namespaceId: z.uuid(),
  name: rulesetName,
  source: text,
  message: z.string().max(100_000).nullable(),
  base: contentHash.nullable(),
  label: labelRequest,
})

const listInput = z.strictObject({
  search: z.string().max(500).default(FIRST_PAGE.search),
  /** Null for rulesets without a domain; absent for all. */
  domain: z.string().max(100).nullable().optional(),
  archived: z.boolean().default(FIRST_PAGE.archived),
  /** Absent for all. */
  state: z.enum(REVIEW_STATES).optional(),
  /** Absent for all. */
  askedId: z.uuid().optional(),
  order: z.enum(LIST_ORDERS).default(FIRST_PAGE.order),
  descending: z.boolean().default(FIRST_PAGE.descending),
  page: z.int().min(1).max(1_000_000).default(FIRST_PAGE.page),
  limit: z.int().min(1).max(100).default(FIRST_PAGE.limit),
})

export const revisionsRouter = router({
  list: signedIn.input(listInput).query(({ ctx, input }) => ctx.workbench.revisions.list(ctx.caller, input)),
  open: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.revisions.open(ctx.caller, input.name)),
  source: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx, input }) => ctx.workbench.revisions.source(ctx.caller, input.hash)),
  /** A mutation, because an address could not hold the text; it changes nothing. */
  endsOwnApproval: signedIn
    .input(z.strictObject({ name: rulesetName.nullable(), source: text }))
    .mutation(({ ctx, input }) => ctx.workbench.revisions.endsOwnApproval(ctx.caller, input)),
  save: signedIn.input(saveInput).mutation(({ ctx, input }) => ctx.workbench.revisions.save(ctx.caller, input)),
})

const searchInput = z.strictObject({
  query: z.string().max(MAX_QUERY_CHARS),
  page: z.int().min(1).max(MAX_HIT_PAGES).default(1),
})

export const searchRouter = router({
  find: signedIn.input(searchInput).query(({ ctx, input }) => ctx.workbench.search.find(ctx.caller, input)),
})

const nameInput = z.strictObject({ name: rulesetName })

/** Renames, archives and restores. */
export const namesRouter = router({
  rename: signedIn
    .input(z.strictObject({ name: rulesetName, to: newRulesetName }))
    .mutation(({ ctx, input }) => ctx.workbench.names.rename(ctx.caller, input)),
  archive: signedIn.input(nameInput).mutation(({ ctx, input }) => ctx.workbench.names.archive(ctx.caller, input)),
  restore: signedIn.input(nameInput).mutation(({ ctx, input }) => ctx.workbench.names.restore(ctx.caller, input)),
})

const hashes = { from: contentHash, to: contentHash }
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
    .input(z.strictObject(hashes))
    .query(({ ctx, input }) => ctx.workbench.history.compare(ctx.caller, input)),
  caseChanges: signedIn
    .input(z.strictObject({ name: rulesetName, ...hashes }))
    .query(({ ctx, input }) => ctx.workbench.history.caseChanges(ctx.caller, input)),
})

/** More than a text can use within its size is not asked. */
const usesInput = z.strictObject({
  uses: z.array(z.strictObject({ name: rulesetName, sha256: contentHash })).max(100),
})

export const librariesRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.libraries.list(ctx.caller)),
  open: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.libraries.open(ctx.caller, input.name)),
  /** A mutation, because an address could not hold the names; it changes nothing. */
  judge: signedIn.input(usesInput).mutation(({ ctx, input }) => ctx.workbench.libraries.judge(ctx.caller, input.uses)),
})

/** JSON text of POST /v1/units/converters, to keep every digit. */
const previewInput = z.strictObject({ request: z.string().max(20_000) })

/** Complements the unit and vocabulary operations of /v1. */
export const unitsRouter = router({
  previewConverter: signedIn
    .input(previewInput)
    .mutation(({ ctx, input }) =>
      ctx.workbench.converters.preview(
        ctx.caller,
        readRequest(OPERATIONS.addConverter.body.schema, input.request, true),
      ),
    ),
  labelledNames: signedIn.query(({ ctx }) => ctx.workbench.labelledNames.list(ctx.caller)),
})

const moment = z.iso.datetime().nullable()

export const inForceRouter = router({
  timeline: signedIn
    .input(z.strictObject({ name: rulesetName }))
    .query(({ ctx, input }) => ctx.workbench.inForce.timeline(ctx.caller, input)),
  put: signedIn
    .input(z.strictObject({ name: rulesetName, hash: contentHash, from: moment, until: moment }))
    .mutation(({ ctx, input }) => ctx.workbench.inForce.put(ctx.caller, input)),
  end: signedIn
    .input(z.strictObject({ name: rulesetName, hash: contentHash, at: moment }))
    .mutation(({ ctx, input }) => ctx.workbench.inForce.end(ctx.caller, input)),
})

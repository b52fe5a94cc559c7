import { z } from 'zod'
import { NOTE_TEXT } from '../../api/schemas/approval'
import { contentHash } from '../../api/schemas/fields'
import { MAX_SCENARIOS, SCENARIO_ANSWERS } from '../../api/terms/blind-test-terms'
import { EXPORTED_BY_PAGE, LOG_KINDS } from '../../api/terms/log-kinds'
import { MEANINGS } from '../../api/terms/ruleset-terms'
import { MAX_ERASED_AT_ONCE } from '../../services/decision-log/erase-checks'
import { router, signedIn } from './procedures'

/** Bounds the input above every budget; the service refuses with a message. */
const text = z.string().max(20_000)
const encoded = z.string().max(50_000)
const id = z.uuid()

const prepareInput = z.strictObject({
  hash: contentHash,
  meaning: z.enum(MEANINGS),
  note: text.regex(NOTE_TEXT, { error: 'text without control characters' }).nullable(),
  expiresAt: z.iso.datetime().nullable(),
  withdraws: id.nullable(),
  reviewDigest: contentHash,
  unitLibraryHash: contentHash.nullable(),
  engineVersion: z.string().max(200),
  comparisonDigest: contentHash.nullable(),
  citationsDigest: contentHash.nullable().default(null),
})

const assertion = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: encoded,
    clientDataJSON: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
})

const signInput = z.strictObject({
  ceremonyId: id,
  proof: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('password'), password: z.string().max(1_000) }),
    z.strictObject({ kind: z.literal('passkey'), assertion }),
    z.strictObject({ kind: z.literal('session') }),
  ]),
})

export const signingRouter = router({
  sheet: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.signing.sheet(caller, input)),
  meaning: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.signing.meaning(caller, input)),
  prepare: signedIn
    .input(prepareInput)
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.signing.prepare(caller, input)),
  sign: signedIn
    .input(signInput)
    .mutation(({ ctx: { workbench, caller, session, addressKey }, input }) =>
      workbench.signing.sign(caller, { ...input, session, addressKey }),
    ),
  receipt: signedIn
    .input(z.strictObject({ recordId: id }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.signing.receipt(caller, input)),
})

const answersInput = z.strictObject({
  hash: contentHash,
  digest: contentHash,
  number: z.int().min(1).max(1_000),
  answers: z.array(z.enum(SCENARIO_ANSWERS)).max(MAX_SCENARIOS),
})

export const blindTestsRouter = router({
  scenarios: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.blindTests.scenarios(caller, input)),
  answer: signedIn
    .input(answersInput)
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.blindTests.answer(caller, input)),
  comment: signedIn
    .input(z.strictObject({ testId: id, scenario: z.int().min(0).max(MAX_SCENARIOS), text }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.blindTests.comment(caller, input)),
  list: signedIn
    .input(z.strictObject({ hash: contentHash }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.blindTests.list(caller, input)),
})

const MAX_ROWS = 200
const position = z.string().regex(/^\d{1,18}$/)
const moment = z.iso.datetime()

const listInput = z.strictObject({
  kind: z.enum(LOG_KINDS).nullable().default(null),
  actor: z.string().max(500).nullable().default(null),
  from: moment.nullable().default(null),
  to: moment.nullable().default(null),
  after: position.nullable().default(null),
  limit: z.int().min(1).max(MAX_ROWS).default(50),
})

export const auditRouter = router({
  list: signedIn.input(listInput).query(({ ctx: { workbench, caller }, input }) => workbench.audit.list(caller, input)),
  export: signedIn
    .input(z.strictObject({ next: z.string().max(100).nullable().default(null) }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.audit.export(caller, input)),
  noteExport: signedIn
    .input(z.strictObject({ what: z.enum(EXPORTED_BY_PAGE), reference: z.string().max(200).nullable() }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.exports.note(caller, input)),
  securityEvents: signedIn
    .input(z.strictObject({ after: position.nullable(), limit: z.int().min(1).max(MAX_ROWS) }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.securityEvents.list(caller, input)),
  checkpoint: signedIn.mutation(({ ctx: { workbench, caller } }) => workbench.audit.checkpoint(caller)),
  consistency: signedIn
    .input(z.strictObject({ from: position }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.audit.consistency(caller, input)),
})

const checkInput = z.strictObject({ checkId: id })
/** The service refuses names of another form, and says what to write. */
const claimValue = z.strictObject({ name: z.string().max(1_000), value: z.string().max(10_000) })

const listChecksInput = z.strictObject({
  rulesetHash: contentHash.nullable().default(null),
  from: moment.nullable().default(null),
  to: moment.nullable().default(null),
  claim: claimValue.nullable().default(null),
  after: position.nullable().default(null),
  limit: z.int().min(1).max(MAX_ROWS).default(50),
})

const replayInput = z.strictObject({
  rulesetHash: contentHash,
  checkedBy: contentHash.nullable().default(null),
  after: position.nullable().default(null),
  limit: z.int().min(1).max(MAX_ROWS).default(MAX_ROWS),
})

const eraseInput = z.union([
  z.strictObject({ checkIds: z.array(id).min(1).max(MAX_ERASED_AT_ONCE) }),
  z.strictObject({ claim: claimValue.shape.name, value: claimValue.shape.value }),
])

export const decisionLogRouter = router({
  list: signedIn
    .input(listChecksInput)
    .query(({ ctx: { workbench, caller }, input }) => workbench.decisionLog.list(caller, input)),
  receipt: signedIn
    .input(checkInput)
    .query(({ ctx: { workbench, caller }, input }) => workbench.decisionLog.receipt(caller, input.checkId)),
  openReceipt: signedIn
    .input(checkInput)
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.decisionLog.openReceipt(caller, input.checkId)),
  erase: signedIn
    .input(eraseInput)
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.decisionLog.erase(caller, input)),
  /** Not a query, because it counts checks. */
  replay: signedIn
    .input(replayInput)
    .mutation(({ ctx: { workbench, caller }, input, signal }) => workbench.checkReplays.replay(caller, input, signal)),
})

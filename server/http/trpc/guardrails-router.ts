import { z } from 'zod'
import { contentHash } from '../../api/schemas/fields'
import { traceId } from '../../api/schemas/frame'
import { frameLabelRequest, threshold } from '../../api/schemas/frames/frame-label'
import { COUNT_PERIODS, FRAME_ANSWERS } from '../../api/schemas/frames/frame-list'
import { applicationRequest, guardrailRequest, modelName, plainText, projectRequest } from '../../api/schemas/guardrail'
import { toolGuardRequest } from '../../api/schemas/tool-guard'
import { CONCLUSIONS } from '../../api/terms/guardrail-terms'
import { contractInput, router, signedIn } from './procedures'

const id = z.uuid()
const which = z.strictObject({ id, version: z.int().min(0) })
const page = { cursor: z.string().max(1_000).nullable(), limit: z.int().min(1).max(200) }
const moment = z.iso.datetime().nullable()
const ofProject = z.strictObject({ projectId: id.nullable(), ...page })

const { context_document: contextDocument, ...asInTheContract } = applicationRequest.shape
const applicationInput = z.strictObject({ ...asInTheContract, contextDocument })

export const targetsRouter = router({
  projects: signedIn
    .input(z.strictObject(page))
    .query(({ ctx, input }) => ctx.platform.targets.listProjects(ctx.caller, input)),
  addProject: signedIn
    .input(contractInput(projectRequest))
    .mutation(({ ctx, input }) => ctx.platform.targets.addProject(ctx.caller, input)),
  changeProject: signedIn
    .input(contractInput(which.extend({ content: projectRequest })))
    .mutation(({ ctx, input }) =>
      ctx.platform.targets.changeProject(ctx.caller, input.id, input.version, input.content),
    ),
  removeProject: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.targets.removeProject(ctx.caller, input.id, input.version)),

  guardrails: signedIn
    .input(ofProject)
    .query(({ ctx, input: { projectId, ...query } }) =>
      ctx.platform.targets.listGuardrails(ctx.caller, projectId, query),
    ),
  guardrail: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.targets.guardrail(ctx.caller, input.id)),
  addGuardrail: signedIn
    .input(contractInput(z.strictObject({ projectId: id, content: guardrailRequest })))
    .mutation(({ ctx, input }) => ctx.platform.targets.addGuardrail(ctx.caller, input.projectId, input.content)),
  changeGuardrail: signedIn
    .input(contractInput(which.extend({ content: guardrailRequest })))
    .mutation(({ ctx, input }) =>
      ctx.platform.targets.changeGuardrail(ctx.caller, input.id, input.version, input.content),
    ),
  removeGuardrail: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.targets.removeGuardrail(ctx.caller, input.id, input.version)),

  applications: signedIn
    .input(ofProject)
    .query(({ ctx, input: { projectId, ...query } }) =>
      ctx.platform.targets.listApplications(ctx.caller, projectId, query),
    ),
  application: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.targets.application(ctx.caller, input.id)),
  addApplication: signedIn
    .input(contractInput(z.strictObject({ projectId: id, content: applicationInput })))
    .mutation(({ ctx, input }) => ctx.platform.targets.addApplication(ctx.caller, input.projectId, input.content)),
  changeApplication: signedIn
    .input(contractInput(which.extend({ content: applicationInput })))
    .mutation(({ ctx, input }) =>
      ctx.platform.targets.changeApplication(ctx.caller, input.id, input.version, input.content),
    ),
  removeApplication: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.targets.removeApplication(ctx.caller, input.id, input.version)),
})

/** With the client API, a page can send a frame and watch its answers. */
export const framesRouter = router({
  /** Lets the page use the client API like any client. */
  token: signedIn.mutation(({ ctx }) => ctx.platform.gate.issueForPerson(ctx.caller)),
  find: signedIn
    .input(z.strictObject({ traceId }))
    .query(({ ctx, input }) => ctx.platform.frames.find(ctx.caller, input.traceId)),
  list: signedIn
    .input(z.strictObject({ targetId: id, answer: z.enum(FRAME_ANSWERS).nullable(), since: moment, ...page }))
    .query(({ ctx, input: { targetId, answer, since, ...query } }) =>
      ctx.platform.targetFrames.list(ctx.caller, { targetId, answer, since }, query),
    ),
  count: signedIn
    .input(z.strictObject({ targetId: id, since: moment, period: z.enum(COUNT_PERIODS) }))
    .query(({ ctx, input }) => ctx.platform.targetFrames.count(ctx.caller, input)),
  /** Not a query, because it counts checks. */
  replay: signedIn
    .input(
      z.strictObject({
        guardrailId: id,
        rulesetHash: contentHash.nullable(),
        model: modelName.nullable(),
        threshold: threshold.nullable(),
        ...page,
      }),
    )
    .mutation(({ ctx, input, signal }) => ctx.platform.replays.replay(ctx.caller, input, signal)),
  labels: signedIn
    .input(z.strictObject({ targetId: id, messageId: id, ...page }))
    .query(({ ctx, input: { targetId, messageId, ...query } }) =>
      ctx.platform.labels.list(ctx.caller, { targetId, set: null, messageId }, query),
    ),
  label: signedIn
    .input(contractInput(z.strictObject({ messageId: id, content: frameLabelRequest })))
    .mutation(({ ctx, input }) => ctx.platform.labels.label(ctx.caller, input.messageId, input.content)),
  labelResults: signedIn
    .input(z.strictObject({ targetId: id, set: plainText(1_000).nullable(), threshold: threshold.nullable() }))
    .query(({ ctx, input }) => ctx.platform.labels.results(ctx.caller, input)),
  /** Null if no model is configured; guardrails that ask one then return an Error that says so. */
  modelName: signedIn.query(({ ctx }) => ctx.modelName),
})

/** Bounds the input above every limit; the service refuses with a message. */
const note = z.string().max(100_000).nullable()

export const reviewsRouter = router({
  list: signedIn
    .input(
      z.strictObject({
        state: z.enum(['waiting', 'answered']),
        cursor: z.string().max(1_000).nullable(),
        limit: z.int().min(1).max(200),
      }),
    )
    .query(({ ctx, input: { state, ...page } }) => ctx.platform.reviews.list(ctx.caller, state, page)),
  task: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.reviews.task(ctx.caller, input.id)),
  answer: signedIn
    .input(z.strictObject({ id, conclusion: z.enum(CONCLUSIONS), note }))
    .mutation(({ ctx, input: { id, ...answer } }) => ctx.platform.reviews.answer(ctx.caller, id, answer)),
})

const listed = { cursor: z.string().max(1_000).nullable(), limit: z.int().min(1).max(200) }

export const callsRouter = router({
  guards: signedIn
    .input(z.strictObject(listed))
    .query(({ ctx, input }) => ctx.platform.guards.listGuards(ctx.caller, input)),
  guard: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.guards.guard(ctx.caller, input.id)),
  addGuard: signedIn
    .input(contractInput(toolGuardRequest))
    .mutation(({ ctx, input }) => ctx.platform.guards.addGuard(ctx.caller, input)),
  changeGuard: signedIn
    .input(contractInput(which.extend({ content: toolGuardRequest })))
    .mutation(({ ctx, input }) => ctx.platform.guards.changeGuard(ctx.caller, input.id, input.version, input.content)),
  removeGuard: signedIn
    .input(which)
    .mutation(({ ctx, input }) => ctx.platform.guards.removeGuard(ctx.caller, input.id, input.version)),
  confirmGuard: signedIn
    .input(which.extend({ digest: contentHash }))
    .mutation(({ ctx, input: { id: guardId, ...confirmed } }) =>
      ctx.platform.guards.confirmGuard(ctx.caller, guardId, confirmed),
    ),
  /** A mutation, because a claim map may be too long for an address. */
  guardMistakes: signedIn
    .input(contractInput(toolGuardRequest.pick({ ruleset_hash: true, map: true })))
    .mutation(({ ctx, input }) => ctx.platform.guards.mistakes(ctx.caller, input)),
  list: signedIn
    .input(z.strictObject({ state: z.enum(['waiting', 'over']), ...listed }))
    .query(({ ctx, input: { state, ...page } }) => ctx.platform.calls.list(ctx.caller, state, page)),
  count: signedIn.query(({ ctx }) => ctx.platform.calls.count(ctx.caller)),
  one: signedIn.input(z.strictObject({ id })).query(({ ctx, input }) => ctx.platform.calls.call(ctx.caller, input.id)),
  answer: signedIn
    .input(z.strictObject({ id, isGranted: z.boolean(), reason: z.string().max(100_000), minutes: z.int() }))
    .mutation(({ ctx, input: { id, ...answer } }) => ctx.platform.calls.answer(ctx.caller, id, answer)),
  takeBack: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.platform.calls.takeBack(ctx.caller, input.id)),
})

/** Exceeds the service's limit, so that the service explains the error. */
const text = z.string().max(10_000)
const kind = z.enum(['service_token', 'api_key'])
const expiresAt = z.iso
  .datetime()
  .transform((moment) => new Date(moment))
  .nullable()

export const serviceAccountsRouter = router({
  view: signedIn.query(({ ctx }) => ctx.platform.accounts.view(ctx.caller)),
  renameGroup: signedIn
    .input(z.strictObject({ name: text }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.renameGroup(ctx.caller, input.name)),
  add: signedIn
    .input(z.strictObject({ username: text, description: text }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.add(ctx.caller, input)),
  setDisabled: signedIn
    .input(z.strictObject({ id, disabled: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.setDisabled(ctx.caller, input.id, input.disabled)),
  issueSecret: signedIn
    .input(z.strictObject({ accountId: id, kind, label: text, expiresAt }))
    .mutation(({ ctx, input: { accountId, ...secret } }) =>
      ctx.platform.accounts.issueSecret(ctx.caller, accountId, secret),
    ),
  revokeSecret: signedIn
    .input(z.strictObject({ id }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.revokeSecret(ctx.caller, input.id)),
  addMember: signedIn
    .input(z.strictObject({ username: text }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.addMember(ctx.caller, input.username)),
  answerMemberRequest: signedIn
    .input(z.strictObject({ id, confirmed: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.answerMemberRequest(ctx.caller, input.id, input.confirmed)),
  removeMember: signedIn
    .input(z.strictObject({ accountId: id }))
    .mutation(({ ctx, input }) => ctx.platform.accounts.removeMember(ctx.caller, input.accountId)),
})

/** Calls the service of each operation. The results have the shapes of api/schemas/{guardrail,platform}.ts. */
import type { z } from 'zod'
import { DEFAULT_PAGE_ENTRIES, type PLATFORM_OPERATIONS, type PlatformOperationId } from '../../api/platform-operations'
import type { frameLabel, labelResults } from '../../api/schemas/frames/frame-label'
import type { frameCounts, listedFrame } from '../../api/schemas/frames/frame-list'
import type { replay } from '../../api/schemas/frames/replay'
import type { application, guardrail, project } from '../../api/schemas/guardrail'
import type { frameState, reviewTask } from '../../api/schemas/platform'
import type { storedToolGuard } from '../../api/schemas/tool-guard'
import type { Caller } from '../../services/calls/caller'
import type { FrameState, Frames } from '../../services/guardrails/frames/frames'
import type { Replay, Replays } from '../../services/guardrails/frames/replay-frames'
import type { CountsOfTarget, FrameRow, TargetFrames } from '../../services/guardrails/frames/target-frames'
import type { ToolGuardShown, ToolGuards } from '../../services/guardrails/guards/tool-guards'
import type { FrameLabel, FrameLabels, ResultsOfSet } from '../../services/guardrails/labels/frame-labels'
import type { PartResults } from '../../services/guardrails/labels/label-results'
import type { Targets } from '../../services/guardrails/platform'
import type { ReviewQueue, ReviewTask } from '../../services/guardrails/reviews/review-queue'
import type { Application } from '../../services/guardrails/targets/applications'
import type { Guardrail } from '../../services/guardrails/targets/guardrails'
import type { Page, PageInput } from '../../services/guardrails/targets/pages'
import type { Project } from '../../services/guardrails/targets/projects'

export interface PlatformAnswer {
  readonly body: object | null
  /** Version of a single resource, sent as its entity tag. */
  readonly version?: number
  /** Whether equal versions have equal content, so that 304 is possible. */
  readonly settled?: boolean
  /** Path of the new resource. */
  readonly location?: string
  readonly next?: string | null
}

export interface OperationServices {
  readonly targets: Targets
  readonly guards: ToolGuards
  readonly frames: Pick<Frames, 'find'>
  readonly targetFrames: TargetFrames
  readonly replays: Replays
  readonly labels: FrameLabels
  readonly reviews: Pick<ReviewQueue, 'list' | 'task'>
}

type Operations = typeof PLATFORM_OPERATIONS
type Members<T> = { readonly [Name in keyof T]: T[Name] extends z.ZodType ? z.output<T[Name]> : never }

export interface OperationInput<Id extends PlatformOperationId> {
  readonly path: Members<Operations[Id]['parameters']>
  readonly query: Members<Operations[Id]['query']>
  readonly body: Operations[Id]['body'] extends z.ZodType ? z.output<Operations[Id]['body']> : null
  /** From `If-Match`; 0, which no resource has, if the header is absent. */
  readonly version: number
  /** For a call with an `Idempotency-Key`. */
  readonly call: Parameters<Targets['addProject']>[2]
}

export type PlatformHandlers = {
  readonly [Id in PlatformOperationId]: (caller: Caller, input: OperationInput<Id>) => Promise<PlatformAnswer>
}

export function platformHandlers(services: OperationServices): PlatformHandlers {
  const { targets, guards, frames, targetFrames, replays, labels, reviews } = services
  return {
    listProjects: async (caller, { query }) =>
      toPageAnswer(await targets.listProjects(caller, pageInput(query)), wireProject),
    createProject: async (caller, { body, call }) =>
      toCreatedAnswer('projects', wireProject(await targets.addProject(caller, body, call))),
    getProject: async (caller, { path }) => toVersionedAnswer(wireProject(await targets.project(caller, path.id))),
    changeProject: async (caller, { path, version, body }) =>
      toVersionedAnswer(wireProject(await targets.changeProject(caller, path.id, version, body))),
    removeProject: (caller, { path, version }) => toRemovedAnswer(targets.removeProject(caller, path.id, version)),

    listGuardrails: async (caller, { path, query }) =>
      toPageAnswer(await targets.listGuardrails(caller, path.id, pageInput(query)), wireGuardrail),
    createGuardrail: async (caller, { path, body, call }) =>
      toCreatedAnswer('guardrails', wireGuardrail(await targets.addGuardrail(caller, path.id, body, call))),
    getGuardrail: async (caller, { path }) => {
      const guardrail = wireGuardrail(await targets.guardrail(caller, path.id))
      // The approval of a ruleset changes independently of the guardrail.
      return { ...toVersionedAnswer(guardrail), settled: guardrail.ruleset === null }
    },
    changeGuardrail: async (caller, { path, version, body }) =>
      toVersionedAnswer(wireGuardrail(await targets.changeGuardrail(caller, path.id, version, body))),
    removeGuardrail: (caller, { path, version }) => toRemovedAnswer(targets.removeGuardrail(caller, path.id, version)),

    listApplications: async (caller, { path, query }) =>
      toPageAnswer(await targets.listApplications(caller, path.id, pageInput(query)), wireApplication),
    createApplication: async (caller, { path, body, call }) =>
      toCreatedAnswer(
        'applications',
        wireApplication(await targets.addApplication(caller, path.id, applicationInput(body), call)),
      ),
    getApplication: async (caller, { path }) =>
      toVersionedAnswer(wireApplication(await targets.application(caller, path.id))),
    changeApplication: async (caller, { path, version, body }) =>
      toVersionedAnswer(
        wireApplication(await targets.changeApplication(caller, path.id, version, applicationInput(body))),
      ),
    removeApplication: (caller, { path, version }) =>
      toRemovedAnswer(targets.removeApplication(caller, path.id, version)),

    listToolGuards: async (caller, { query }) =>
      toPageAnswer(await guards.listGuards(caller, pageInput(query)), wireToolGuard),
    createToolGuard: async (caller, { body, call }) =>
      toUnsettled(toCreatedAnswer('tool-guards', wireToolGuard(await guards.addGuard(caller, body, call)))),
    getToolGuard: async (caller, { path }) =>
      toUnsettled(toVersionedAnswer(wireToolGuard(await guards.guard(caller, path.id)))),
    changeToolGuard: async (caller, { path, version, body }) =>
      toUnsettled(toVersionedAnswer(wireToolGuard(await guards.changeGuard(caller, path.id, version, body)))),
    removeToolGuard: (caller, { path, version }) => toRemovedAnswer(guards.removeGuard(caller, path.id, version)),

    getFrames: async (caller, { path }) => ({
      body: { items: (await frames.find(caller, path.trace_id)).map(wireFrame) },
    }),

    listFrames: async (caller, { query: { target_id: targetId, answer = null, since = null, ...query } }) =>
      toPageAnswer(await targetFrames.list(caller, { targetId, answer, since }, pageInput(query)), wireListedFrame),
    countFrames: async (caller, { query: { target_id: targetId, since = null, period = 'hour' } }) => ({
      body: wireCounts(await targetFrames.count(caller, { targetId, since, period })),
    }),
    replayFrames: async (caller, { path, body: { ruleset_hash: rulesetHash, ...request } }) => ({
      body: wireReplay(await replays.replay(caller, { guardrailId: path.id, rulesetHash, ...request })),
    }),

    labelAnswer: async (caller, { path, body, call }) =>
      toPageAnswer(await labels.label(caller, path.id, body, call), wireLabel),
    listLabels: async (caller, { query: { target_id: targetId, set = null, ...query } }) =>
      toPageAnswer(await labels.list(caller, { targetId, set, messageId: null }, pageInput(query)), wireLabel),
    getLabelResults: async (caller, { query: { target_id: targetId, set = null, threshold = null } }) => ({
      body: wireResults(await labels.results(caller, { targetId, set, threshold })),
    }),

    listReviews: async (caller, { query: { state = 'waiting', ...query } }) =>
      toPageAnswer(await reviews.list(caller, state, pageInput(query)), wireReview),
    getReview: async (caller, { path }) => ({ body: wireReview(await reviews.task(caller, path.id)) }),
  }
}

function pageInput({ cursor, limit }: Members<Operations['listProjects']['query']>): PageInput {
  return { cursor: cursor ?? null, limit: limit === undefined ? DEFAULT_PAGE_ENTRIES : Number(limit) }
}

function toPageAnswer<T>({ items, next }: Page<T>, wire: (item: T) => object): PlatformAnswer {
  return { body: { items: items.map(wire), next_cursor: next }, next }
}

function toVersionedAnswer(body: { readonly version: number }): PlatformAnswer {
  return { body, version: body.version, settled: true }
}

function toCreatedAnswer(collection: string, body: { readonly id: string; readonly version: number }): PlatformAnswer {
  return { ...toVersionedAnswer(body), location: `/api/v1/${collection}/${body.id}` }
}

/** The approval of a ruleset changes independently of what names it. */
function toUnsettled(answer: PlatformAnswer): PlatformAnswer {
  return { ...answer, settled: false }
}

async function toRemovedAnswer(removal: Promise<void>): Promise<PlatformAnswer> {
  await removal
  return { body: null }
}

function applicationInput({
  context_document,
  ...input
}: z.output<Operations['createApplication']['body']>): Parameters<Targets['addApplication']>[2] {
  return { ...input, contextDocument: context_document }
}

type WireOf<S extends z.ZodType> = z.output<S>

function wireProject({ id, version, createdAt, updatedAt, name, description, group }: Project) {
  const wire: WireOf<typeof project> = {
    id,
    version,
    name,
    description,
    group,
    created_at: createdAt,
    updated_at: updatedAt,
  }
  return wire
}

function wireGuardrail(from: Guardrail) {
  const { id, version, createdAt, updatedAt, updatedBy, projectId, name, type, configuration, ruleset } = from
  const wire: WireOf<typeof guardrail> = {
    id,
    version,
    name,
    type,
    configuration,
    ruleset,
    project_id: projectId,
    created_at: createdAt,
    updated_at: updatedAt,
    updated_by: updatedBy,
  }
  return wire
}

function wireToolGuard({ guard, name, ...from }: ToolGuardShown) {
  const { id, version, waitSeconds, createdAt, updatedAt, updatedBy, decides, reason, digest } = from
  const wire: WireOf<typeof storedToolGuard> = {
    ...{ id, version, name, ...guard },
    wait_seconds: waitSeconds,
    ruleset: { decides, reason },
    digest,
    created_at: createdAt,
    updated_at: updatedAt,
    updated_by: updatedBy,
  }
  return wire
}

function wireApplication(from: Application) {
  const { id, version, createdAt, updatedAt, updatedBy, projectId, name, contextDocument, graph, aggregation } = from
  const wire: WireOf<typeof application> = {
    id,
    version,
    name,
    graph,
    aggregation,
    context_document: contextDocument,
    project_id: projectId,
    created_at: createdAt,
    updated_at: updatedAt,
    updated_by: updatedBy,
  }
  return wire
}

function wireFrame(from: FrameState) {
  const { traceId, targetId, responseTopics, status, sentAt, sentBy, answeredAt, messageId, frame, evaluated } = from
  const wire: WireOf<typeof frameState> = {
    trace_id: traceId,
    target_id: targetId,
    response_topic: [...responseTopics],
    status,
    sent_at: sentAt,
    sent_by: sentBy,
    answered_at: answeredAt,
    message_id: messageId,
    frame,
    evaluated_frame: evaluated,
  }
  return wire
}

function wireListedFrame(from: FrameRow) {
  const { traceId, sentAt, sentBy, status, answeredAt, conclusion, errorCode } = from
  const wire: WireOf<typeof listedFrame> = {
    trace_id: traceId,
    sent_at: sentAt,
    sent_by: sentBy,
    status,
    answered_at: answeredAt,
    conclusion,
    error_code: errorCode,
  }
  return wire
}

function wireCounts({ periods, ...from }: CountsOfTarget) {
  const wire: WireOf<typeof frameCounts> = { ...from, periods: [...periods] }
  return wire
}

function wireReplay({ replayed, differing, skipped, newClaims, cost, next }: Replay) {
  const outcome = ({ conclusion, errorCode, confidence }: Replay['differing'][number]['before']) => ({
    conclusion,
    error_code: errorCode,
    confidence,
  })
  const wire: WireOf<typeof replay> = {
    replayed,
    differing: differing.map(({ traceId, sentAt, before, after, assertions, furtherAssertions }) => ({
      trace_id: traceId,
      sent_at: sentAt,
      before: outcome(before),
      after: outcome(after),
      assertions: [...assertions],
      further_assertions: furtherAssertions,
    })),
    skipped: skipped.map(({ traceId, sentAt, reason }) => ({ trace_id: traceId, sent_at: sentAt, reason })),
    new_claims: [...newClaims],
    model_calls: cost.modelCalls,
    tokens: cost.tokens && { input: cost.tokens.input, output: cost.tokens.output },
    next_cursor: next,
  }
  return wire
}

function wireLabel(from: FrameLabel) {
  const { traceId, messageId, set, assertion, answer, expected, note, labelledBy, labelledAt } = from
  const wire: WireOf<typeof frameLabel> = {
    ...{ trace_id: traceId, message_id: messageId, set, assertion, answer, expected, note },
    ...{ labelled_by: labelledBy, labelled_at: labelledAt },
  }
  return wire
}

function wireResults({ set, sets, conclusion, shares, calibration, thresholds, assertions, labellers }: ResultsOfSet) {
  const part = ({ answers, ...from }: PartResults) => ({ ...from, answers: [...answers] })
  const wire: WireOf<typeof labelResults> = {
    ...{ set, sets: [...sets], conclusion: part(conclusion), shares: [...shares], thresholds: [...thresholds] },
    calibration: calibration && {
      bins: [...calibration.bins],
      brier: calibration.brier,
      calibration_error: calibration.calibrationError,
    },
    assertions: assertions.map(({ assertion, ...own }) => ({ assertion, ...part(own) })),
    labellers: labellers.map(({ labelledBy, ...own }) => ({ labelled_by: labelledBy, ...own })),
  }
  return wire
}

function wireReview(from: ReviewTask) {
  const { id, traceId, targetId, guardrailId, guardrailName, nodeId, instructions, frame } = from
  const { createdAt, answeredAt, answeredBy, conclusion, note } = from
  const wire: WireOf<typeof reviewTask> = {
    id,
    trace_id: traceId,
    target_id: targetId,
    guardrail_id: guardrailId,
    guardrail_name: guardrailName,
    node_id: nodeId,
    instructions,
    frame,
    created_at: createdAt,
    answered_at: answeredAt,
    answered_by: answeredBy,
    conclusion,
    note,
  }
  return wire
}

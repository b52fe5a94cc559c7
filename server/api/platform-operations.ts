/**
 * All operations of the main REST API; routing, validation, the OpenAPI document and the tests read this table. Reviews
 * can only be read here: a person answers them on the pages, and no person calls this API.
 */
import { z } from 'zod'
import { timestamp } from './schemas/fields'
import { traceId } from './schemas/frame'
import { frameLabelPage, frameLabelRequest, labelResults, threshold } from './schemas/frames/frame-label'
import { COUNT_PERIODS, FRAME_ANSWERS, frameCounts, framePage } from './schemas/frames/frame-list'
import { replay, replayRequest } from './schemas/frames/replay'
import {
  application,
  applicationRequest,
  guardrail,
  guardrailRequest,
  platformName,
  project,
  projectRequest,
} from './schemas/guardrail'
import {
  applicationPage,
  framesOfTrace,
  guardrailPage,
  projectPage,
  reviewPage,
  reviewTask,
  toolGuardPage,
} from './schemas/platform'
import { storedToolGuard, toolGuardRequest } from './schemas/tool-guard'
import type { ProblemStatus } from './terms/problems'

export interface PlatformOperation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path template; `{name}` is one percent-decoded segment. */
  readonly path: string
  readonly tag: 'projects' | 'guardrails' | 'applications' | 'tool-guards' | 'frames' | 'reviews'
  readonly summary: string
  readonly description: string
  readonly parameters: Readonly<Record<string, z.ZodType>>
  /** Members of the query, all strings. */
  readonly query: Readonly<Record<string, z.ZodType>>
  readonly body: z.ZodType | null
  readonly success: 200 | 201 | 204
  /** Null if a success has no body. */
  readonly response: z.ZodType | null
  /**
   * Whether the operation concerns one versioned resource: its answer has an `ETag`, `GET` accepts `If-None-Match`, and
   * `PUT` and `DELETE` require `If-Match`.
   */
  readonly versioned: boolean
  /** For a `POST`, which otherwise accepts an `Idempotency-Key`. */
  readonly storesNothing?: true
  /** In addition to those that follow from method and body ({@link refusalsOf}). */
  readonly refusals: readonly ProblemStatus[]
}

export const DEFAULT_PAGE_ENTRIES = 50
export const MAX_PAGE_ENTRIES = 200

const id = z.uuid({ error: 'a UUID' }).meta({ description: 'UUID' })
const page = {
  cursor: z
    .string()
    .min(1, { error: 'next_cursor of the page before' })
    .max(500, { error: 'next_cursor of the page before' })
    .optional()
    .meta({ description: '`next_cursor` of the page before; left out for the first' }),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: `a whole number from 1 to ${MAX_PAGE_ENTRIES}` })
    .refine((text) => Number(text) <= MAX_PAGE_ENTRIES, { error: `a whole number from 1 to ${MAX_PAGE_ENTRIES}` })
    .optional()
    .meta({ description: `entries of a page, 1 to ${MAX_PAGE_ENTRIES}; ${DEFAULT_PAGE_ENTRIES} if it is left out` }),
}

const NOTHING = {} as const
const read = { method: 'GET', body: null, success: 200 } as const
const list = { ...read, versioned: false, query: page } as const
const make = { method: 'POST', success: 201, versioned: true, query: NOTHING } as const
const change = { method: 'PUT', success: 200, versioned: true, query: NOTHING, refusals: [404, 409] } as const
const remove = { method: 'DELETE', body: null, success: 204, response: null, versioned: true, query: NOTHING } as const

export const PLATFORM_OPERATIONS = {
  listProjects: {
    ...{ id: 'listProjects', path: '/api/v1/projects', tag: 'projects', ...list },
    summary: 'List the projects',
    description: 'In the order of their creation.',
    ...{ parameters: NOTHING, response: projectPage, refusals: [] },
  },
  createProject: {
    ...{ id: 'createProject', path: '/api/v1/projects', tag: 'projects', ...make },
    summary: 'Make a project',
    description: 'Two projects of a group never share a name.',
    ...{ parameters: NOTHING, body: projectRequest, response: project, refusals: [409] },
  },
  getProject: {
    ...{ id: 'getProject', path: '/api/v1/projects/{id}', tag: 'projects', ...read, versioned: true },
    summary: 'Get a project',
    description: 'The entity tag is its version.',
    ...{ parameters: { id }, query: NOTHING, response: project, refusals: [404] },
  },
  changeProject: {
    ...{ id: 'changeProject', path: '/api/v1/projects/{id}', tag: 'projects', ...change },
    summary: 'Change a project',
    description: 'Takes the whole project: fields that are left out get their defaults again.',
    ...{ parameters: { id }, body: projectRequest, response: project },
  },
  removeProject: {
    ...{ id: 'removeProject', path: '/api/v1/projects/{id}', tag: 'projects', ...remove },
    summary: 'Remove a project',
    description: 'Possible only if it has no guardrails and no applications.',
    ...{ parameters: { id }, refusals: [404, 409] },
  },

  listGuardrails: {
    ...{ id: 'listGuardrails', path: '/api/v1/projects/{id}/guardrails', tag: 'guardrails', ...list },
    summary: 'List the guardrails of a project',
    description: 'In the order of their creation.',
    ...{ parameters: { id }, response: guardrailPage, refusals: [404] },
  },
  createGuardrail: {
    ...{ id: 'createGuardrail', path: '/api/v1/projects/{id}/guardrails', tag: 'guardrails', ...make },
    summary: 'Make a guardrail',
    description:
      'The configuration belongs to the type. A guardrail of the type `policy_rules` names, by its hash, a ruleset that the group holds.',
    ...{ parameters: { id }, body: guardrailRequest, response: guardrail, refusals: [404, 409] },
  },
  getGuardrail: {
    ...{ id: 'getGuardrail', path: '/api/v1/guardrails/{id}', tag: 'guardrails', ...read, versioned: true },
    summary: 'Get a guardrail',
    description: 'For the type `policy_rules`, `ruleset` says whether its ruleset exists and is approved as of now.',
    ...{ parameters: { id }, query: NOTHING, response: guardrail, refusals: [404] },
  },
  changeGuardrail: {
    ...{ id: 'changeGuardrail', path: '/api/v1/guardrails/{id}', tag: 'guardrails', ...change },
    summary: 'Change a guardrail',
    description:
      'Takes the whole guardrail. Frames that were sent but not evaluated yet are evaluated by the changed one.',
    ...{ parameters: { id }, body: guardrailRequest, response: guardrail },
  },
  removeGuardrail: {
    ...{ id: 'removeGuardrail', path: '/api/v1/guardrails/{id}', tag: 'guardrails', ...remove },
    summary: 'Remove a guardrail',
    description: 'Possible only if no application uses it.',
    ...{ parameters: { id }, refusals: [404, 409] },
  },

  listApplications: {
    ...{ id: 'listApplications', path: '/api/v1/projects/{id}/applications', tag: 'applications', ...list },
    summary: 'List the applications of a project',
    description: 'In the order of their creation. A page of large applications may hold fewer than `limit`.',
    ...{ parameters: { id }, response: applicationPage, refusals: [404] },
  },
  createApplication: {
    ...{ id: 'createApplication', path: '/api/v1/projects/{id}/applications', tag: 'applications', ...make },
    summary: 'Make an application',
    description: 'A directed acyclic graph of guardrails of the same group.',
    ...{ parameters: { id }, body: applicationRequest, response: application, refusals: [404, 409] },
  },
  getApplication: {
    ...{ id: 'getApplication', path: '/api/v1/applications/{id}', tag: 'applications', ...read, versioned: true },
    summary: 'Get an application',
    description: 'The entity tag is its version.',
    ...{ parameters: { id }, query: NOTHING, response: application, refusals: [404] },
  },
  changeApplication: {
    ...{ id: 'changeApplication', path: '/api/v1/applications/{id}', tag: 'applications', ...change },
    summary: 'Change an application',
    description: 'Takes the whole application: fields that are left out get their defaults again.',
    ...{ parameters: { id }, body: applicationRequest, response: application },
  },
  removeApplication: {
    ...{ id: 'removeApplication', path: '/api/v1/applications/{id}', tag: 'applications', ...remove },
    summary: 'Remove an application',
    description: 'Frames that were sent to it but not evaluated yet are answered with an Error.',
    ...{ parameters: { id }, refusals: [404] },
  },

  listToolGuards: {
    ...{ id: 'listToolGuards', path: '/api/v1/tool-guards', tag: 'tool-guards', ...list },
    summary: 'List the tool guards',
    description: 'In the order of their creation, each with the answer to whether its ruleset may decide calls now.',
    ...{ parameters: NOTHING, response: toolGuardPage, refusals: [] },
  },
  createToolGuard: {
    ...{ id: 'createToolGuard', path: '/api/v1/tool-guards', tag: 'tool-guards', ...make },
    summary: 'Make a tool guard',
    description:
      'Two guards of a group never share a name or a tool. The claim map must fit the ruleset, which need not be approved yet.',
    ...{ parameters: NOTHING, body: toolGuardRequest, response: storedToolGuard, refusals: [409] },
  },
  getToolGuard: {
    ...{ id: 'getToolGuard', path: '/api/v1/tool-guards/{id}', tag: 'tool-guards', ...read, versioned: true },
    summary: 'Get a tool guard',
    description: '`ruleset` says whether its ruleset may decide calls as of now.',
    ...{ parameters: { id }, query: NOTHING, response: storedToolGuard, refusals: [404] },
  },
  changeToolGuard: {
    ...{ id: 'changeToolGuard', path: '/api/v1/tool-guards/{id}', tag: 'tool-guards', ...change },
    summary: 'Change a tool guard',
    description:
      'Takes the whole guard. Grants of earlier versions let nothing pass any more, and calls that wait for a person ask again.',
    ...{ parameters: { id }, body: toolGuardRequest, response: storedToolGuard },
  },
  removeToolGuard: {
    ...{ id: 'removeToolGuard', path: '/api/v1/tool-guards/{id}', tag: 'tool-guards', ...remove },
    summary: 'Remove a tool guard',
    description: 'Calls that name it are refused from then on; an MCP guard no longer decides about its tool.',
    ...{ parameters: { id }, refusals: [404] },
  },

  getFrames: {
    ...{ id: 'getFrames', path: '/api/v1/frames/{trace_id}', tag: 'frames', ...read, versioned: false },
    summary: 'Get the frames of a trace',
    description:
      'The state of the frames and, once they are answered, the evaluated frame: one entry for each target and set of topics.',
    ...{ parameters: { trace_id: traceId }, query: NOTHING, response: framesOfTrace, refusals: [404] },
  },

  listFrames: {
    ...{ id: 'listFrames', path: '/api/v1/frames', tag: 'frames', ...read, versioned: false },
    summary: 'List the frames of a guardrail or application',
    description: 'The newest first. A page may hold fewer than `limit`: 10,000 frames are searched for it.',
    parameters: NOTHING,
    query: {
      target_id: id.meta({ description: 'guardrail or application, which may have been removed' }),
      answer: z
        .enum(FRAME_ANSWERS)
        .optional()
        .meta({ description: 'only frames with this answer; `OPEN` are not answered yet' }),
      since: timestamp.optional().meta({ description: 'only frames from this time on' }),
      ...page,
    },
    ...{ response: framePage, refusals: [] },
  },
  countFrames: {
    ...{ id: 'countFrames', path: '/api/v1/frame-counts', tag: 'frames', ...read, versioned: false },
    summary: 'Count the frames of a guardrail or application over time',
    description: 'At most the newest 100,000 frames.',
    parameters: NOTHING,
    query: {
      target_id: id.meta({ description: 'guardrail or application, which may have been removed' }),
      since: timestamp.optional().meta({ description: 'the last day if it is left out' }),
      period: z.enum(COUNT_PERIODS).optional().meta({ description: '`hour` if it is left out' }),
    },
    ...{ response: frameCounts, refusals: [] },
  },
  replayFrames: {
    ...{ id: 'replayFrames', path: '/api/v1/guardrails/{id}/replays', tag: 'frames', method: 'POST', success: 200 },
    storesNothing: true,
    summary: 'Answer stored frames again by another ruleset, model or threshold',
    description:
      'Lists the frames of a page whose answers differ. Nothing is stored. Only `model` asks a model, and each frame that rules check counts as one check.',
    ...{ versioned: false, query: NOTHING, parameters: { id }, body: replayRequest, response: replay, refusals: [404] },
  },

  labelAnswer: {
    ...{ id: 'labelAnswer', path: '/api/v1/answers/{id}/labels', tag: 'frames', method: 'POST', success: 200 },
    summary: 'Say what an answer should have been',
    description:
      'Each labeller has one label for a part of an answer in a set; a new one replaces it. Answers with all labels of the answer.',
    ...{ versioned: false, query: NOTHING, parameters: { id }, body: frameLabelRequest, response: frameLabelPage },
    refusals: [404],
  },
  listLabels: {
    ...{ id: 'listLabels', path: '/api/v1/labels', tag: 'frames', ...read, versioned: false },
    summary: 'List the labels of a guardrail or application',
    description: 'The last one first. Labels are removed with their frame.',
    parameters: NOTHING,
    query: { target_id: id, set: platformName.optional(), ...page },
    ...{ response: frameLabelPage, refusals: [] },
  },
  getLabelResults: {
    ...{ id: 'getLabelResults', path: '/api/v1/label-results', tag: 'frames', ...read, versioned: false },
    summary: 'Compare answers with their labels',
    description: 'Frames whose labellers disagree are only counted as disputed. Fractions are exact.',
    parameters: NOTHING,
    query: { target_id: id, set: platformName.optional(), threshold: threshold.optional() },
    ...{ response: labelResults, refusals: [] },
  },

  listReviews: {
    ...{ id: 'listReviews', path: '/api/v1/reviews', tag: 'reviews', ...read, versioned: false },
    summary: 'List the frames that wait for a reviewer, or waited',
    description:
      'Those that wait, the oldest first, or those that were answered, the last answered first. Signed-in people answer them on the pages of this deployment. A page of large frames may hold fewer than `limit`.',
    parameters: NOTHING,
    query: {
      state: z.enum(['waiting', 'answered']).optional().meta({ description: '`waiting` if it is left out' }),
      ...page,
    },
    ...{ response: reviewPage, refusals: [] },
  },
  getReview: {
    ...{ id: 'getReview', path: '/api/v1/reviews/{id}', tag: 'reviews', ...read, versioned: false },
    summary: 'Get a frame that waits for a reviewer, or waited',
    description: 'With the answer, once there is one.',
    ...{ parameters: { id }, query: NOTHING, response: reviewTask, refusals: [404] },
  },
} as const satisfies Record<string, PlatformOperation>

export type PlatformOperationId = keyof typeof PLATFORM_OPERATIONS

/** Whether it accepts an `Idempotency-Key`. `PUT` and `DELETE` name a version instead. */
export function acceptsKey({ method, storesNothing }: PlatformOperation): boolean {
  return method === 'POST' && storesNothing !== true
}

/** Returns the statuses in ascending order. */
export function refusalsOf(operation: PlatformOperation): readonly ProblemStatus[] {
  const { method, body, versioned, refusals } = operation
  const byBody: readonly ProblemStatus[] = body === null ? [] : [413, 415]
  const byVersion: readonly ProblemStatus[] = versioned && (method === 'PUT' || method === 'DELETE') ? [412, 428] : []
  const byKey: readonly ProblemStatus[] = acceptsKey(operation) ? [422] : []
  const all = [400, 401, 403, 500, 503, ...byBody, ...byVersion, ...byKey, ...refusals] as const
  return [...new Set(all)].sort((a, b) => a - b)
}

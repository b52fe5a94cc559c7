/**
 * From each operation of the main REST API to the service behind it.
 *
 * Promises: no rule stands here; what an operation was asked is passed on, and what came of it is told in the contract's
 * words. Trusts that the operation's schemas let the request through.
 */
import type { z } from 'zod'
import { DEFAULT_PAGE, type PLATFORM_OPERATIONS, type PlatformOperationId } from '../../api/platform-operations'
import type { Caller } from '../../services/access/caller'
import type { Frames } from '../../services/guardrails/frames'
import type { ReviewQueue } from '../../services/guardrails/review-queue'
import type { Page, PageInput, Targets } from '../../services/guardrails/targets'
import { wireApplication, wireFrame, wireGuardrail, wireProject, wireReview } from './wire-things'

export interface PlatformAnswer {
  /** Null for none. */
  readonly body: object | null
  /** Of one thing that is kept by version: its entity tag. */
  readonly version?: number
  /** Whether the same version always tells the same: then whoever has it need not be told again. */
  readonly settled?: boolean
  /** Path of what was made. */
  readonly location?: string
  /** Cursor of the next page. */
  readonly next?: string | null
}

export interface HandlerParts {
  readonly targets: Targets
  readonly frames: Pick<Frames, 'find'>
  readonly reviews: Pick<ReviewQueue, 'list' | 'task'>
}

type Operations = typeof PLATFORM_OPERATIONS
type Members<T> = { readonly [Name in keyof T]: T[Name] extends z.ZodType ? z.output<T[Name]> : never }

/** What an operation is asked. */
export interface Asked<Id extends PlatformOperationId> {
  readonly path: Members<Operations[Id]['parameters']>
  readonly query: Members<Operations[Id]['query']>
  readonly body: Operations[Id]['body'] extends z.ZodType ? z.output<Operations[Id]['body']> : null
  /** That `If-Match` names; 0, which nothing has, where it names none. */
  readonly version: number
}

export type PlatformHandlers = {
  readonly [Id in PlatformOperationId]: (caller: Caller, asked: Asked<Id>) => Promise<PlatformAnswer>
}

export function platformHandlers({ targets, frames, reviews }: HandlerParts): PlatformHandlers {
  return {
    listProjects: async (caller, { query }) => page(await targets.listProjects(caller, wished(query)), wireProject),
    createProject: async (caller, { body }) => made('projects', wireProject(await targets.addProject(caller, body))),
    getProject: async (caller, { path }) => kept(wireProject(await targets.project(caller, path.id))),
    changeProject: async (caller, { path, version, body }) =>
      kept(wireProject(await targets.changeProject(caller, path.id, version, body))),
    removeProject: (caller, { path, version }) => gone(targets.removeProject(caller, path.id, version)),

    listGuardrails: async (caller, { path, query }) =>
      page(await targets.listGuardrails(caller, path.id, wished(query)), wireGuardrail),
    createGuardrail: async (caller, { path, body }) =>
      made('guardrails', wireGuardrail(await targets.addGuardrail(caller, path.id, body))),
    getGuardrail: async (caller, { path }) => {
      const guardrail = wireGuardrail(await targets.guardrail(caller, path.id))
      // Whether a ruleset is approved changes without the guardrail.
      return { ...kept(guardrail), settled: guardrail.ruleset === null }
    },
    changeGuardrail: async (caller, { path, version, body }) =>
      kept(wireGuardrail(await targets.changeGuardrail(caller, path.id, version, body))),
    removeGuardrail: (caller, { path, version }) => gone(targets.removeGuardrail(caller, path.id, version)),

    listApplications: async (caller, { path, query }) =>
      page(await targets.listApplications(caller, path.id, wished(query)), wireApplication),
    createApplication: async (caller, { path, body }) =>
      made('applications', wireApplication(await targets.addApplication(caller, path.id, applicationInput(body)))),
    getApplication: async (caller, { path }) => kept(wireApplication(await targets.application(caller, path.id))),
    changeApplication: async (caller, { path, version, body }) =>
      kept(wireApplication(await targets.changeApplication(caller, path.id, version, applicationInput(body)))),
    removeApplication: (caller, { path, version }) => gone(targets.removeApplication(caller, path.id, version)),

    getFrames: async (caller, { path }) => ({
      body: { items: (await frames.find(caller, path.trace_id)).map(wireFrame) },
    }),

    listReviews: async (caller, { query: { state = 'waiting', ...query } }) =>
      page(await reviews.list(caller, state, wished(query)), wireReview),
    getReview: async (caller, { path }) => ({ body: wireReview(await reviews.task(caller, path.id)) }),
  }
}

function wished({ cursor, limit }: Members<Operations['listProjects']['query']>): PageInput {
  return { cursor: cursor ?? null, limit: limit === undefined ? DEFAULT_PAGE : Number(limit) }
}

function page<T>({ items, next }: Page<T>, wire: (item: T) => object): PlatformAnswer {
  return { body: { items: items.map(wire), next_cursor: next }, next }
}

function kept(body: { readonly version: number }): PlatformAnswer {
  return { body, version: body.version, settled: true }
}

function made(collection: string, body: { readonly id: string; readonly version: number }): PlatformAnswer {
  return { ...kept(body), location: `/api/v1/${collection}/${body.id}` }
}

async function gone(removal: Promise<void>): Promise<PlatformAnswer> {
  await removal
  return { body: null }
}

function applicationInput({
  context_document,
  ...wish
}: z.output<Operations['createApplication']['body']>): Parameters<Targets['addApplication']>[2] {
  return { ...wish, contextDocument: context_document }
}

/**
 * The guardrail platform of one process. Every function checks the caller's permission, returns plain data and throws a
 * Refusal; any other error is a bug.
 */

import type { PlatformSettings } from '../../config/platform'
import type { Bus } from '../../messaging/bus/bus'
import { type AnswerOnce, createAnswerOnce } from '../access/repeatable-calls'
import { type Tracing, UNTRACED } from '../calls/tracing'
import { refuseWhenUnavailable } from '../library/store-refusal'
import type { SharedDependencies } from '../shared-dependencies'
import { createFrames, type Frames } from './frames/frames'
import { timeOrderedId } from './frames/new-frame'
import { createReplays, type Replays } from './frames/replay-frames'
import { createTargetFrames, type TargetFrames } from './frames/target-frames'
import { createGuardedServers, type GuardedServers } from './guards/guarded-servers'
import { createToolGuards, type ToolGuards } from './guards/tool-guards'
import { createWaitingCalls, type WaitingCalls } from './guards/waiting-calls'
import { createFrameLabels, type FrameLabels } from './labels/frame-labels'
import { type ClientGate, createClientGate } from './machine-accounts/client-gate'
import { createServiceAccounts, type ServiceAccounts } from './machine-accounts/service-accounts'
import { createFrameChecks, type FrameChecks } from './responses/frame-checks'
import { createResponseStream, type ResponseStream } from './responses/response-stream'
import { createReviewQueue, type ReviewQueue } from './reviews/review-queue'
import { type ApplicationDependencies, type Applications, createApplications } from './targets/applications'
import { createGuardrails, type GuardrailDependencies, type Guardrails } from './targets/guardrails'
import { createProjects, type ProjectDependencies, type Projects } from './targets/projects'

export interface Platform {
  readonly gate: ClientGate
  readonly accounts: ServiceAccounts
  readonly targets: Targets
  readonly guards: ToolGuards
  readonly calls: WaitingCalls
  readonly servers: GuardedServers
  readonly frames: Frames
  readonly targetFrames: TargetFrames
  readonly replays: Replays
  readonly labels: FrameLabels
  readonly reviews: ReviewQueue
  readonly stream: ResponseStream
  readonly checks: FrameChecks
  /** For calls with an `Idempotency-Key`. */
  readonly answers: { readonly once: AnswerOnce }
}

export interface PlatformDependencies {
  readonly bus: Bus
  readonly settings: PlatformSettings
  /** Absent: no tracing. */
  readonly tracing?: Tracing
  /** Logs failures outside of every call. */
  readonly reportTrouble: (error: unknown) => void
}

export function createPlatform(
  { dependencies, named, guards, turns }: SharedDependencies,
  { bus, settings, tracing = UNTRACED, reportTrouble }: PlatformDependencies,
): Platform {
  const { store, newId, randomBytes, publicUrl, authSecret, budgets } = dependencies
  const now = () => new Date(dependencies.now())
  const frames = createFrames({
    store,
    bus,
    now,
    reportTrouble,
    tracing,
    newId: () => timeOrderedId(dependencies.now(), randomBytes(10)),
    limits: budgets,
  })
  const stream = createResponseStream({ frames, bus, now, after: dependencies.after, reportTrouble })
  return {
    gate: refuseWhenUnavailable(
      createClientGate({
        store,
        now,
        randomBytes,
        publicUrl,
        authSecret,
        group: dependencies.group,
        clientAuth: settings.clientAuth,
        identityProvider: settings.identityProvider,
      }),
    ),
    accounts: refuseWhenUnavailable(createServiceAccounts({ store, now, newId, randomBytes })),
    targets: refuseWhenUnavailable(createTargets({ store, changesOf: named.changesOf, limits: budgets, now, newId })),
    guards: refuseWhenUnavailable(createToolGuards({ ...guards, limits: budgets })),
    calls: refuseWhenUnavailable(createWaitingCalls(guards)),
    servers: refuseWhenUnavailable(createGuardedServers(guards)),
    frames: refuseWhenUnavailable(frames),
    targetFrames: refuseWhenUnavailable(createTargetFrames(store, now)),
    replays: refuseWhenUnavailable(createReplays({ ...named, turns, pause: guards.pause })),
    labels: refuseWhenUnavailable(createFrameLabels({ store, now, newId, limits: budgets })),
    reviews: refuseWhenUnavailable(createReviewQueue({ store, bus, now })),
    stream,
    checks: refuseWhenUnavailable(createFrameChecks({ frames, stream, newId, after: dependencies.after })),
    answers: refuseWhenUnavailable({ once: createAnswerOnce(store, now) }),
  }
}

/**
 * Functions refuse with CREDENTIAL_SCOPE, 404 (not in this group), 412 (another version), 409 (name taken, or target in
 * use) and BUDGET_EXCEEDED.
 */
export type Targets = Projects & Guardrails & Applications

export function createTargets(
  dependencies: ProjectDependencies & GuardrailDependencies & ApplicationDependencies,
): Targets {
  return { ...createProjects(dependencies), ...createGuardrails(dependencies), ...createApplications(dependencies) }
}

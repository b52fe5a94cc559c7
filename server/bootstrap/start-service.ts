import { randomBytes, randomUUID } from 'node:crypto'
import type { ModelSettings } from '../config/platform'
import { readWitnesses } from '../database/signing/read-witnesses'
import type { SigningKeys } from '../database/signing/signing-key-files'
import type { Store } from '../database/store'
import type { Bus, LaneQueue } from '../messaging/bus/bus'
import { PASSWORD_COST } from '../services/accounts/password'
import { startTileFiller } from '../services/audit/fill-tiles'
import { StoredTiles } from '../services/audit/stored-tiles'
import { type Caller, callerWithoutCredential } from '../services/calls/caller'
import { createService, type Service } from '../services/create-service'
import { createWorkbench } from '../services/create-workbench'
import type { DraftingModel } from '../services/drafting/model-turns'
import { startEngine } from '../services/engine-pool/start-engine'
import { createAtOnceEvaluator } from '../services/evaluators/at-once'
import { createFrameEvaluator } from '../services/evaluators/frame-evaluator'
import { startEvaluatorLoop } from '../services/guardrails/frames/evaluator-loop'
import { createPlatform, type Platform } from '../services/guardrails/platform'
import { createSmtpSender } from '../services/mail/smtp-sender'
import { createModel, type EndpointReport } from '../services/models/model'
import { startNotifier } from '../services/notifications/start-notifier'
import { webhookNetwork } from '../services/notifications/webhooks/post-to-webhook'
import { createSharedDependencies, type SharedDependencies } from '../services/shared-dependencies'
import type { Workbench } from '../services/workbench'
import { CLOCK } from './machine'
import type { Observers } from './observability/observe-requests'
import { observedAtOnce, observedEvaluator, observedModel } from './observability/observed-evaluator'
import type { StartContext } from './open-database'

/** Used if no credentials are required. */
export const OPEN_NAMESPACE = '00000000-0000-4000-8000-000000000001'

export interface JoinedService {
  readonly shared: SharedDependencies
  readonly service: Service
  readonly workbench: Workbench
  readonly platform: Platform
}

export interface ServiceResources {
  readonly authSecret: string
  readonly keys: SigningKeys
  readonly store: Store
  readonly bus: Bus
  readonly openLanes: () => LaneQueue
  readonly storage: () => Promise<string | null>
}

export async function startService(
  { settings, log, closers, group }: StartContext,
  { authSecret, keys, store, bus, storage }: ServiceResources,
  observers: Observers,
): Promise<JoinedService> {
  const { traces } = observers
  // The original function: Next replaces the global Date by a slower one.
  const now = Date.now
  const engine = startEngine({
    solverWorkers: settings.solverWorkers,
    solverWaitMs: settings.solverWaitMs,
    warmUp: settings.engineWarmUp,
    limits: settings.budgets,
    mode: 'tiers',
    clock: CLOCK,
    group,
    ...(traces !== null && { tracing: traces.tracing }),
    log,
  })
  closers.push(() => engine.close())
  const openCaller: Caller | null =
    settings.credentials === 'none' ? callerWithoutCredential('open', OPEN_NAMESPACE) : null
  if (openCaller !== null) await store.ensureNamespace({ id: OPEN_NAMESPACE, displayName: 'Open', at: new Date(now()) })
  const model = openModel(settings.model, log, observers)
  const shared = createSharedDependencies({
    store,
    budgets: settings.budgets,
    publicUrl: settings.publicUrl,
    configuredUrl: settings.configuredUrl,
    engine: engine.dispatch,
    probes: { database: () => store.ping(), engine: engine.health, bus: () => bus.ping(), storage },
    evaluationCaps: settings.evaluation,
    ...{ authSecret, keys, docsUrl: settings.docsUrl },
    witnesses: readWitnesses(settings.witnessPolicy),
    openCaller,
    now,
    newId: randomUUID,
    randomBytes,
    passwordCost: PASSWORD_COST,
    group,
    model,
    mail:
      settings.mail === null
        ? null
        : createSmtpSender(settings.mail, ({ ...fields }) => log.warn(fields, 'a message was not sent')),
    webhookHosts: settings.webhookHosts,
    lookupConnections: settings.lookupConnections,
    after: CLOCK.after,
    countChecks: (result, count) => observers.metrics?.checksLogged(result, count),
    reportTrouble: (error) => log.warn({ err: error }, 'what was counted in memory was not written'),
    reportWarning: (fields, message) => log.warn(fields, message),
    reportAlarm: (fields, message) => log.error(fields, message),
  })
  const service = createService(shared)
  closers.push(() => service.close())
  const platform = createPlatform(shared, {
    bus,
    settings: settings.platform,
    ...(traces !== null && { tracing: traces.tracing }),
    reportTrouble: (error) => log.warn({ err: error }, 'answers were not published; they are looked for again'),
  })
  closers.push(() => platform.stream.close())
  await engine.ready
  startTiles(store, log, closers)
  startNotifications(shared, log, closers)
  return { shared, service, workbench: createWorkbench(shared), platform }
}

/** One for frames, drafts and second readings, so that its limit of calls holds for all of them. */
function openModel(
  settings: ModelSettings | null,
  log: StartContext['log'],
  observers: Observers,
): DraftingModel | null {
  if (settings === null) return null
  const pause = (milliseconds: number) => new Promise<void>((resolve) => void CLOCK.after(milliseconds, resolve))
  const reportEndpoint = ({ message, ...report }: EndpointReport) =>
    log.warn({ ...report, problem: message }, 'the endpoint of the language model gave nothing that can be used')
  const model = createModel(settings, { now: Date.now, pause }, reportEndpoint)
  return { model: observedModel(model, observers, CLOCK.now), concurrency: settings.concurrency }
}

const FILL_TILES_EVERY_MS = 600_000

function startTiles(store: Store, log: StartContext['log'], closers: StartContext['closers']): void {
  for (const logs of [store, store.decisionTree]) {
    const filler = startTileFiller({
      store: logs,
      tiles: new StoredTiles(logs),
      everyMs: FILL_TILES_EVERY_MS,
      after: CLOCK.after,
      reportTrouble: (error) => log.warn({ err: error }, 'hashes of a log were not stored; it is tried again'),
    })
    closers.push(() => filler.stop())
  }
}

/** Adds this much to the age of an entry in an inbox. */
const NOTIFY_EVERY_MS = 5_000

function startNotifications(
  { dependencies }: SharedDependencies,
  log: StartContext['log'],
  closers: StartContext['closers'],
): void {
  const { store, mail, publicUrl, authSecret, webhookHosts, now } = dependencies
  const notifier = startNotifier(
    {
      ...{ store, mail, publicUrl, authSecret },
      network: webhookNetwork(webhookHosts),
      now: () => new Date(now()),
      reportTrouble: (error) => log.warn({ err: error }, 'notifications were not made or sent; it is tried again'),
    },
    { everyMs: NOTIFY_EVERY_MS, after: CLOCK.after },
  )
  closers.push(() => notifier.stop())
}

const EVALUATOR_GRACE_MS = 5_000
const RECOVER_EVERY_MS = 60_000

/** Starts the evaluator. At the end, work in progress is finished or released. */
export function startEvaluator(
  { settings, log, closers }: StartContext,
  { bus, openLanes }: Pick<ServiceResources, 'bus' | 'openLanes'>,
  joined: JoinedService,
  observers: Observers,
): void {
  const { shared, platform } = joined
  const { store } = shared.dependencies
  const pause = (milliseconds: number) => new Promise<void>((resolve) => void CLOCK.after(milliseconds, resolve))
  const dependencies = {
    ...shared.engine,
    accountOf: (namespaceId: string) => store.findAccount(namespaceId),
    now: shared.dependencies.now,
    pause,
  }
  const evaluator = observedEvaluator(
    createFrameEvaluator({
      ...dependencies,
      model: shared.dependencies.model?.model ?? null,
    }),
    observers,
    CLOCK.now,
  )
  platform.frames.answerWith(observedAtOnce(createAtOnceEvaluator(dependencies), observers, CLOCK.now))
  const loop = startEvaluatorLoop({
    store,
    bus,
    frames: platform.frames,
    evaluator,
    now: () => new Date(shared.dependencies.now()),
    newId: randomUUID,
    lanes: openLanes(),
    slots: {
      exact: settings.platform.evaluatorConcurrency,
      // One job is solved while another's answer is stored.
      solver: 2 * settings.solverWorkers,
      model: settings.model?.concurrency ?? 1,
    },
    recoverEveryMs: RECOVER_EVERY_MS,
    after: CLOCK.after,
    ...(observers.traces !== null && { tracing: observers.traces.tracing }),
    reportTrouble: (error) => log.warn({ err: error }, 'a frame was not evaluated; it is tried again'),
  })
  closers.push(() => loop.stop(EVALUATOR_GRACE_MS))
}

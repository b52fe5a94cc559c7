/**
 * Joins store, engine and bus to the service, the workbench and the guardrail platform.
 *
 * Promises: no rule stands here; what it starts it gives to the closers.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Bus } from '../bus/bus'
import { type Caller, callerWithoutCredential } from '../service/caller'
import { createService } from '../service/create-service'
import { createWorkbench } from '../service/create-workbench'
import { startEngine } from '../service/engine/start-engine'
import { createPlatform } from '../service/platform/create-platform'
import type { Platform } from '../service/platform/platform'
import type { Service } from '../service/service'
import { createSharedParts, type SharedParts } from '../service/shared-parts'
import type { Workbench } from '../service/workbench'
import type { SigningKeys } from '../store/signing-key-files'
import type { Store } from '../store/store'
import { CLOCK } from './clock'
import type { ProcessParts } from './process-parts'

/** The one namespace of a deployment that demands no credentials. */
export const OPEN_NAMESPACE = '00000000-0000-4000-8000-000000000001'

export interface JoinedService {
  readonly shared: SharedParts
  readonly service: Service
  readonly workbench: Workbench
  readonly platform: Platform
}

export interface ServiceGround {
  readonly authSecret: string
  readonly keys: SigningKeys
  readonly store: Store
  readonly bus: Bus
  readonly storage: () => Promise<string | null>
}

export async function startService(
  { settings, log, closers }: ProcessParts,
  { authSecret, keys, store, bus, storage }: ServiceGround,
): Promise<JoinedService> {
  // Next replaces the global Date by one that costs more; this is the engine's own.
  const now = Date.now
  const engine = startEngine({
    solverWorkers: settings.solverWorkers,
    solverWaitMs: settings.solverWaitMs,
    limits: settings.budgets,
    mode: 'tiers',
    clock: CLOCK,
    log,
  })
  closers.push(() => engine.close())
  const openCaller: Caller | null =
    settings.credentials === 'none' ? callerWithoutCredential('open', OPEN_NAMESPACE) : null
  if (openCaller !== null) await store.ensureNamespace({ id: OPEN_NAMESPACE, displayName: 'Open', at: new Date(now()) })
  const shared = createSharedParts({
    store,
    budgets: settings.budgets,
    publicUrl: settings.publicUrl,
    engine: engine.dispatch,
    probes: { database: () => store.ping(), engine: engine.health, bus: () => bus.ping(), storage },
    evaluationCaps: settings.evaluation,
    ...{ authSecret, keys, docsUrl: settings.docsUrl },
    openCaller,
    now,
    newId: randomUUID,
    randomBytes,
    after: CLOCK.after,
    reportTrouble: (error) => log.warn({ err: error }, 'what was counted in memory was not written'),
    reportAlarm: (fields, message) => log.error(fields, message),
  })
  const service = createService(shared)
  closers.push(() => service.close())
  const platform = createPlatform(shared, {
    bus,
    settings: settings.platform,
    reportTrouble: (error) => log.warn({ err: error }, 'answers were not told; they are looked for again'),
  })
  closers.push(() => platform.stream.close())
  await engine.ready
  return { shared, service, workbench: createWorkbench(shared), platform }
}

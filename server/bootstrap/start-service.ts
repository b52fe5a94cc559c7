/**
 * Joins store, engine and bus to the service, the workbench and the guardrail platform.
 *
 * Promises: no rule stands here; what it starts it gives to the closers.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { SigningKeys } from '../database/signing/signing-key-files'
import type { Store } from '../database/store'
import type { Bus } from '../messaging/bus'
import { type Caller, callerWithoutCredential } from '../services/access/caller'
import { createService } from '../services/create-service'
import { createWorkbench } from '../services/create-workbench'
import { startEngine } from '../services/engine-pool/start-engine'
import { createPlatform } from '../services/guardrails/create-platform'
import type { Platform } from '../services/guardrails/platform'
import type { Service } from '../services/service'
import { createSharedParts, type SharedParts } from '../services/shared-parts'
import type { Workbench } from '../services/workbench'
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

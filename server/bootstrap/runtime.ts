/**
 * The composition root: one of each resource per process.
 *
 * Promises: the only module-level state of the product. It hangs on `globalThis`, because Next bundles its own copies of
 * modules and must find the same resources; `next build` never sets it, so a build opens nothing.
 */
import type { ConsentService } from '../http/oauth/consent-service'
import type { RestHandler } from '../http/rest/rest-handler'
import type { ReadSession } from '../http/session/session-cookie'
import type { Service } from '../services/service'
import type { Workbench } from '../services/workbench'

export interface Runtime {
  readonly service: Service
  readonly workbench: Workbench
  /** The session of a browser, from its Cookie header. */
  readonly readSession: ReadSession
  readonly restHandler: RestHandler
  readonly consentService: Pick<ConsentService, 'question'>
  readonly bodyBytes: number
  /** Of the outside provider where people may sign in, for people; null where there is none. */
  readonly providerName: string | null
}

const KEY = Symbol.for('touchstone.runtime')
type Holder = { [KEY]?: Runtime }

export function setRuntime(runtime: Runtime): void {
  ;(globalThis as Holder)[KEY] = runtime
}

/** @throws when the server has not started: pages are served by server/bootstrap/main.ts, never by `next start` */
export function runtime(): Runtime {
  const runtime = (globalThis as Holder)[KEY]
  if (runtime === undefined) throw new Error('the runtime is not started: run `npm start`')
  return runtime
}

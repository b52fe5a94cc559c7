/**
 * The only module-level state of the product. It is on `globalThis`, because Next bundles its own copies of modules.
 * `next build` never sets it, so a build opens nothing.
 */
import type { ConsentService } from '../http/oauth/consent-service'
import type { RestHandler } from '../http/rest/rest-handler'
import type { ReadSession } from '../http/session/session-cookie'
import type { Service } from '../services/create-service'
import type { Workbench } from '../services/workbench'

export interface Runtime {
  readonly service: Service
  readonly workbench: Workbench
  readonly readSession: ReadSession
  readonly restHandler: RestHandler
  readonly consentService: Pick<ConsentService, 'question'>
  readonly bodyBytes: number
  /** Display name of the external sign-in provider, or null. */
  readonly providerName: string | null
}

const KEY = Symbol.for('touchstone.runtime')
type Holder = { [KEY]?: Runtime }

export function setRuntime(runtime: Runtime): void {
  ;(globalThis as Holder)[KEY] = runtime
}

/** @throws if the server has not started: server/bootstrap/main.ts serves pages, `next start` does not */
export function getRuntime(): Runtime {
  const runtime = (globalThis as Holder)[KEY]
  if (runtime === undefined) throw new Error('the runtime is not started: run `npm start`')
  return runtime
}

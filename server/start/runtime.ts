/**
 * The composition root: one of each resource per process.
 *
 * Promises: the only module-level state of the product. It hangs on `globalThis`, because Next bundles its own copies of
 * modules and must find the same resources; `next build` never sets it, so a build opens nothing.
 */
import type { ConsentDesk } from '../doors/identity/consent-desk'
import type { RestDoor } from '../doors/rest/rest-door'
import type { ReadSession } from '../doors/session/read-session'
import type { Service } from '../service/service'
import type { Workbench } from '../service/workbench'

export interface Runtime {
  readonly service: Service
  readonly workbench: Workbench
  /** The session of a browser, from its Cookie header. */
  readonly readSession: ReadSession
  readonly restDoor: RestDoor
  readonly consentDesk: Pick<ConsentDesk, 'question'>
  readonly docsUrl: string
  readonly bodyBytes: number
  /** Of the outside provider where people may sign in, for people; null where there is none. */
  readonly providerName: string | null
}

const KEY = Symbol.for('touchstone.runtime')
type Holder = { [KEY]?: Runtime }

export function setRuntime(runtime: Runtime): void {
  ;(globalThis as Holder)[KEY] = runtime
}

/** @throws when the server has not started: pages are served by server/main.ts, never by `next start` */
export function runtime(): Runtime {
  const found = (globalThis as Holder)[KEY]
  if (found === undefined) throw new Error('the runtime is not started: run `npm start`')
  return found
}

import type { Logger } from 'pino'
import type { Settings } from '../config/settings'
import type { Clock } from '../engine/workers/job-queue'
import type { ProcessGroup } from '../services/access/process-group'

export interface StoreContext {
  readonly settings: Settings
  readonly log: Logger
  readonly closers: Closers
}

export interface StartContext extends StoreContext {
  readonly group: ProcessGroup
}

/** They are called in reverse order. */
export type Closers = (() => Promise<void> | void)[]

export const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** What every step of the start of a process gets: settings, log, what it has to close, and the clock. */
import type { Logger } from 'pino'
import type { Settings } from '../config/settings'
import type { Clock } from '../engine/workers/job-queue'
import type { ProcessGroup } from '../services/access/process-group'

/** For what opens the data. */
export interface StoreContext {
  readonly settings: Settings
  readonly log: Logger
  readonly closers: Closers
}

export interface StartContext extends StoreContext {
  /** The processes that serve on this machine. */
  readonly group: ProcessGroup
}

/** What was opened so far and how to close it; the last one opened is closed first. */
export type Closers = (() => Promise<void> | void)[]

/** The computer's clock. */
export const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

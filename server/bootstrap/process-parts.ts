/** What every step of the start is given. */
import type { Logger } from 'pino'
import type { Settings } from '../config/settings'
import type { Closers } from './closers'

export interface ProcessParts {
  readonly settings: Settings
  readonly log: Logger
  readonly closers: Closers
}

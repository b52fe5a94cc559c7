/** The bus inside the application's own database. */
import type { Bus } from './bus'
import type { BusLog } from './bus-log'

export interface DatabaseBusOptions {
  readonly url: string
  readonly log: BusLog
  readonly connections?: number
  readonly leaseMs?: number
  readonly pollMs?: number
  readonly patienceMs?: number
}

export function openDatabaseBus(_options: DatabaseBusOptions): Bus {
  throw new Error('not written yet')
}

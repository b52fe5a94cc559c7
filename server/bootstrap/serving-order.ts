/** The primary passes this order to a serving process in its environment, before the first message. */
import { partOf } from '../config/processes'
import type { Settings } from '../config/settings'
import type { DatabasePlace } from './open-database'

export interface ServingOrder {
  readonly place: DatabasePlace
  /** Counts from 0; a replacement keeps it. */
  readonly index: number
  readonly processes: number
}

const VARIABLE = 'TOUCHSTONE_SERVING'

export function orderVariable(order: ServingOrder): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(order) }
}

/** Null if no primary started this process. */
export function readOrder(environment: Readonly<Record<string, string | undefined>>): ServingOrder | null {
  const text = environment[VARIABLE]
  return text === undefined ? null : (JSON.parse(text) as ServingOrder)
}

/** Gives each process its share of workers and concurrent calls. */
export function dividedSettings(settings: Settings, { index, processes }: ServingOrder): Settings {
  const part = (total: number) => partOf(total, index, processes)
  const { model, platform } = settings
  return {
    ...settings,
    solverWorkers: part(settings.solverWorkers),
    platform: { ...platform, evaluatorConcurrency: part(platform.evaluatorConcurrency) },
    model: model === null ? null : { ...model, concurrency: part(model.concurrency) },
  }
}

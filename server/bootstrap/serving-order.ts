/**
 * What the primary gives a process that serves: where the database is, and its part of what all of them share.
 *
 * Promises: it comes in the environment, so it is there before the first message. Trusts it: the primary alone sets it.
 */
import { partOf } from '../config/processes'
import type { Settings } from '../config/settings'
import type { DatabasePlace } from './open-database'

export interface ServingOrder {
  readonly place: DatabasePlace
  /** Of this process among {@link processes}, from 0; a process that takes the place of another has its index. */
  readonly index: number
  readonly processes: number
}

const VARIABLE = 'TOUCHSTONE_SERVING'

/** The variable to start a process with. */
export function orderVariable(order: ServingOrder): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(order) }
}

/** Null where no primary started this process. */
export function readOrder(environment: Readonly<Record<string, string | undefined>>): ServingOrder | null {
  const text = environment[VARIABLE]
  return text === undefined ? null : (JSON.parse(text) as ServingOrder)
}

/** Settings of the machine, divided: each process has its part of workers and of calls at one time. */
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

/**
 * How many processes serve: by what the machine has, unless the operator sets a number.
 *
 * Promises: a machine with fewer than two cores, or with little memory, has one.
 */
import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea } from './variables'

export interface ProcessSettings {
  /** Null: as many as {@link processesFor} the machine. */
  readonly serverProcesses: number | null
}

/** What the embedded database has connections for. */
export const MAX_PROCESSES = 16

export const PROCESS_VARIABLES = {
  SERVER_PROCESSES: z
    .string()
    .refine(isCount, `must be auto or a whole number from 1 to ${MAX_PROCESSES}`)
    .transform((text) => (text === 'auto' ? null : Number(text)))
    .default(null),
}

function isCount(text: string): boolean {
  return text === 'auto' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PROCESSES)
}

export function readProcesses(given: GivenVariables): AreaReading<ProcessSettings> {
  return readArea(PROCESS_VARIABLES, given, (read) => ({
    ok: true,
    settings: { serverProcesses: read.SERVER_PROCESSES },
  }))
}

/** What a process may use of its machine or container. */
export interface Machine {
  /** May be a fraction: a container may have a part of a core. */
  readonly cores: number
  readonly memoryBytes: number
}

/** Of one process with its workers at work. */
const PROCESS_BYTES = 600 * 1024 * 1024

/** @returns from 1 to {@link MAX_PROCESSES} */
export function processesFor({ cores, memoryBytes }: Machine): number {
  if (cores < 2) return 1
  return Math.max(1, Math.min(Math.floor(cores), Math.floor(memoryBytes / PROCESS_BYTES), MAX_PROCESSES))
}

/**
 * The part of a number that one of several processes has, 1 at least.
 *
 * Promises: the parts of all processes make the number, unless it is smaller than their count.
 * @param index of the process, from 0
 */
export function partOf(total: number, index: number, processes: number): number {
  return Math.max(1, Math.floor((total + index) / processes))
}

import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea } from './variables'

export interface ProcessSettings {
  /** Null for {@link processesFor} the machine. */
  readonly serverProcesses: number | null
}

/** The embedded database has connections for this many. */
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

export interface Machine {
  /** May be a fraction, in a container. */
  readonly cores: number
  readonly memoryBytes: number
}

/** Memory of a process with busy workers. */
const PROCESS_BYTES = 600 * 1024 * 1024

/** @returns a number from 1 to {@link MAX_PROCESSES} */
export function processesFor({ cores, memoryBytes }: Machine): number {
  if (cores < 2) return 1
  return Math.max(1, Math.min(Math.floor(cores), Math.floor(memoryBytes / PROCESS_BYTES), MAX_PROCESSES))
}

/**
 * Divides `total` among the processes. Each part is at least 1, and they add up to `total` if it is large enough.
 * @param index of the process, from 0
 */
export function partOf(total: number, index: number, processes: number): number {
  return Math.max(1, Math.floor((total + index) / processes))
}

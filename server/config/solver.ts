/** The solvers of the process. */
import { availableParallelism } from 'node:os'
import { type AreaReading, type GivenVariables, readArea } from './area'
import { wholeNumber } from './variable-forms'

export interface SolverSettings {
  readonly solverWorkers: number
  /** How long a call waits for a solver before ENGINE_BUSY, in milliseconds. */
  readonly solverWaitMs: number
}

/** Solvers are one per processor, up to a number whose memory (40 MB each) a small machine can spare. */
const MAX_DEFAULT_SOLVERS = 4

export const SOLVER_VARIABLES = {
  SOLVER_WORKERS: wholeNumber(1, 256, Math.min(availableParallelism(), MAX_DEFAULT_SOLVERS)),
  SOLVER_WAIT_MS: wholeNumber(0, 600_000, 2_000),
}

export function readSolver(given: GivenVariables): AreaReading<SolverSettings> {
  return readArea(SOLVER_VARIABLES, given, (read) => ({
    ok: true,
    settings: { solverWorkers: read.SOLVER_WORKERS, solverWaitMs: read.SOLVER_WAIT_MS },
  }))
}

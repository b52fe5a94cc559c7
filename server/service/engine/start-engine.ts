/**
 * Starts the engine's workers and the dispatch in front of them.
 *
 * Promises: warms one solver at boot; `health` tells why a call that needs a worker cannot be served.
 */
import { EngineWorkers } from '../../engine/workers/engine-workers'
import type { EngineDispatch } from './dispatch'
import type { EngineAnswer, EngineJob, EngineMode } from './engine-job'
import type { EngineLimits } from './engine-limits'

export interface EngineOptions {
  /** Solver workers; one more worker computes without a solver. */
  readonly workers: number
  /** How long a call waits for a worker before ENGINE_BUSY, in milliseconds. */
  readonly waitMs: number
  readonly limits: EngineLimits
  readonly mode: EngineMode
  readonly log: { warn(details: object, message: string): void }
}

export interface RunningEngine {
  readonly dispatch: EngineDispatch
  readonly health: () => string | null
  close(): Promise<void>
}

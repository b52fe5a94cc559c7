/**
 * The engine's workers and the dispatch in front of them.
 *
 * Promises: warms one worker of each pool at boot; `health` says why a call that needs a worker cannot be served.
 */

import type { EngineLimits } from '../../engine/batch/check-compiled'
import { EngineWorkers } from '../../engine/workers/engine-workers'
import type { Clock } from '../../engine/workers/job-queue'
import { EngineDispatch } from './dispatch'
import type { EngineAnswer, EngineJob, EngineMode } from './engine-job'
import { warmEngine } from './warm-up'

export interface EngineOptions {
  /** Workers that hold a solver; as many again at most compute without one. */
  readonly solverWorkers: number
  /** Budget of waiting: how long a call queues for a worker before ENGINE_BUSY, in milliseconds. */
  readonly solverWaitMs: number
  readonly limits: EngineLimits
  readonly mode: EngineMode
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
}

export interface Engine {
  readonly dispatch: EngineDispatch
  readonly pools: {
    readonly compute: EngineWorkers<EngineJob, EngineAnswer>
    readonly solvers: EngineWorkers<EngineJob, EngineAnswer>
  }
  close(): Promise<void>
}

export interface RunningEngine extends Engine {
  /** Null when ready, else why not. */
  readonly health: () => string | null
  /** Resolves once both pools have a warm worker. */
  readonly ready: Promise<void>
}

/** Calls that may wait in front of one pool; each holds at most a body. */
const QUEUE = 256
/** Memory of one worker beside its solver, in MB: what a ruleset at every limit takes, several times over. */
const HEAP_MB = 512
/** Enough for the optimising compiler to have seen the engine's hot functions: about a tenth of a second. */
const WARM_PASSES = 150
/** Far beyond what the step budgets let a job run. */
const DEADLINE_MS = 60_000

/** Starts one worker of each pool, and compiles what is hot before the first call. */
export function startEngine(options: EngineOptions): RunningEngine {
  const engine = createEngine(options)
  const { solvers, compute } = engine.pools
  warmEngine(WARM_PASSES)
  let state: string | null = 'starting'
  const ready = Promise.all([compute.start(), solvers.start()]).then(
    () => {
      state = null
    },
    (error: unknown) => {
      state = 'no worker starts'
      options.log.error({ err: error }, 'the engine has no workers')
    },
  )
  return { ...engine, health: () => state, ready }
}

/** The engine without a worker: the first job of each pool starts one. */
export function createEngine(options: Omit<EngineOptions, 'log'>): Engine {
  const line = {
    heapMb: HEAP_MB,
    queue: QUEUE,
    waitMs: options.solverWaitMs,
    clock: options.clock,
    deadlineMs: DEADLINE_MS,
    jobs: new URL('./jobs.ts', import.meta.url),
    entry: new URL('../../engine/workers/worker-entry.mjs', import.meta.url),
  }
  const solvers = new EngineWorkers<EngineJob, EngineAnswer>({ ...line, workers: options.solverWorkers, solver: true })
  const compute = new EngineWorkers<EngineJob, EngineAnswer>({
    ...line,
    workers: Math.max(1, options.solverWorkers - 1),
    solver: false,
  })
  return {
    dispatch: new EngineDispatch({ compute, solvers }, options.limits, options.mode),
    pools: { compute, solvers },
    close: async () => {
      await Promise.all([compute.close(), solvers.close()])
    },
  }
}

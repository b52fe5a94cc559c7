/**
 * The engine's workers and the dispatch in front of them.
 *
 * Promises: warms a worker for checks and one for computing at boot, except with `ENGINE_WARM_UP=off`; `health` says why a
 * call that needs a worker cannot be served. Questions about meaning have a worker of their own, which the first one starts:
 * a turn of theirs takes up to seconds, and no check waits for it.
 */

import type { EngineLimits } from '../../engine/batch/check-compiled'
import { EngineWorkers } from '../../engine/workers/engine-workers'
import type { Clock } from '../../engine/workers/job-queue'
import type { ProcessGroup } from '../access/process-group'
import type { Tracing } from '../tracing'
import { EngineDispatch } from './dispatch'
import type { EngineAnswer, EngineJob, EngineMode } from './engine-job'
import { sharedUse } from './shared-use'
import { warmEngine } from './warm-up'

export interface EngineOptions {
  /** Workers that hold a solver for checks; as many again at most compute without one. */
  readonly solverWorkers: number
  /** Budget of waiting: how long a call queues for a worker before ENGINE_BUSY, in milliseconds. */
  readonly solverWaitMs: number
  readonly limits: EngineLimits
  readonly mode: EngineMode
  readonly clock: Clock
  /** The processes of the machine, whose callers share the workers of all; absent where this one is alone. */
  readonly group?: ProcessGroup
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing
  readonly log: { error(details: object, message: string): void }
  /** Whether workers start and hot code is compiled before the first call, or with it. */
  readonly warmUp: boolean
}

export interface Engine {
  readonly dispatch: EngineDispatch
  readonly pools: {
    readonly compute: EngineWorkers<EngineJob, EngineAnswer>
    readonly solvers: EngineWorkers<EngineJob, EngineAnswer>
    readonly meaning: EngineWorkers<EngineJob, EngineAnswer>
  }
  close(): Promise<void>
}

export interface RunningEngine extends Engine {
  /** Null when ready, else why not. */
  readonly health: () => string | null
  /** Resolves once the pools for checks and for computing have a warm worker; at once where the first call is to start it. */
  readonly ready: Promise<void>
}

/** Calls that may wait in front of one pool; each holds at most a body. */
const QUEUE = 256
/** Memory of one worker beside its solver, in MB: what a ruleset at every limit takes, several times over. */
const HEAP_MB = 512
/** Enough for the optimising compiler to have seen the engine's hot functions: about a tenth of a second. */
const WARM_PASSES = 150
/** How long a question about meaning waits for its worker at least: turns of others are longer there, and the first starts it. */
export const MEANING_WAIT_MS = 10_000
/** Far beyond what the step budgets let a job run. */
const DEADLINE_MS = 60_000

/** Starts a worker for checks and one for computing, and compiles what is hot, unless it is not to warm up. */
export function startEngine(options: EngineOptions): RunningEngine {
  const engine = createEngine(options)
  const { solvers, compute } = engine.pools
  if (!options.warmUp) return { ...engine, health: () => null, ready: Promise.resolve() }
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
export function createEngine(options: Omit<EngineOptions, 'log' | 'warmUp'>): Engine {
  const { clock, group } = options
  const use = (pool: string) => (group === undefined ? {} : { use: sharedUse(pool, group, clock) })
  const line = {
    heapMb: HEAP_MB,
    queue: QUEUE,
    waitMs: options.solverWaitMs,
    clock,
    deadlineMs: DEADLINE_MS,
    jobs: new URL('./jobs.ts', import.meta.url),
    entry: new URL('../../engine/workers/worker-entry.mjs', import.meta.url),
  }
  const solvers = new EngineWorkers<EngineJob, EngineAnswer>({
    ...line,
    ...use('solvers'),
    workers: options.solverWorkers,
    solver: true,
  })
  const compute = new EngineWorkers<EngineJob, EngineAnswer>({
    ...line,
    ...use('compute'),
    workers: Math.max(1, options.solverWorkers - 1),
    solver: false,
  })
  const meaning = new EngineWorkers<EngineJob, EngineAnswer>({
    ...line,
    ...use('meaning'),
    waitMs: Math.max(options.solverWaitMs, MEANING_WAIT_MS),
    workers: 1,
    solver: true,
  })
  const pools = { compute, solvers, meaning }
  return {
    dispatch: new EngineDispatch(pools, options.limits, options.mode, options.tracing),
    pools,
    close: async () => {
      await Promise.all([compute.close(), solvers.close(), meaning.close()])
    },
  }
}

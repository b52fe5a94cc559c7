import type { EngineLimits } from '../../engine/batch/check-compiled'
import { EngineWorkers } from '../../engine/workers/engine-workers'
import type { Clock } from '../../engine/workers/job-queue'
import type { ProcessGroup } from '../access/process-group'
import type { Tracing } from '../calls/tracing'
import { EngineDispatch } from './dispatch'
import type { EngineAnswer, EngineJob, EngineMode } from './engine-job'
import { createSharedUse } from './shared-use'
import { warmEngine } from './warm-up'

export interface EngineOptions {
  /** Workers with a solver. At most as many compute without one. */
  readonly solverWorkers: number
  /** How long a call queues before ENGINE_BUSY. */
  readonly solverWaitMs: number
  readonly limits: EngineLimits
  readonly mode: EngineMode
  readonly clock: Clock
  /** Absent if this is the only process. */
  readonly group?: ProcessGroup
  readonly tracing?: Tracing
  readonly log: { error(details: object, message: string): void }
  /** Starts workers and compiles hot code before the first call. */
  readonly warmUp: boolean
}

export interface Engine {
  readonly dispatch: EngineDispatch
  readonly pools: {
    readonly compute: EngineWorkers<EngineJob, EngineAnswer>
    readonly solvers: EngineWorkers<EngineJob, EngineAnswer>
    readonly meaning: EngineWorkers<EngineJob, EngineAnswer>
    readonly entries: EngineWorkers<EngineJob, EngineAnswer>
  }
  close(): Promise<void>
}

export interface RunningEngine extends Engine {
  /** Null when ready, or the reason why not. */
  readonly health: () => string | null
  /** Resolves when the compute and solver pools have a warm worker; immediately without a warm-up. */
  readonly ready: Promise<void>
}

/** Waiting calls of one pool, each with at most a body. */
const MAX_QUEUED_CALLS = 256
/** Without the solver; several times what a ruleset at every limit needs. */
const HEAP_MB = 512
/** Enough for the optimising compiler, about a tenth of a second. */
const WARM_PASSES = 150
/** The first question starts the worker, and turns are long. */
export const MEANING_WAIT_MS = 10_000
/** Far beyond what the step budgets allow. */
const DEADLINE_MS = 60_000

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

/**
 * Each pool's first job starts a worker. Meaning has its own, because its turns take up to seconds and no check should
 * wait for them.
 */
export function createEngine(options: Omit<EngineOptions, 'log' | 'warmUp'>): Engine {
  const { clock, group } = options
  const use = (pool: string) => (group === undefined ? {} : { use: createSharedUse(pool, group, clock) })
  const line = {
    heapMb: HEAP_MB,
    queue: MAX_QUEUED_CALLS,
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
  const entries = new EngineWorkers<EngineJob, EngineAnswer>({ ...line, workers: 1, solver: false, isUrgent: true })
  const pools = { compute, solvers, meaning, entries }
  return {
    dispatch: new EngineDispatch(pools, options.limits, options.mode, options.tracing),
    pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

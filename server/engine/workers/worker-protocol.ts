/**
 * What the pool and its worker threads say to each other.
 *
 * Promises: plain data that survives structured cloning. Jobs and answers are the job module's own; they must survive
 * it too (no class instances, so no rationals).
 */
import type { Solver } from '../solver/solver'

/** What a job may use. The same tools exist inline and in a worker, so a job need not know where it runs. */
export interface JobTools {
  /** The thread's solver; started by the first call where it was not warmed. */
  readonly solver: () => Solver
}

/** A module whose jobs a pool can run; named by its file URL, so that pool and workers need not know it. */
export interface JobModule<Job, Answer> {
  /**
   * Called once in each thread; what it keeps, it keeps for that thread. A job answers whatever its caller may expect,
   * refusals included; it throws only where there is a bug.
   */
  startJobs(tools: JobTools): (job: Job) => Answer
}

/** What a worker is started with. */
export interface WorkerStart {
  /** File URL of a {@link JobModule}. */
  readonly jobs: string
  /** Z3, compiled once for all workers; null for a pool whose jobs never ask the solver. */
  readonly z3: WebAssembly.Module | null
}

export type FromWorker<Answer> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The job threw: a bug, told with its stack for the log. */
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | null }

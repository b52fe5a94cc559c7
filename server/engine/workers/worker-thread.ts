/**
 * One worker thread as the pool sees it, and the messages between the two.
 *
 * Promises: messages are plain data that survives structured cloning. Jobs and answers belong to the job module; they
 * must survive it too (no class instances, so no rationals).
 */
import { Worker } from 'node:worker_threads'
import type { Unfinished } from '../decide/decide-in-turns'
import type { Solver } from '../solver/solver'

/** What a job may use. The same tools exist inline and in a worker, so a job need not know where it runs. */
export interface JobTools {
  /** The thread's solver; started by the first call where it was not warmed. */
  readonly solver: () => Solver
}

/** A module whose jobs a pool can run; named by its file URL, so that pool and workers need not know it. */
export interface JobModule<Job, Answer> {
  /**
   * Called once in each thread; its state belongs to that thread. A job answers whatever its caller may expect,
   * refusals included; it throws only where there is a bug. A long job may end its turn as unfinished, with plain data
   * from which any thread goes on.
   * @param before what the turn before ended with; null for the first
   */
  startJobs(tools: JobTools): (job: Job, before: unknown) => Answer | Unfinished<unknown>
}

/** A job as a worker gets it. */
export interface Turn<Job> {
  readonly job: Job
  /** What the turn before ended with; null for the first. */
  readonly before: unknown
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
  /** The turn is over, and the job is not done. */
  | { readonly kind: 'unfinished'; readonly progress: unknown }
  /** The job threw: a bug, reported with its stack for the log. */
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | null }

/**
 * Megabytes of stack. Z3 recurses on it down to the depth that term-size.ts allows, and how much a level takes depends
 * on how far the code was compiled: many times the need leaves room for every case.
 */
const STACK_MB = 32

interface WorkerListener<Answer> {
  onMessage(message: FromWorker<Answer>): void
  /** Called exactly once when the thread ends in any way but {@link WorkerThread.stop}; nothing follows it. */
  onLost(cause: Error): void
}

export class WorkerThread<Job, Answer> {
  private readonly worker: Worker
  private over = false

  /**
   * @param entry file URL of the thread's first file
   * @param heapMb maximum megabytes of JavaScript heap before the thread ends; what Z3 uses does not count
   */
  constructor(entry: URL, start: WorkerStart, heapMb: number, listener: WorkerListener<Answer>) {
    this.worker = new Worker(entry, {
      workerData: start,
      // The entry registers the loader itself; flags of this process could name what a worker cannot load.
      execArgv: [],
      resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: heapMb },
    })
    const lose = (cause: Error) => {
      if (this.over) return
      this.over = true
      listener.onLost(cause)
    }
    this.worker.on('message', (message: FromWorker<Answer>) => {
      if (!this.over) listener.onMessage(message)
    })
    this.worker.on('messageerror', lose)
    this.worker.on('error', (cause) => lose(cause instanceof Error ? cause : new Error(String(cause))))
    this.worker.on('exit', (code) => lose(new Error(`a worker ended with code ${code}`)))
  }

  /** Sends a turn of a job. Throws where it cannot be cloned. */
  send(turn: Turn<Job>): void {
    this.worker.postMessage(turn)
  }

  /** Ends the thread, whatever it is doing; the listener is not called. */
  async stop(): Promise<void> {
    this.over = true
    await this.worker.terminate()
  }
}

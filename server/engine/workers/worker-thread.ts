/** Everything sent must survive structured cloning: no class instances, so no rationals. */
import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Unfinished } from '../decide/decide-in-turns'
import type { Solver } from '../solver/solver'

export interface JobTools {
  readonly solver: () => Solver
}

/** Named by its URL, so that the pool need not import it. */
export interface JobModule<Job, Answer> {
  /**
   * Called once per thread, which owns its state. A job throws only for a bug; refusals are answers. Any thread can
   * continue from its progress.
   * @param before progress; null at first
   */
  startJobs(tools: JobTools): (job: Job, before: unknown) => Answer | Unfinished<unknown>
}

export interface Turn<Job> {
  readonly job: Job
  readonly before: unknown
}

export interface WorkerStart {
  readonly jobs: string
  /** Compiled once; null without a solver. */
  readonly z3: WebAssembly.Module | null
  /** Keeps the priority of the event loop, whose calls wait for its jobs. */
  readonly isUrgent: boolean
}

export type FromWorker<Answer> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'unfinished'; readonly progress: unknown }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | null }

/** Z3 recurses to the depth of term-size.ts, with levels of varying size, so there is ample room. */
const STACK_MB = 32

interface WorkerListener<Answer> {
  onMessage(message: FromWorker<Answer>): void
  /** Not called after {@link WorkerThread.stop}. */
  onLost(cause: Error): void
}

export class WorkerThread<Job, Answer> {
  private readonly worker: Worker
  private over = false

  /** @param heapMb without Z3's memory */
  constructor(entry: URL, start: WorkerStart, heapMb: number, listener: WorkerListener<Answer>) {
    this.worker = new Worker(entry, {
      workerData: start,
      // Flags of this process may name what a worker cannot load.
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

  /** @throws Error if not cloneable */
  send(turn: Turn<Job>): void {
    this.worker.postMessage(turn)
  }

  async stop(): Promise<void> {
    this.over = true
    await this.worker.terminate()
  }
}

/** Two workers died over this job, or workers do not start. */
export class WorkerLostError extends Error {}

/** A bug in the job. */
export class JobFaultError extends Error {
  constructor(
    message: string,
    readonly workerStack: string | null,
  ) {
    super(message)
  }
}

export class EngineClosedError extends Error {
  constructor() {
    super('the engine is closed')
  }
}

/** About a tenth of the event loop's processor share. */
const WORKER_NICE = 10

/**
 * Lowers a worker's priority, so that the event loop comes first. Only Linux has thread priorities; elsewhere, or if
 * `/proc` is hidden, nothing changes.
 */
export function lowerThreadPriority(): void {
  const thread = kernelThreadId()
  if (thread !== null) setPriority(thread, WORKER_NICE)
}

export function kernelThreadId(): number | null {
  const self = '/proc/thread-self'
  return process.platform === 'linux' && existsSync(self) ? Number(readlinkSync(self).split('/').pop()) : null
}

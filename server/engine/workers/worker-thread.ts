/**
 * One worker thread as the pool sees it.
 *
 * Promises: tells `lost` exactly once when the thread ends in any way but {@link WorkerThread.stop}, and nothing after.
 */
import { Worker } from 'node:worker_threads'
import type { FromWorker, WorkerStart } from './worker-protocol'

/**
 * Megabytes of stack. Z3 recurses on it down to the depth that terms.ts allows, and how much a level takes depends on
 * how far the code was compiled: many times the need leaves no chance for that to show.
 */
const STACK_MB = 32

export interface WorkerListener<Answer> {
  heard(message: FromWorker<Answer>): void
  lost(cause: Error): void
}

export class WorkerThread<Job, Answer> {
  private readonly worker: Worker
  private over = false

  /**
   * @param entry file URL of the thread's first file
   * @param heapMb most megabytes of JavaScript heap before the thread ends; what Z3 uses does not count
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
      listener.lost(cause)
    }
    this.worker.on('message', (message: FromWorker<Answer>) => {
      if (!this.over) listener.heard(message)
    })
    this.worker.on('messageerror', lose)
    this.worker.on('error', (cause) => lose(cause instanceof Error ? cause : new Error(String(cause))))
    this.worker.on('exit', (code) => lose(new Error(`a worker ended with code ${code}`)))
  }

  /** Sends a job. Throws where it cannot be cloned. */
  send(job: Job): void {
    this.worker.postMessage(job)
  }

  /** Ends the thread, whatever it is doing; nothing is told of it. */
  async stop(): Promise<void> {
    this.over = true
    await this.worker.terminate()
  }
}

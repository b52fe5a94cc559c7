/**
 * Every job is answered, refused as busy, or failed; a job that has begun is not refused for waiting. A dead worker is
 * replaced, and its turn is retried once. A turn past its deadline ends its worker.
 */
import { compileZ3InBackground } from '../solver/z3-module'
import { JobQueue, type QueueOptions, type Task } from './job-queue'
import { Holdings, type Share } from './share'
import { EngineClosedError, type FromWorker, JobFaultError, WorkerLostError, WorkerThread } from './worker-thread'

/** In milliseconds. */
export interface EngineWorkersOptions extends QueueOptions {
  /** File URL of a `JobModule` (worker-thread.ts). */
  readonly jobs: URL
  /** A thread's first file, such as worker-entry.mjs. */
  readonly entry: URL
  readonly solver: boolean
  /** For one turn, far above its budgets. */
  readonly deadlineMs: number
  /** Without Z3's memory. A job that exceeds it ends its worker. */
  readonly heapMb: number
  /** Whether threads keep the priority of the event loop. */
  readonly isUrgent?: boolean
}

export interface EngineWorkersStatistics {
  readonly queued: number
  readonly running: number
  readonly workers: number
  readonly restarts: number
  readonly refused: number
}

interface Seat<Job, Answer> {
  thread: WorkerThread<Job, Answer> | null
  isReady: boolean
  work: { readonly task: Task<Job, Answer>; readonly since: number; readonly stopDeadline: () => void } | null
}

/** Failed starts in a row before waiting jobs fail. */
const START_ATTEMPTS = 2

export class EngineWorkers<Job, Answer> {
  private readonly seats = new Set<Seat<Job, Answer>>()
  private readonly queue: JobQueue<Job, Answer>
  private readonly watchers: { readonly resolve: () => void; readonly reject: (cause: Error) => void }[] = []
  private module: Promise<WebAssembly.Module | null> | null = null
  private failedStarts = 0
  private restarts = 0
  private closed = false

  constructor(private readonly options: EngineWorkersOptions) {
    this.queue = new JobQueue(options)
  }

  /**
   * Waits for a warm worker.
   * @throws WorkerLostError if workers do not start
   */
  start(): Promise<void> {
    if (this.closed) return Promise.reject(new EngineClosedError())
    if ([...this.seats].some((seat) => seat.isReady)) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.watchers.push({ resolve, reject })
      if (this.seats.size === 0) this.open()
    })
  }

  /** @throws EngineBusyError, WorkerLostError, JobFaultError, EngineClosedError */
  run(job: Job, share: Share | null = null): Promise<Answer> {
    if (this.closed) return Promise.reject(new EngineClosedError())
    return new Promise((resolve, reject) => {
      const running = this.running()
      const hasSeat = [...this.seats].some(isIdle) || this.seats.size < this.options.workers
      const served = hasSeat && this.queue.mayHoldMore(share, running)
      this.queue.join({ job, share, resolve, reject, before: null, usedMs: 0, losses: 0 }, served, running)
      this.serve()
    })
  }

  statistics(): EngineWorkersStatistics {
    return {
      queued: this.queue.length,
      running: [...this.seats].filter((seat) => seat.work !== null).length,
      workers: this.seats.size,
      restarts: this.restarts,
      refused: this.queue.refused,
    }
  }

  async close(): Promise<void> {
    this.closed = true
    const seats = [...this.seats]
    this.queue.dismiss(new EngineClosedError())
    for (const { reject } of this.watchers.splice(0)) reject(new EngineClosedError())
    for (const seat of seats) this.leave(seat)?.reject(new EngineClosedError())
    await Promise.all(seats.map((seat) => seat.thread?.stop()))
  }

  /** Opens seats for jobs that no idle or starting worker takes. */
  private serve(): void {
    for (const seat of [...this.seats].filter(isIdle)) {
      const task = this.queue.next(this.running())
      if (task === null) return
      this.assign(seat, task)
    }
    const coming = [...this.seats].filter((seat) => !seat.isReady).length
    const missing = Math.min(this.queue.length - coming, this.options.workers - this.seats.size)
    for (let i = 0; i < missing; i++) this.open()
  }

  private running(): Holdings {
    return new Holdings([...this.seats].flatMap(({ work }) => (work === null ? [] : [work.task.share])))
  }

  private assign(seat: Seat<Job, Answer>, task: Task<Job, Answer>): void {
    const { clock, deadlineMs } = this.options
    const stopDeadline = clock.after(deadlineMs, () => this.expire(seat))
    seat.work = { task, since: clock.now(), stopDeadline }
    try {
      seat.thread?.send({ job: task.job, before: task.before })
    } catch (error) {
      this.finish(seat)
      this.queue.tookJob(task)
      task.reject(error instanceof Error ? error : new Error(String(error)))
      this.serve()
    }
  }

  private open(): void {
    const seat: Seat<Job, Answer> = { thread: null, isReady: false, work: null }
    this.seats.add(seat)
    this.compiled().then(
      (z3) => {
        if (!this.seats.has(seat)) return
        seat.thread = new WorkerThread<Job, Answer>(
          this.options.entry,
          { jobs: this.options.jobs.href, z3, isUrgent: this.options.isUrgent ?? false },
          this.options.heapMb,
          {
            onMessage: (message) => this.onMessage(seat, message),
            onLost: (cause) => this.onLost(seat, cause),
          },
        )
      },
      (cause: Error) => this.onLost(seat, cause),
    )
  }

  private compiled(): Promise<WebAssembly.Module | null> {
    this.module ??= (this.options.solver ? compileZ3InBackground() : Promise.resolve(null)).catch((error: unknown) => {
      // The cause, such as missing memory, may be gone.
      this.module = null
      throw error
    })
    return this.module
  }

  private onMessage(seat: Seat<Job, Answer>, message: FromWorker<Answer>): void {
    if (message.kind === 'ready') {
      seat.isReady = true
      this.failedStarts = 0
      for (const { resolve } of this.watchers.splice(0)) resolve()
    } else {
      const task = this.finish(seat)
      if (task !== null) this.onTurn(task, message)
    }
    this.serve()
  }

  private onTurn(task: Task<Job, Answer>, message: Exclude<FromWorker<Answer>, { kind: 'ready' }>): void {
    if (message.kind === 'unfinished') {
      task.before = message.progress
      this.queue.goOn(task)
      return
    }
    this.queue.tookJob(task)
    if (message.kind === 'answer') task.resolve(message.answer)
    else task.reject(new JobFaultError(message.message, message.stack))
  }

  private onLost(seat: Seat<Job, Answer>, cause: Error): void {
    const task = this.leave(seat)
    if (this.closed) return
    this.restarts++
    if (task !== null) {
      task.losses++
      if (task.losses > 1) {
        this.queue.tookJob(task)
        task.reject(new WorkerLostError('two workers died over one job', { cause }))
      } else this.queue.rejoin(task)
    } else if (!seat.isReady) this.failedStart(cause)
    this.serve()
  }

  private failedStart(cause: Error): void {
    this.failedStarts++
    if (this.failedStarts < START_ATTEMPTS) {
      if (this.watchers.length > 0 && this.seats.size === 0) this.open()
      return
    }
    this.failedStarts = 0
    const lost = new WorkerLostError('no worker starts', { cause })
    for (const { reject } of this.watchers.splice(0)) reject(lost)
    this.queue.dismiss(lost)
  }

  private expire(seat: Seat<Job, Answer>): void {
    const task = this.leave(seat)
    this.restarts++
    void seat.thread?.stop()
    if (task !== null) {
      this.queue.tookJob(task)
      this.queue.refuse(task, 'deadline', this.running())
    }
    this.serve()
  }

  private finish(seat: Seat<Job, Answer>): Task<Job, Answer> | null {
    const { work } = seat
    if (work === null) return null
    work.stopDeadline()
    seat.work = null
    this.queue.tookTurn(work.task, this.options.clock.now() - work.since)
    return work.task
  }

  private leave(seat: Seat<Job, Answer>): Task<Job, Answer> | null {
    this.seats.delete(seat)
    return this.finish(seat)
  }
}

function isIdle<Job, Answer>(seat: Seat<Job, Answer>): boolean {
  return seat.isReady && seat.work === null
}

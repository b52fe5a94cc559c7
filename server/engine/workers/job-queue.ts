/**
 * The bounded queue in front of the workers: first come, first served.
 *
 * Promises: no job waits longer than `waitMs`. A job that could not start in that time, at the pace of the last jobs,
 * is refused on arrival.
 */
import { EngineBusy } from './pool-errors'

/** Time as the pool needs it. The caller passes it in, so that nothing below the service reads a clock. */
export interface Clock {
  /** Milliseconds from any fixed moment; never goes back. */
  now(): number
  /** Calls once after so many milliseconds. @returns a function that cancels the call */
  after(milliseconds: number, call: () => void): () => void
}

/** Milliseconds a job is taken to need before any was measured. */
const FIRST_ESTIMATE = 50
/** Share of the newest job in the running estimate. */
const NEWEST = 0.2
/** The shortest `retryAfterMs` that a refused caller is given. */
const SHORTEST_RETRY = 250

export interface Task<Job, Answer> {
  readonly job: Job
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: Error) => void
  /** Workers that died over this job. */
  losses: number
}

interface Entry<Job, Answer> {
  readonly task: Task<Job, Answer>
  readonly stopWaiting: () => void
}

export interface QueueOptions {
  readonly workers: number
  readonly queue: number
  readonly waitMs: number
  readonly clock: Clock
}

export class JobQueue<Job, Answer> {
  private entries: Entry<Job, Answer>[] = []
  private typicalMs = FIRST_ESTIMATE
  private refusals = 0

  constructor(private readonly options: QueueOptions) {}

  get length(): number {
    return this.entries.length
  }

  /** Jobs refused as busy so far. */
  get refused(): number {
    return this.refusals
  }

  /** Accepts a new job, or refuses it. @param served whether a worker is free for it now */
  join(task: Task<Job, Answer>, served: boolean): void {
    const { queue, waitMs } = this.options
    if (served) this.entries.push(this.entry(task))
    else if (this.entries.length >= queue) this.refuse(task, 'queue')
    else if (this.expectedMs() > waitMs) this.refuse(task, 'wait')
    else this.entries.push(this.entry(task))
  }

  /** Puts a job that was already begun before all others. */
  rejoin(task: Task<Job, Answer>): void {
    this.entries.unshift(this.entry(task))
  }

  next(): Task<Job, Answer> | null {
    const entry = this.entries.shift()
    entry?.stopWaiting()
    return entry?.task ?? null
  }

  /** Empties the queue; every job in it fails with `cause`. */
  dismiss(cause: Error): void {
    const entries = this.entries
    this.entries = []
    for (const { task, stopWaiting } of entries) {
      stopWaiting()
      task.reject(cause)
    }
  }

  refuse(task: Task<Job, Answer>, reason: EngineBusy['reason']): void {
    this.refusals++
    task.reject(new EngineBusy(reason, Math.max(SHORTEST_RETRY, Math.ceil(this.expectedMs()))))
  }

  /** Records how long a job took, for the estimate. */
  took(milliseconds: number): void {
    this.typicalMs += NEWEST * (milliseconds - this.typicalMs)
  }

  /** How long a job that joins now would wait at the pace of the last jobs, in milliseconds. */
  private expectedMs(): number {
    return (this.typicalMs * (this.entries.length + 1)) / this.options.workers
  }

  private entry(task: Task<Job, Answer>): Entry<Job, Answer> {
    const stopWaiting = this.options.clock.after(this.options.waitMs, () => {
      this.entries = this.entries.filter((entry) => entry.task !== task)
      this.refuse(task, 'wait')
    })
    return { task, stopWaiting }
  }
}

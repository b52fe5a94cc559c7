/**
 * The bounded line in front of the workers: first come, first served.
 *
 * Promises: nobody waits longer than `waitMs`; whoever could not be served in that time at the pace of the last jobs is
 * refused on arrival, before waiting for nothing.
 */
import type { Clock } from './clock'
import { EngineBusy } from './engine-busy'

/** Milliseconds a job is taken to need before any was measured. */
const FIRST_ESTIMATE = 50
/** Share of the newest job in the running estimate. */
const NEWEST = 0.2
/** Nobody is asked to come again sooner, in milliseconds. */
const SHORTEST_RETRY = 250

export interface Task<Job, Answer> {
  readonly job: Job
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: Error) => void
  /** Workers that died over this job. */
  losses: number
}

interface Place<Job, Answer> {
  readonly task: Task<Job, Answer>
  readonly stopWaiting: () => void
}

export interface LineOptions {
  readonly workers: number
  readonly queue: number
  readonly waitMs: number
  readonly clock: Clock
}

export class WaitingLine<Job, Answer> {
  private places: Place<Job, Answer>[] = []
  private typicalMs = FIRST_ESTIMATE
  private refusals = 0

  constructor(private readonly options: LineOptions) {}

  get length(): number {
    return this.places.length
  }

  /** Jobs refused as busy so far. */
  get refused(): number {
    return this.refusals
  }

  /** Takes a new job in, or refuses it. @param served whether a worker is free for it now */
  join(task: Task<Job, Answer>, served: boolean): void {
    const { queue, waitMs } = this.options
    if (served) this.places.push(this.place(task))
    else if (this.places.length >= queue) this.refuse(task, 'queue')
    else if (this.expectedMs() > waitMs) this.refuse(task, 'wait')
    else this.places.push(this.place(task))
  }

  /** Puts a job that was begun already before all others. */
  rejoin(task: Task<Job, Answer>): void {
    this.places.unshift(this.place(task))
  }

  next(): Task<Job, Answer> | null {
    const place = this.places.shift()
    place?.stopWaiting()
    return place?.task ?? null
  }

  /** Empties the line. */
  dismiss(cause: Error): void {
    const places = this.places
    this.places = []
    for (const { task, stopWaiting } of places) {
      stopWaiting()
      task.reject(cause)
    }
  }

  refuse(task: Task<Job, Answer>, reason: EngineBusy['reason']): void {
    this.refusals++
    task.reject(new EngineBusy(reason, Math.max(SHORTEST_RETRY, Math.ceil(this.expectedMs()))))
  }

  /** Learns how long jobs take. */
  took(milliseconds: number): void {
    this.typicalMs += NEWEST * (milliseconds - this.typicalMs)
  }

  /** How long one who joins now would wait, from the pace of the last jobs, in milliseconds. */
  private expectedMs(): number {
    return (this.typicalMs * (this.places.length + 1)) / this.options.workers
  }

  private place(task: Task<Job, Answer>): Place<Job, Answer> {
    const stopWaiting = this.options.clock.after(this.options.waitMs, () => {
      this.places = this.places.filter((place) => place.task !== task)
      this.refuse(task, 'wait')
    })
    return { task, stopWaiting }
  }
}

/**
 * The bounded queue in front of the workers: callers in turn, the jobs of one caller in the order of coming.
 *
 * Promises: no job waits longer than `waitMs`. A job that could not start in that time, at the pace of the caller's last
 * jobs and with its fair share of the workers, is refused on arrival. One caller never holds more than a quarter of the queue.
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

/** Callers whose pace is remembered. */
const MAX_PACES = 1_000

/** The caller whose jobs are counted together. */
export interface Share {
  readonly key: string
  /** Whether it leaves one of several workers to others at all times: for callers whom the operator does not know. */
  readonly leavesOne: boolean
}

export interface Task<Job, Answer> {
  readonly job: Job
  /** Null for the work of the product itself. */
  readonly share: Share | null
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

/** Workers that each caller holds, by the key of its share. */
export type Running = ReadonlyMap<string, number>

export class JobQueue<Job, Answer> {
  /** Waiting jobs by caller; the caller whose turn is next comes first. */
  private readonly waiting = new Map<string, Entry<Job, Answer>[]>()
  /** Running estimate of the milliseconds that a job of each caller needs. */
  private readonly paces = new Map<string, number>()
  private count = 0
  private refusals = 0

  constructor(private readonly options: QueueOptions) {}

  get length(): number {
    return this.count
  }

  /** Jobs refused as busy so far. */
  get refused(): number {
    return this.refusals
  }

  /** Whether a caller may hold one worker more than it does. */
  mayHoldMore(share: Share | null, running: Running): boolean {
    const { workers } = this.options
    return (running.get(keyOf(share)) ?? 0) < (share?.leavesOne ? Math.max(1, workers - 1) : workers)
  }

  /**
   * Accepts a new job, or refuses it.
   * @param served whether a worker is free for it now
   * @param running workers that each caller holds
   */
  join(task: Task<Job, Answer>, served: boolean, running: Running): void {
    const { queue, waitMs } = this.options
    const own = this.waiting.get(keyOf(task.share))?.length ?? 0
    const isFull = this.count >= queue || (task.share !== null && own >= Math.max(1, queue / 4))
    if (!served && isFull) this.refuse(task, 'queue', running)
    else if (!served && this.expectedMs(task.share, running) > waitMs) this.refuse(task, 'wait', running)
    else this.add(task, 'last')
  }

  /** Puts a job that was already begun before all others. */
  rejoin(task: Task<Job, Answer>): void {
    const key = keyOf(task.share)
    const own = this.waiting.get(key) ?? []
    const others = [...this.waiting].filter(([each]) => each !== key)
    this.waiting.clear()
    for (const [each, entries] of [[key, own] as const, ...others]) this.waiting.set(each, entries)
    this.add(task, 'first')
  }

  /** The next job of the caller that holds the fewest workers, of those that may hold more; null where there is none. */
  next(running: Running): Task<Job, Answer> | null {
    const held = (key: string) => running.get(key) ?? 0
    let next: string | null = null
    for (const [key, [first]] of this.waiting)
      if (
        first !== undefined &&
        this.mayHoldMore(first.task.share, running) &&
        (next === null || held(key) < held(next))
      )
        next = key
    if (next === null) return null
    const [entry, ...others] = this.waiting.get(next) ?? []
    this.waiting.delete(next)
    if (others.length > 0) this.waiting.set(next, others)
    if (entry === undefined) return null
    this.count--
    entry.stopWaiting()
    return entry.task
  }

  /** Empties the queue; every job in it fails with `cause`. */
  dismiss(cause: Error): void {
    const entries = [...this.waiting.values()].flat()
    this.waiting.clear()
    this.count = 0
    for (const { task, stopWaiting } of entries) {
      stopWaiting()
      task.reject(cause)
    }
  }

  refuse(task: Task<Job, Answer>, reason: EngineBusy['reason'], running: Running): void {
    this.refusals++
    task.reject(new EngineBusy(reason, Math.max(SHORTEST_RETRY, Math.ceil(this.expectedMs(task.share, running)))))
  }

  /** Records how long a job took, for the estimate. */
  took(share: Share | null, milliseconds: number): void {
    const key = keyOf(share)
    const pace = this.paceOf(key)
    this.paces.delete(key)
    this.paces.set(key, pace + NEWEST * (milliseconds - pace))
    const [oldest] = this.paces.keys()
    if (this.paces.size > MAX_PACES && oldest !== undefined) this.paces.delete(oldest)
  }

  private paceOf(key: string): number {
    return this.paces.get(key) ?? FIRST_ESTIMATE
  }

  /** How long a job that joins now would wait with a fair share of the workers, in milliseconds. */
  private expectedMs(share: Share | null, running: Running): number {
    const key = keyOf(share)
    const callers = new Set([key, ...this.waiting.keys(), ...running.keys()]).size
    const own = this.waiting.get(key)?.length ?? 0
    return (this.paceOf(key) * (own + 1) * callers) / this.options.workers
  }

  private add(task: Task<Job, Answer>, at: 'first' | 'last'): void {
    const key = keyOf(task.share)
    const stopWaiting = this.options.clock.after(this.options.waitMs, () => {
      const left = this.waiting.get(key)?.filter((entry) => entry.task !== task) ?? []
      if (left.length > 0) this.waiting.set(key, left)
      else this.waiting.delete(key)
      this.count--
      this.refuse(task, 'wait', new Map())
    })
    const entries = this.waiting.get(key) ?? []
    if (at === 'first') entries.unshift({ task, stopWaiting })
    else entries.push({ task, stopWaiting })
    this.waiting.set(key, entries)
    this.count++
  }
}

export function keyOf(share: Share | null): string {
  return share === null ? '' : share.key
}

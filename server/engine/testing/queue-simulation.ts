/** A queue and its workers. In each turn of the clock every worker does one turn of a job. */
import { type Clock, EngineBusyError, JobQueue, type QueueOptions, type Task } from '../workers/job-queue'
import { Holdings, type Share } from '../workers/share'

/** Turns of {@link TURN_MS}. */
interface Work {
  readonly name: string
  readonly turns: number
}

export const TURN_MS = 100

export const knownShare = (key: string, member = ''): Share => ({ key, member, isUnknown: false })
export const unknownShare = (key: string): Share => ({ key, member: '', isUnknown: true })
export const countStartingWith = (names: readonly string[], start: string) =>
  names.filter((name) => name.startsWith(start)).length

export class QueueSimulation {
  readonly clock: ManualClock
  readonly queue: JobQueue<Work, string>
  readonly answered: string[] = []
  readonly refused: string[] = []
  private readonly left = new Map<Task<Work, string>, number>()
  private running: Task<Work, string>[] = []

  constructor(
    private readonly workers: number,
    { clock = new ManualClock(), ...options }: Partial<Omit<QueueOptions, 'clock'>> & { clock?: ManualClock } = {},
  ) {
    this.clock = clock
    this.queue = new JobQueue({ workers, queue: 1_000, waitMs: 1e9, clock, ...options })
  }

  send(name: string, turns: number, share: Share): void {
    const task: Task<Work, string> = {
      job: { name, turns },
      share,
      resolve: (answer) => this.answered.push(answer),
      reject: (cause) => this.refused.push(cause instanceof EngineBusyError ? `${name} ${cause.reason}` : name),
      before: null,
      usedMs: 0,
      losses: 0,
    }
    this.left.set(task, turns)
    this.queue.join(task, false, new Holdings([]))
  }

  /** @returns the name of each worker's job */
  turn(): string[] {
    const names = this.begin()
    this.clock.advance(TURN_MS)
    this.end()
    return names
  }

  run(turns: number): string[] {
    return Array.from({ length: turns }, () => this.turn()).flat()
  }

  /** Idle workers take a turn. */
  begin(): string[] {
    while (this.running.length < this.workers) {
      const task = this.queue.next(new Holdings(this.running.map(({ share }) => share)))
      if (task === null) break
      this.running.push(task)
    }
    return this.running.map(({ job }) => job.name)
  }

  /** Ends the turns of all workers. */
  end(): void {
    for (const task of this.running.splice(0)) {
      this.queue.tookTurn(task, TURN_MS)
      const left = (this.left.get(task) ?? 0) - 1
      this.left.set(task, left)
      if (left > 0) this.queue.goOn(task)
      else {
        this.queue.tookJob(task)
        task.resolve(task.job.name)
      }
    }
  }
}

export class ManualClock implements Clock {
  private time = 0
  private readonly due: { readonly at: number; readonly call: () => void }[] = []

  now(): number {
    return this.time
  }

  after(milliseconds: number, call: () => void): () => void {
    const entry = { at: this.time + milliseconds, call }
    this.due.push(entry)
    return () => {
      const index = this.due.indexOf(entry)
      if (index >= 0) this.due.splice(index, 1)
    }
  }

  advance(milliseconds: number): void {
    this.time += milliseconds
    for (const entry of this.due.filter(({ at }) => at <= this.time)) {
      // An earlier call may have cancelled this one.
      const index = this.due.indexOf(entry)
      if (index < 0) continue
      this.due.splice(index, 1)
      entry.call()
    }
  }
}

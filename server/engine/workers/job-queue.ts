/**
 * The bounded queue in front of the workers: callers take turns, and so do the members of each (share.ts); the jobs of
 * one member are taken in the order of coming.
 *
 * Promises: no job waits longer than `waitMs` for its first turn. A job that could not start in that time, at the pace of
 * its caller's last jobs and with a fair share of the workers, is refused on arrival. One caller never holds more than a
 * quarter of the queue, unknown callers together never more than half. Where other processes of the machine work too, the
 * turns of all count: the caller who used least has the next, but for one turn in {@link OWN_TURN_EVERY}, which goes by
 * the order of this process, so that what waits here is not refused because its caller is busy elsewhere.
 */
import type { MachineUse } from './machine-use'
import { Pace } from './pace'
import { EngineBusy } from './pool-errors'
import { Holdings, nameOf, type Share, shareOrOwn } from './share'

/** Time as the pool needs it. The caller passes it in, so that nothing below the service reads a clock. */
export interface Clock {
  /** Milliseconds from any fixed moment; never goes back. */
  now(): number
  /** Calls once after so many milliseconds. @returns a function that cancels the call */
  after(milliseconds: number, call: () => void): () => void
}

/** The shortest `retryAfterMs` that a refused caller is given. */
const SHORTEST_RETRY = 250
export const OWN_TURN_EVERY = 8

export interface Task<Job, Answer> {
  readonly job: Job
  /** Null for the work of the product itself. */
  readonly share: Share | null
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: Error) => void
  /** What its last turn ended with; null before the first. */
  before: unknown
  /** Milliseconds of workers that it took so far. */
  usedMs: number
  /** Workers that died over this job. */
  losses: number
}

interface Entry<Job, Answer> {
  readonly task: Task<Job, Answer>
  readonly stopWaiting: () => void
}

/** The waiting jobs of one key, by member; the member whose turn is next comes first. */
type Waiting<Job, Answer> = Map<string, Entry<Job, Answer>[]>

export interface QueueOptions {
  readonly workers: number
  readonly queue: number
  readonly waitMs: number
  readonly clock: Clock
  /** Of the workers of all processes of the machine; absent where this process is alone. */
  readonly use?: MachineUse
}

export class JobQueue<Job, Answer> {
  /** By key; the caller whose turn is next comes first. */
  private readonly waiting = new Map<string, Waiting<Job, Answer>>()
  private readonly turns = new Pace()
  private readonly jobs = new Pace()
  private count = 0
  private refusals = 0
  private lastWasUnknown = false
  /** Turns since the last one in the order of this process. */
  private turnsByUse = 0

  constructor(private readonly options: QueueOptions) {}

  get length(): number {
    return this.count
  }

  /** Jobs refused as busy so far. */
  get refused(): number {
    return this.refusals
  }

  /** Whether a caller may hold one worker more than it does. */
  mayHoldMore(share: Share | null, held: Holdings): boolean {
    return this.mayTake(shareOrOwn(share), held, this.knownWaits())
  }

  /**
   * Accepts a new job, or refuses it.
   * @param served whether a worker is free for it now
   * @param held workers that each caller holds
   */
  join(task: Task<Job, Answer>, served: boolean, held: Holdings): void {
    if (!served && this.isFull(task.share)) this.refuse(task, 'queue', held)
    else if (!served && this.expectedMs(shareOrOwn(task.share), held) > this.options.waitMs)
      this.refuse(task, 'wait', held)
    else {
      const stopWaiting = this.options.clock.after(this.options.waitMs, () => {
        this.remove(task)
        this.refuse(task, 'wait', new Holdings([]))
      })
      this.add({ task, stopWaiting }, 'last')
    }
  }

  /** Puts a job back whose turn is over: before the other jobs of its member, whose next turn comes after all others. */
  goOn(task: Task<Job, Answer>): void {
    this.add({ task, stopWaiting: () => undefined }, 'first')
  }

  /** Puts a job back whose turn was lost, before all others. */
  rejoin(task: Task<Job, Answer>): void {
    this.goOn(task)
    const { key, member } = shareOrOwn(task.share)
    const members = this.waiting.get(key)
    if (members === undefined) return
    toFront(members, member)
    toFront(this.waiting, key)
    this.turnsByUse = OWN_TURN_EVERY
  }

  /** The job whose turn is next, of callers that may hold more workers; null where there is none. */
  next(held: Holdings): Task<Job, Answer> | null {
    const { use } = this.options
    const byUse = use?.isShared === true && this.turnsByUse < OWN_TURN_EVERY - 1
    const entry = byUse ? this.ofLeastUse(use, held) : this.ofFewestHeld(held)
    if (entry === undefined) return null
    this.turnsByUse = byUse ? this.turnsByUse + 1 : 0
    const share = shareOrOwn(entry.task.share)
    this.lastWasUnknown = share.isUnknown
    this.remove(entry.task)
    const members = this.waiting.get(share.key)
    if (members?.has(share.member)) toBack(members, share.member)
    if (members !== undefined) toBack(this.waiting, share.key)
    entry.stopWaiting()
    return entry.task
  }

  /** Empties the queue; every job in it fails with `cause`. */
  dismiss(cause: Error): void {
    const entries = [...this.waiting.values()].flatMap((members) => [...members.values()].flat())
    this.waiting.clear()
    this.count = 0
    for (const { task, stopWaiting } of entries) {
      stopWaiting()
      task.reject(cause)
    }
  }

  refuse(task: Task<Job, Answer>, reason: EngineBusy['reason'], held: Holdings): void {
    this.refusals++
    const expected = Math.ceil(this.expectedMs(shareOrOwn(task.share), held))
    task.reject(new EngineBusy(reason, Math.max(SHORTEST_RETRY, expected)))
  }

  /** Records how long a turn took, for the estimate. */
  tookTurn(task: Task<Job, Answer>, milliseconds: number): void {
    task.usedMs += milliseconds
    this.options.use?.took(task.share, milliseconds)
    this.turns.took(nameOf(shareOrOwn(task.share)), milliseconds)
  }

  /** Records that a job is over, for the estimate. */
  tookJob(task: Task<Job, Answer>): void {
    this.jobs.took(nameOf(shareOrOwn(task.share)), task.usedMs)
  }

  /** By what each caller holds of the workers of this process. */
  private ofFewestHeld(held: Holdings): Entry<Job, Answer> | undefined {
    const knownWaits = this.knownWaits()
    const callers = [...this.waiting.values()].filter((members) => this.mayTake(shareIn(members), held, knownWaits))
    const members = fewest(callers, (each) => held.byKey(shareIn(each)))
    return members && fewest([...members.values()], (each) => held.byMember(shareOf(each)))?.[0]
  }

  /** By what each caller used of the workers of all processes. While a known one waits, unknown ones use half at most. */
  private ofLeastUse(use: MachineUse, held: Holdings): Entry<Job, Answer> | undefined {
    const knownWaits = this.knownWaits()
    const callers = [...this.waiting.values()].filter((members) => {
      const share = shareIn(members)
      return this.mayTake(share, held, knownWaits) && (!share.isUnknown || !knownWaits || use.unknownAreBehind)
    })
    const members = fewest(callers, (each) => use.byKey(shareIn(each)))
    return members && fewest([...members.values()], (each) => use.byMember(shareOf(each)))?.[0]
  }

  private mayTake(share: Share, held: Holdings, knownWaits: boolean): boolean {
    const { workers } = this.options
    if (!share.isUnknown) return true
    if (held.byKey(share) >= Math.max(1, workers - 1)) return false
    if (!knownWaits) return true
    // Half of one worker is every other turn.
    return workers === 1 ? !this.lastWasUnknown : held.unknown < Math.floor(workers / 2)
  }

  private knownWaits(): boolean {
    for (const members of this.waiting.values()) if (!shareIn(members).isUnknown) return true
    return false
  }

  private isFull(share: Share | null): boolean {
    const { queue } = this.options
    if (this.count >= queue) return true
    if (share === null) return false
    if (lengthOf(this.waiting.get(share.key)) >= Math.max(1, queue / 4)) return true
    if (!share.isUnknown) return false
    let unknown = 0
    for (const members of this.waiting.values()) if (shareIn(members).isUnknown) unknown += lengthOf(members)
    return unknown >= Math.max(1, queue / 2)
  }

  /** How long a job that joins now would wait for its first turn with a fair share of the workers, in milliseconds. */
  private expectedMs(share: Share, held: Holdings): number {
    const members = this.waiting.get(share.key)
    const own = members?.get(share.member)?.length ?? 0
    const name = nameOf(share)
    const beforeIt = this.jobs.of(name) * own + this.turns.of(name)
    const others = Math.max(1, (members?.size ?? 0) + (own > 0 ? 0 : 1))
    return (beforeIt * others * this.callers(share, held)) / this.options.workers
  }

  /** Callers that share the workers with this one; for a known one, at most twice as many as are known. */
  private callers(share: Share, held: Holdings): number {
    const all = new Set([share.key, ...held.shares.map(({ key }) => key), ...this.waiting.keys()])
    if (share.isUnknown) return all.size
    const known = new Set([share.key, ...held.shares.filter(isKnown).map(({ key }) => key)])
    for (const [key, members] of this.waiting) if (isKnown(shareIn(members))) known.add(key)
    return Math.min(all.size, 2 * known.size)
  }

  private add(entry: Entry<Job, Answer>, at: 'first' | 'last'): void {
    const { key, member } = shareOrOwn(entry.task.share)
    const members: Waiting<Job, Answer> = this.waiting.get(key) ?? new Map()
    const entries = members.get(member) ?? []
    if (at === 'first') entries.unshift(entry)
    else entries.push(entry)
    members.set(member, entries)
    this.waiting.set(key, members)
    this.count++
  }

  private remove(task: Task<Job, Answer>): void {
    const { key, member } = shareOrOwn(task.share)
    const members = this.waiting.get(key)
    const left = members?.get(member)?.filter((entry) => entry.task !== task) ?? []
    if (left.length > 0) members?.set(member, left)
    else members?.delete(member)
    if (members?.size === 0) this.waiting.delete(key)
    this.count--
  }
}

const isKnown = (share: Share) => !share.isUnknown

function shareOf<Job, Answer>([first]: readonly Entry<Job, Answer>[]): Share {
  return shareOrOwn(first?.task.share ?? null)
}

/** The key of its share and whether it is unknown are those of every member. */
function shareIn<Job, Answer>(members: Waiting<Job, Answer>): Share {
  const [entries = []] = members.values()
  return shareOf(entries)
}

function lengthOf<Job, Answer>(members: Waiting<Job, Answer> | undefined): number {
  let length = 0
  for (const entries of members?.values() ?? []) length += entries.length
  return length
}

/** The first of those with the lowest count. */
function fewest<T>(candidates: readonly T[], count: (candidate: T) => number): T | undefined {
  let best: T | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const own = count(candidate)
    if (own >= lowest) continue
    best = candidate
    lowest = own
  }
  return best
}

function toBack<T>(map: Map<string, T>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}

function toFront<T>(map: Map<string, T>, key: string): void {
  for (const other of [...map.keys()]) if (other !== key) toBack(map, other)
}

/**
 * Callers take turns, then their members (share.ts), then jobs in order of arrival. A job is refused if it waits
 * longer than `waitMs`, on arrival if that is expected. A caller has at most a quarter of the queue, unknown callers
 * half.
 *
 * If other processes work too, the caller who used least is next. One turn in {@link TURNS_PER_OWN_TURN} follows this
 * process's order, so that callers busy elsewhere are not refused here.
 */
import type { MachineUse } from './machine-use'
import { Holdings, nameOf, type Share, shareOrOwn } from './share'

export interface Clock {
  /** Monotonic milliseconds. */
  now(): number
  after(milliseconds: number, call: () => void): () => void
}

/** Milliseconds. */
const SHORTEST_RETRY_MS = 250
export const TURNS_PER_OWN_TURN = 8

export interface Task<Job, Answer> {
  readonly job: Job
  /** Null for the product's own work. */
  readonly share: Share | null
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: Error) => void
  before: unknown
  usedMs: number
  losses: number
}

interface Entry<Job, Answer> {
  readonly task: Task<Job, Answer>
  readonly stopWaiting: () => void
}

/** The next member is first. */
type Waiting<Job, Answer> = Map<string, Entry<Job, Answer>[]>

export interface QueueOptions {
  readonly workers: number
  readonly queue: number
  readonly waitMs: number
  readonly clock: Clock
  /** Absent if this process is alone on the machine. */
  readonly use?: MachineUse
}

export class JobQueue<Job, Answer> {
  /** The next caller is first. */
  private readonly waiting = new Map<string, Waiting<Job, Answer>>()
  private readonly turns = new Pace()
  private readonly jobs = new Pace()
  private count = 0
  private refusals = 0
  private lastWasUnknown = false
  /** Since the last one in this process's order. */
  private turnsByUse = 0

  constructor(private readonly options: QueueOptions) {}

  get length(): number {
    return this.count
  }

  get refused(): number {
    return this.refusals
  }

  mayHoldMore(share: Share | null, held: Holdings): boolean {
    return this.mayTake(shareOrOwn(share), held, this.knownWaits())
  }

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

  /** The job is first of its member, whose turn comes last. */
  goOn(task: Task<Job, Answer>): void {
    this.add({ task, stopWaiting: () => undefined }, 'first')
  }

  /** The job comes before all others. */
  rejoin(task: Task<Job, Answer>): void {
    this.goOn(task)
    const { key, member } = shareOrOwn(task.share)
    const members = this.waiting.get(key)
    if (members === undefined) return
    toFront(members, member)
    toFront(this.waiting, key)
    this.turnsByUse = TURNS_PER_OWN_TURN
  }

  next(held: Holdings): Task<Job, Answer> | null {
    const { use } = this.options
    const byUse = use?.isShared === true && this.turnsByUse < TURNS_PER_OWN_TURN - 1
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

  dismiss(cause: Error): void {
    const entries = [...this.waiting.values()].flatMap((members) => [...members.values()].flat())
    this.waiting.clear()
    this.count = 0
    for (const { task, stopWaiting } of entries) {
      stopWaiting()
      task.reject(cause)
    }
  }

  refuse(task: Task<Job, Answer>, reason: EngineBusyError['reason'], held: Holdings): void {
    this.refusals++
    const expected = Math.ceil(this.expectedMs(shareOrOwn(task.share), held))
    task.reject(new EngineBusyError(reason, Math.max(SHORTEST_RETRY_MS, expected)))
  }

  tookTurn(task: Task<Job, Answer>, milliseconds: number): void {
    task.usedMs += milliseconds
    this.options.use?.took(task.share, milliseconds)
    this.turns.took(nameOf(shareOrOwn(task.share)), milliseconds)
  }

  tookJob(task: Task<Job, Answer>): void {
    this.jobs.took(nameOf(shareOrOwn(task.share)), task.usedMs)
  }

  private ofFewestHeld(held: Holdings): Entry<Job, Answer> | undefined {
    const knownWaits = this.knownWaits()
    const callers = [...this.waiting.values()].filter((members) => this.mayTake(shareIn(members), held, knownWaits))
    const members = findFewest(callers, (each) => held.byKey(shareIn(each)))
    return members && findFewest([...members.values()], (each) => held.byMember(shareOf(each)))?.[0]
  }

  /** Unknown callers use at most half while a known one waits. */
  private ofLeastUse(use: MachineUse, held: Holdings): Entry<Job, Answer> | undefined {
    const knownWaits = this.knownWaits()
    const callers = [...this.waiting.values()].filter((members) => {
      const share = shareIn(members)
      return this.mayTake(share, held, knownWaits) && (!share.isUnknown || !knownWaits || use.unknownAreBehind)
    })
    const members = findFewest(callers, (each) => use.byKey(shareIn(each)))
    return members && findFewest([...members.values()], (each) => use.byMember(shareOf(each)))?.[0]
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

  /** The expected wait until the first turn, with a fair share of the workers. */
  private expectedMs(share: Share, held: Holdings): number {
    const members = this.waiting.get(share.key)
    const own = members?.get(share.member)?.length ?? 0
    const name = nameOf(share)
    const beforeIt = this.jobs.of(name) * own + this.turns.of(name)
    const others = Math.max(1, (members?.size ?? 0) + (own > 0 ? 0 : 1))
    return (beforeIt * others * this.callers(share, held)) / this.options.workers
  }

  /** The number of callers that count; for a known caller, at most twice the known ones. */
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

function shareIn<Job, Answer>(members: Waiting<Job, Answer>): Share {
  const [entries = []] = members.values()
  return shareOf(entries)
}

function lengthOf<Job, Answer>(members: Waiting<Job, Answer> | undefined): number {
  let length = 0
  for (const entries of members?.values() ?? []) length += entries.length
  return length
}

function findFewest<T>(candidates: readonly T[], count: (candidate: T) => number): T | undefined {
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

/** Milliseconds. */
const FIRST_ESTIMATE_MS = 50
/** Weight of the newest job. */
const NEWEST_WEIGHT = 0.2
const MAX_CALLERS = 1_000

export class Pace {
  private readonly estimates = new Map<string, number>()

  of(key: string): number {
    return this.estimates.get(key) ?? FIRST_ESTIMATE_MS
  }

  took(key: string, milliseconds: number): void {
    const before = this.of(key)
    this.estimates.delete(key)
    this.estimates.set(key, before + NEWEST_WEIGHT * (milliseconds - before))
    const [oldest] = this.estimates.keys()
    if (this.estimates.size > MAX_CALLERS && oldest !== undefined) this.estimates.delete(oldest)
  }
}

/** Nothing was decided: too many jobs, or a turn past its deadline. */
export class EngineBusyError extends Error {
  constructor(
    readonly reason: 'queue' | 'wait' | 'deadline',
    readonly retryAfterMs: number,
  ) {
    super(`the engine is busy (${reason})`)
  }
}

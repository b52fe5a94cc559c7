/**
 * Takes work from the queue of the database as long as there is room.
 *
 * Promises: never more than `concurrency` in hand. What is in hand retains its lease, is removed when it is done, rests when
 * it failed, and is released when the worker stops. An unavailable database delays all of this and ends none of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BusLog, Reservation, WorkDelivery, Worker, WorkOptions } from '../bus'
import { deliver, type Outcome, pauseAfter } from '../deliver'
import { GroupedCalls } from '../server-calls'
import type { ClaimedRow, FailedRow, WorkRows } from './work-rows'

export interface DatabaseWorkerDependencies {
  readonly rows: WorkRows
  readonly log: BusLog
  readonly leaseMs: number
  readonly pollMs: number
  /** Repeats a call while the database is unavailable. @throws BusUnavailable */
  readonly persist: <T>(call: () => Promise<T>) => Promise<T>
  /** Whether others see that this process lives: what it took while they do not would be taken from it. */
  readonly mayTake: () => boolean
  /** A message was given up. */
  readonly reportDeadLetter: (delivery: WorkDelivery, reason: string, at: string) => void
}

/** Rows of one claim: each may hold a megabyte. */
const MAX_CLAIMED = 128
const LOOK_FOR_MISSING_MS = 1_500

interface Held {
  readonly row: ClaimedRow
  /** Of the monotonic clock. */
  extendAt: number
}

export class DatabaseWorker implements Worker {
  private readonly held = new Map<string, Held>()
  private readonly abort = new AbortController()
  private readonly timers: readonly NodeJS.Timeout[]
  private readonly missingHolders: MissingHolders
  private readonly removals: GroupedCalls<string>
  private readonly failures: GroupedCalls<FailedRow>
  private claiming: Promise<void> | null = null
  /** Of what a claim or a caller may bring. */
  private reserved = 0
  /** Whether the last claim left something, or something was added since. */
  private mayFind = true
  private isStopping = false
  private stopped: Promise<void> | null = null
  private onEmpty: () => void = () => undefined

  constructor(
    private readonly dependencies: DatabaseWorkerDependencies,
    private readonly options: WorkOptions,
  ) {
    const { rows, persist, leaseMs, pollMs } = dependencies
    this.missingHolders = new MissingHolders(rows)
    this.removals = new GroupedCalls((seqs) => persist(() => rows.remove(seqs)))
    this.failures = new GroupedCalls((failed) => persist(() => rows.refund(failed)))
    this.timers = [
      setInterval(() => this.wake(), pollMs),
      setInterval(() => void this.extend(), leaseMs / 6),
      setInterval(() => void this.lookForMissing(), LOOK_FOR_MISSING_MS),
    ]
    this.wake()
  }

  wake(): void {
    this.mayFind = true
    this.claimSoon()
  }

  stop(graceMs: number): Promise<void> {
    this.stopped ??= this.stopOnce(graceMs)
    return this.stopped
  }

  /** Room for rows that a caller adds as taken by this process; null for none. */
  reserve(max: number): Pick<Reservation, 'room' | 'handOver'> | null {
    const room = Math.min(max, this.room)
    if (room <= 0 || this.isStopping || !this.dependencies.mayTake()) return null
    this.reserved += room
    return {
      room,
      handOver: (taken) => {
        this.reserved -= room
        for (const { seq, ...message } of taken)
          void this.work({ seq, failures: 0, delivery: { ...message, attempt: 1 } })
        this.claimSoon()
      },
    }
  }

  private get room(): number {
    return this.options.concurrency - this.held.size - this.reserved
  }

  private claimSoon(): void {
    const room = Math.min(this.room, MAX_CLAIMED)
    if (this.claiming !== null || this.isStopping || !this.mayFind || room <= 0 || !this.dependencies.mayTake()) return
    this.reserved += room
    this.claiming = this.claim(room).then(() => {
      this.claiming = null
      this.claimSoon()
    })
  }

  private async claim(max: number): Promise<void> {
    this.mayFind = false
    try {
      const claimed = await this.dependencies.rows.claim(max)
      this.reserved -= max
      if (claimed.length === max) this.mayFind = true
      for (const row of claimed) void this.work(row)
    } catch (error) {
      this.reserved -= max
      // The next look comes with the next poll.
      this.dependencies.log.debug({ err: error }, 'the bus could not look for work')
    }
  }

  private async work(row: ClaimedRow): Promise<void> {
    const { seq, delivery, failures } = row
    const held: Held = { row, extendAt: performance.now() + this.dependencies.leaseMs / 3 }
    this.held.set(seq, held)
    // Taken while it was asked to stop: given back with the rest, or found when this process has gone.
    if (this.isStopping) return
    const outcome = await deliver(this.options, delivery, failures, this.abort.signal)
    const settled = this.settle(row, outcome)
    // Room is there at once; who stops waits for what is settled.
    if (outcome.kind !== 'given_up') this.letGo(seq)
    await settled
    this.letGo(seq)
  }

  private letGo(seq: string): void {
    if (!this.held.delete(seq)) return
    if (this.held.size === 0) this.onEmpty()
    this.claimSoon()
  }

  private async settle({ seq, delivery }: ClaimedRow, outcome: Outcome): Promise<void> {
    const { rows, log, persist, reportDeadLetter } = this.dependencies
    try {
      if (outcome.kind === 'done') await this.removals.add(seq)
      else if (outcome.kind === 'given_up') {
        const at = await persist(() => rows.bury(seq, outcome.reason))
        log.warn({ id: delivery.id, subject: delivery.subject, reason: outcome.reason }, 'a message was given up')
        reportDeadLetter(delivery, outcome.reason, at)
      } else if (!this.abort.signal.aborted) {
        log.debug({ id: delivery.id, reason: outcome.reason }, 'a message failed and rests')
        await this.failures.add({ seq, pauseMs: pauseAfter(outcome.failures), counts: true })
      }
    } catch (error) {
      log.warn({ err: error, id: delivery.id }, 'the outcome of a message could not be stored; it is delivered again')
    }
  }

  /** Of what has been in hand for a while; the rest is done before its lease needs it. */
  private async extend(): Promise<void> {
    const now = performance.now()
    const due = [...this.held.values()].filter(({ extendAt }) => extendAt <= now)
    if (due.length === 0) return
    const next = now + this.dependencies.leaseMs / 3
    for (const held of due) held.extendAt = next
    try {
      const extended = new Set(await this.dependencies.rows.extend(due.map(({ row }) => row.seq)))
      const lost = due.filter(({ row }) => !extended.has(row.seq) && this.held.has(row.seq))
      if (lost.length > 0)
        this.dependencies.log.warn(
          { ids: lost.map(({ row }) => row.delivery.id) },
          'leases ran out; others may work on this too',
        )
    } catch (error) {
      for (const held of due) held.extendAt = now
      this.dependencies.log.debug({ err: error }, 'leases could not be extended; tried again')
    }
  }

  private async lookForMissing(): Promise<void> {
    try {
      const released = await this.missingHolders.look()
      if (released === 0) return
      this.dependencies.log.info({ released }, 'work of a process that died is available again')
      this.wake()
    } catch (error) {
      this.dependencies.log.debug(
        { err: error },
        'the bus could not look for the work of processes that died; tried again',
      )
    }
  }

  private async stopOnce(graceMs: number): Promise<void> {
    this.isStopping = true
    const over = new AbortController()
    const grace = sleep(graceMs, undefined, { signal: over.signal }).catch(() => undefined)
    // A claim under way brings what will not be handled.
    if (this.claiming !== null) await this.claiming
    const emptied = new Promise<void>((resolve) => {
      this.onEmpty = resolve
      if (this.held.size === 0) resolve()
    })
    await Promise.race([emptied, grace])
    over.abort()
    for (const timer of this.timers) clearInterval(timer)
    this.abort.abort(new Error('the worker stops'))
    const left = [...this.held.keys()].map((seq) => ({ seq, pauseMs: 0, counts: false }))
    if (left.length > 0) {
      // Without it the leases run out by themselves.
      await this.dependencies.rows
        .refund(left)
        .catch((error) => this.dependencies.log.debug({ err: error }, 'leases were left'))
    }
    await Promise.all([this.removals.idle(), this.failures.idle()])
  }
}

/**
 * Finds the work of processes that died, sooner than its lease runs out.
 *
 * Promises: what is released was held by a process whose advisory lock was missing at two looks in succession; a
 * connection that broke has long come back by then. Whatever this misses, the end of the lease finds.
 */

export class MissingHolders {
  private missing: ReadonlySet<number> = new Set()

  constructor(private readonly rows: Pick<WorkRows, 'findMissingHolders' | 'release'>) {}

  /** Called at intervals of more than a second. Answers with how many messages were released. @throws the driver's errors */
  async look(): Promise<number> {
    const now = await this.rows.findMissingHolders()
    const missingTwice = now.filter((holder) => this.missing.has(holder))
    this.missing = new Set(now)
    return missingTwice.length === 0 ? 0 : this.rows.release(missingTwice)
  }
}

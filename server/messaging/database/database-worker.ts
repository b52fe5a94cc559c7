/** Claims messages, extends their leases and stores their outcomes. An outage only delays this. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BusLog, Reservation, WorkDelivery, Worker, WorkOptions } from '../bus/bus'
import { deliverMessage, type Outcome, pauseAfter } from '../bus/deliver'
import { GroupedCalls } from '../bus/server-calls'
import type { ClaimedRow, FailedRow, WorkRows } from './work-rows'

export interface DatabaseWorkerDependencies {
  readonly rows: WorkRows
  readonly log: BusLog
  readonly leaseMs: number
  readonly pollMs: number
  /** @throws BusUnavailableError */
  readonly persist: <T>(call: () => Promise<T>) => Promise<T>
  /** False while other processes cannot see this one's lock and would take its work. */
  readonly mayTake: () => boolean
  readonly reportDeadLetter: (delivery: WorkDelivery, reason: string, at: string) => void
}

/** Each row may hold a megabyte. */
const MAX_CLAIMED = 128
const LOOK_FOR_MISSING_MS = 1_500

interface Held {
  readonly row: ClaimedRow
  /** Monotonic clock. */
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
  /** Room that a claim or a caller may still fill. */
  private reserved = 0
  /** Whether there may be unclaimed work. */
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
      this.dependencies.log.debug({ err: error }, 'the bus could not look for work')
    }
  }

  private async work(row: ClaimedRow): Promise<void> {
    const { seq, delivery, failures } = row
    const held: Held = { row, extendAt: performance.now() + this.dependencies.leaseMs / 3 }
    this.held.set(seq, held)
    // Taken during a stop, so given back with the rest.
    if (this.isStopping) return
    const outcome = await deliverMessage(this.options, delivery, failures, this.abort.signal)
    const settled = this.settle(row, outcome)
    // Frees the room before the outcome is stored. A stop still waits for the storing.
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
        log.debug({ id: delivery.id, reason: outcome.reason }, 'a message failed and will be retried')
        await this.failures.add({ seq, pauseMs: pauseAfter(outcome.failures), counts: true })
      }
    } catch (error) {
      log.warn({ err: error, id: delivery.id }, 'the outcome of a message could not be stored; it is delivered again')
    }
  }

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
      // Otherwise the leases run out.
      await this.dependencies.rows
        .refund(left)
        .catch((error) => this.dependencies.log.debug({ err: error }, 'leases were left'))
    }
    await Promise.all([this.removals.idle(), this.failures.idle()])
  }
}

/**
 * Finds dead processes before their leases run out: their advisory lock is missing in two successive queries. A broken
 * connection is back before the second one.
 */

export class MissingHolders {
  private missing: ReadonlySet<number> = new Set()

  constructor(private readonly rows: Pick<WorkRows, 'findMissingHolders' | 'release'>) {}

  /** Call it at intervals over a second. @returns the number of released messages */
  async look(): Promise<number> {
    const now = await this.rows.findMissingHolders()
    const missingTwice = now.filter((holder) => this.missing.has(holder))
    this.missing = new Set(now)
    return missingTwice.length === 0 ? 0 : this.rows.release(missingTwice)
  }
}

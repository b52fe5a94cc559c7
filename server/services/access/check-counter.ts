/**
 * Counts the checks of namespaces that have no allowance.
 *
 * Promises: costs a check no more than an addition; what was counted is in the store a few seconds later. Checks
 * counted in the seconds before a process is killed, or before the database breaks a connection, may stay uncounted.
 */
import type { CheckCountVerbs } from '../../database/checks/check-counts'
import type { FlushTimer } from './flush-timer'
import type { Refund } from './leased-blocks'
import { UTC_MONTH } from './utc-period'

/** Of one namespace in one month, since the last write. */
interface Count {
  readonly namespaceId: string
  readonly month: string
  /** Below 0 where a check was written and refunded afterwards. */
  checks: number
}

export class CheckCounter {
  private counts = new Map<string, Count>()
  private month = { name: '', from: 0, until: 0 }
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: Pick<CheckCountVerbs, 'addChecks' | 'returnChecks'>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    private readonly timer: FlushTimer,
  ) {
    timer.add(() => this.writeAll())
  }

  /** Counts a check of now. @returns its refund */
  count(namespaceId: string): Refund {
    const month = this.monthOf(this.now())
    this.add(namespaceId, month, 1)
    return () => this.add(namespaceId, month, -1)
  }

  /** Checks counted and not written yet. Waits for writes in progress. */
  async waiting(namespaceId: string, month: string): Promise<number> {
    await this.writing
    return this.counts.get(keyOf(namespaceId, month))?.checks ?? 0
  }

  /** Writes what waits for this namespace and month, with all else that waits. */
  async write(namespaceId: string, month: string): Promise<void> {
    if ((await this.waiting(namespaceId, month)) !== 0) await this.writeAll()
  }

  private monthOf(moment: number): string {
    // A clock may be set back.
    if (moment < this.month.from || moment >= this.month.until) {
      const name = UTC_MONTH.nameOf(moment)
      this.month = { name, from: Date.parse(name), until: UTC_MONTH.endOf(name) }
    }
    return this.month.name
  }

  private add(namespaceId: string, month: string, checks: number): void {
    const key = keyOf(namespaceId, month)
    const counted = this.counts.get(key)
    if (counted === undefined) this.counts.set(key, { namespaceId, month, checks })
    else counted.checks += checks
    this.timer.soon()
  }

  private writeAll(): Promise<void> {
    const written = this.writing.then(() => this.writeCounts())
    // A reader of the count waits for it; its failure is reported to the caller of the write alone.
    this.writing = written.catch(() => undefined)
    return written
  }

  private async writeCounts(): Promise<void> {
    const counts = [...this.counts.values()]
    // Cleared first: where the connection breaks it is unknown whether they were counted, and counting twice is worse.
    this.counts = new Map()
    const added = counts.filter(({ checks }) => checks > 0)
    if (added.length > 0) await this.store.addChecks(added)
    for (const count of counts) if (count.checks < 0) await this.store.returnChecks({ ...count, checks: -count.checks })
  }
}

function keyOf(namespaceId: string, month: string): string {
  return `${namespaceId} ${month}`
}

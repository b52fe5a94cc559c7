/** Counts checks without an allowance. A killed process or a broken connection loses the last seconds. */
import type { CheckCountVerbs } from '../../database/checks/check-counts'
import { UTC_MONTH } from './call-limits'
import type { FlushTimer } from './flush-timer'
import type { Refund } from './leased-blocks'

interface Count {
  readonly namespaceId: string
  readonly month: string
  /** Negative if a refund follows the write. */
  checks: number
}

const MAX_READS = 5

export class CheckCounter {
  private counts = new Map<string, Count>()
  private month = { name: '', from: 0, until: 0 }
  private writing: Promise<void> = Promise.resolve()
  /** Writes that began. */
  private writes = 0

  constructor(
    private readonly store: Pick<CheckCountVerbs, 'addChecks' | 'returnChecks'>,
    private readonly now: () => number,
    private readonly timer: FlushTimer,
  ) {
    timer.add(() => this.writeAll())
  }

  /** @returns the refund */
  count(namespaceId: string): Refund {
    const month = this.monthOf(this.now())
    this.add(namespaceId, month, 1)
    return () => this.add(namespaceId, month, -1)
  }

  /**
   * Adds the checks that are not written yet to those that `read` finds in the store. Reads again if a write began
   * meanwhile, because both sums may then include the same checks.
   */
  async addWaiting(namespaceId: string, month: string, read: () => Promise<number>): Promise<number> {
    for (let attempts = 1; ; attempts++) {
      const waiting = await this.waiting(namespaceId, month)
      const before = this.writes
      const stored = await read()
      if (this.writes === before || attempts === MAX_READS) return waiting + stored
    }
  }

  async write(namespaceId: string, month: string): Promise<void> {
    if ((await this.waiting(namespaceId, month)) !== 0) await this.writeAll()
  }

  /** Waits for writes in progress. */
  private async waiting(namespaceId: string, month: string): Promise<number> {
    await this.writing
    return this.counts.get(keyOf(namespaceId, month))?.checks ?? 0
  }

  private monthOf(moment: number): string {
    // The clock may be set back.
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
    // Only the caller of the write gets its failure.
    this.writing = written.catch(() => undefined)
    return written
  }

  private async writeCounts(): Promise<void> {
    const counts = [...this.counts.values()]
    if (counts.length === 0) return
    this.writes++
    // Cleared first: losing counts is better than counting twice.
    this.counts = new Map()
    const added = counts.filter(({ checks }) => checks > 0)
    if (added.length > 0) await this.store.addChecks(added)
    for (const count of counts) if (count.checks < 0) await this.store.returnChecks({ ...count, checks: -count.checks })
  }
}

function keyOf(namespaceId: string, month: string): string {
  return `${namespaceId} ${month}`
}

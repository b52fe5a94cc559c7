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

export class CheckCounter {
  private counts = new Map<string, Count>()
  private month = { name: '', from: 0, until: 0 }
  private writing: Promise<void> = Promise.resolve()

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

  /** Waits for writes in progress. */
  async waiting(namespaceId: string, month: string): Promise<number> {
    await this.writing
    return this.counts.get(keyOf(namespaceId, month))?.checks ?? 0
  }

  async write(namespaceId: string, month: string): Promise<void> {
    if ((await this.waiting(namespaceId, month)) !== 0) await this.writeAll()
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

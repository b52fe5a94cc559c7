/**
 * Finds what died with its process, sooner than its lease runs out.
 *
 * Promises: what is released was held by a process whose advisory lock was missing at two looks in succession; a
 * connection that broke has long come back by then. Whatever this misses, the end of the lease finds.
 */
import type { WorkRows } from './work-rows'

export class DeadHolders {
  private missing: ReadonlySet<number> = new Set()

  constructor(private readonly rows: Pick<WorkRows, 'findMissingHolders' | 'release'>) {}

  /** Called at intervals of more than a second. Answers with how many messages were released. @throws the driver's errors */
  async look(): Promise<number> {
    const now = await this.rows.findMissingHolders()
    const dead = now.filter((holder) => this.missing.has(holder))
    this.missing = new Set(now)
    return dead.length === 0 ? 0 : this.rows.release(dead)
  }
}

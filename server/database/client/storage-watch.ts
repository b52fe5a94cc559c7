/**
 * The known faults of the storage under the database.
 *
 * Promises: a fault is an alarm in the log, once a minute at most, and stays known: a full disk until it can be written
 * to again, damaged data until this process ends.
 */
import type { StoreLog } from './log'
import type { StorageFault, StorageFaultKind } from './storage-fault'

const ALARM_EVERY_MS = 60_000

export class StorageWatch {
  private readonly known = new Set<StorageFaultKind>()
  private readonly alarmedAt = new Map<StorageFaultKind, number>()

  /** @param now milliseconds, never going back */
  constructor(
    private readonly log: StoreLog,
    private readonly now: () => number,
  ) {}

  note(fault: StorageFault): void {
    const { kind } = fault
    this.known.add(kind)
    const last = this.alarmedAt.get(kind)
    if (last !== undefined && this.now() - last < ALARM_EVERY_MS) return
    this.alarmedAt.set(kind, this.now())
    this.log.error({ alarm: `storage_${kind}`, err: fault.cause }, fault.message)
  }

  /**
   * Null while no fault is known, else why the database cannot serve, in words that any reader may see.
   * @param write writes a little, and throws where that fails
   */
  async report(write: () => Promise<unknown>): Promise<string | null> {
    if (this.known.has('damaged'))
      return 'the database reports damaged data: stop the server, save a copy of its data, and restore a backup'
    if (!this.known.has('full')) return null
    try {
      await write()
      this.known.delete('full')
      return null
    } catch {
      return 'the disk of the database is full: free space on it'
    }
  }
}

/**
 * Logs a fault at most once a minute. A full disk is known until a write succeeds, damaged data until the process ends.
 */
import type { StoreLog } from './database'
import type { StorageFaultError, StorageFaultKind } from './storage-fault'

const ALARM_EVERY_MS = 60_000

export class StorageWatch {
  private readonly known = new Set<StorageFaultKind>()
  private readonly alarmedAt = new Map<StorageFaultKind, number>()

  /** @param now monotonic milliseconds */
  constructor(
    private readonly log: StoreLog,
    private readonly now: () => number,
  ) {}

  note(fault: StorageFaultError): void {
    const { kind } = fault
    this.known.add(kind)
    const last = this.alarmedAt.get(kind)
    if (last !== undefined && this.now() - last < ALARM_EVERY_MS) return
    this.alarmedAt.set(kind, this.now())
    this.log.error({ alarm: `storage_${kind}`, err: fault.cause }, fault.message)
  }

  /**
   * Null, or the fault in words that anyone may read.
   * @param write a small write
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

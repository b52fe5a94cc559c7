/**
 * Writes all changes within {@link FLUSH_PAUSE_MS} milliseconds together. A failed write is reported and does not stop the
 * others.
 */
import type { Clock } from '../../engine/workers/job-queue'

export const FLUSH_PAUSE_MS = 3_000

export class FlushTimer {
  private readonly writes: (() => Promise<void>)[] = []
  private cancel: (() => void) | null = null
  private running: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(
    private readonly after: Clock['after'],
    private readonly report: (error: unknown) => void,
  ) {}

  /** The write must do nothing if nothing changed. */
  add(write: () => Promise<void>): void {
    this.writes.push(write)
  }

  soon(): void {
    if (this.stopped) return
    this.cancel ??= this.after(FLUSH_PAUSE_MS, () => {
      this.cancel = null
      void this.writeAll()
    })
  }

  /** Later changes are not written. */
  async stop(): Promise<void> {
    this.stopped = true
    this.cancel?.()
    this.cancel = null
    await this.writeAll()
  }

  /** Runs never overlap, even if the database is slow. */
  private writeAll(): Promise<void> {
    this.running = this.running.then(async () => {
      for (const write of this.writes) await write().catch(this.report)
    })
    return this.running
  }
}

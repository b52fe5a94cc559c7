/**
 * Writes what is held in memory to the store, a few seconds after it changed.
 *
 * Promises: one write for all that happens within {@link PAUSE} milliseconds, and a last one when it is stopped. A
 * write that fails is reported and stops no other.
 */
import type { Clock } from '../../engine/workers/job-queue'

export const PAUSE = 3_000

export class FlushTimer {
  private readonly writes: (() => Promise<void>)[] = []
  private cancel: (() => void) | null = null
  private running: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(
    private readonly after: Clock['after'],
    private readonly report: (error: unknown) => void,
  ) {}

  /** Registers a write, which writes nothing where nothing changed. */
  add(write: () => Promise<void>): void {
    this.writes.push(write)
  }

  /** Something changed. */
  soon(): void {
    if (this.stopped) return
    this.cancel ??= this.after(PAUSE, () => {
      this.cancel = null
      void this.writeAll()
    })
  }

  /** Writes what changed and calls nothing later. What changes from now on is not written. */
  async stop(): Promise<void> {
    this.stopped = true
    this.cancel?.()
    this.cancel = null
    await this.writeAll()
  }

  /** One after the other: an unavailable database is not asked for the same thing twice at once. */
  private writeAll(): Promise<void> {
    this.running = this.running.then(async () => {
      for (const write of this.writes) await write().catch(this.report)
    })
    return this.running
  }
}

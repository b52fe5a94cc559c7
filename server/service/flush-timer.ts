/**
 * Writes what is kept in memory to the store, a few seconds after it changed.
 *
 * Promises: one write for all that happens within {@link PAUSE} milliseconds, and a last one when it is stopped. A write
 * that fails is reported and stops no other.
 */
import type { Clock } from '../engine/workers/clock'

export const PAUSE = 3_000

export class FlushTimer {
  private readonly writes: (() => Promise<void>)[] = []
  private callOff: (() => void) | null = null

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
    this.callOff ??= this.after(PAUSE, () => {
      this.callOff = null
      void this.writeAll()
    })
  }

  async stop(): Promise<void> {
    this.callOff?.()
    this.callOff = null
    await this.writeAll()
  }

  private async writeAll(): Promise<void> {
    for (const write of this.writes) await write().catch(this.report)
  }
}

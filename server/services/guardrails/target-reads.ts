/**
 * Reads the targets of one group of frames, each once.
 *
 * Promises: what it answers was read after it was made: what was changed before that holds.
 */
import type { StoredTarget } from '../../database/guardrails/runnable-targets'
import type { Store } from '../../database/store'

export class TargetReads {
  private readonly found = new Map<string, Promise<StoredTarget | null>>()

  constructor(private readonly store: Pick<Store, 'findTarget'>) {}

  read(id: string): Promise<StoredTarget | null> {
    let reading = this.found.get(id)
    if (reading === undefined) {
      reading = this.store.findTarget(id)
      // Whoever waits for it hears of its failure; perhaps nobody does.
      reading.catch(() => undefined)
      this.found.set(id, reading)
    }
    return reading
  }
}

/**
 * What one evaluation works on: the known values and the meter that counts its work.
 *
 * Promises: a new `epoch` for every evaluation, so that shared cells (shared-cell.ts) know when they are stale.
 */
import { Meter } from '../meter'
import type { Known } from '../value'

export class Run {
  known: Known = []
  meter = new Meter(0)
  epoch = 0

  /** Starts an evaluation: whatever cells remember is stale from here on. */
  start(known: Known, meter: Meter): void {
    this.known = known
    this.meter = meter
    this.epoch++
  }
}

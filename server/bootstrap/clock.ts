/** The computer's clock, as what waits is given it. */
import type { Clock } from '../engine/workers/clock'

export const CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

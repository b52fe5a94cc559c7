/**
 * How long the jobs of each caller take, as a running estimate for what a new one has to wait.
 */

/** Milliseconds that a job is taken to need before any was measured. */
const FIRST_ESTIMATE = 50
/** Share of the newest job in the estimate. */
const NEWEST = 0.2
/** Callers whose pace is remembered. */
const MAX_CALLERS = 1_000

export class Pace {
  private readonly estimates = new Map<string, number>()

  /** @returns milliseconds */
  of(key: string): number {
    return this.estimates.get(key) ?? FIRST_ESTIMATE
  }

  took(key: string, milliseconds: number): void {
    const before = this.of(key)
    this.estimates.delete(key)
    this.estimates.set(key, before + NEWEST * (milliseconds - before))
    const [oldest] = this.estimates.keys()
    if (this.estimates.size > MAX_CALLERS && oldest !== undefined) this.estimates.delete(oldest)
  }
}

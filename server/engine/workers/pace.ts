/** Milliseconds. */
const FIRST_ESTIMATE = 50
/** Weight of the newest job. */
const NEWEST = 0.2
const MAX_CALLERS = 1_000

export class Pace {
  private readonly estimates = new Map<string, number>()

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

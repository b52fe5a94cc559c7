/**
 * Fair shares of a lane: whose work is next.
 *
 * Promises: next is the share that was worked for the least, in milliseconds of work; what runs counts with the pace of its
 * share until its time is known. A share that was idle begins level with those that work: it has no claim on the past, and
 * none is held against it. Remembers a bounded number of shares.
 */
/** Milliseconds a piece of work is taken to need before any was measured. */
const FIRST_ESTIMATE = 50
/** Of the newest piece of work in the running estimate. */
const NEWEST = 0.2
const MAX_SHARES = 10_000

interface Usage {
  /** Milliseconds of work that ended. */
  time: number
  running: number
  pace: number
}

export class WorkShares {
  private readonly usages = new Map<string, Usage>()
  /** Where the share stood whose work began last: the level at which an idle share begins. */
  private level = 0

  /** Pieces of work that run for a share. */
  runningOf(share: string): number {
    return this.usages.get(share)?.running ?? 0
  }

  /** @param candidates in their order of coming @returns the next of them; null for none */
  next(candidates: Iterable<string>): string | null {
    return this.least(candidates, new Map())
  }

  /**
   * Whose work would begin if so many pieces began now, one after the other.
   * @param maxPerShare what one share may have running
   * @returns pieces by share
   */
  plan(candidates: readonly string[], pieces: number, maxPerShare: number): Map<string, number> {
    const planned = new Map<string, number>()
    for (let piece = 0; piece < pieces; piece++) {
      const open = candidates.filter((share) => this.runningOf(share) + (planned.get(share) ?? 0) < maxPerShare)
      const next = this.least(open, planned)
      if (next === null) break
      planned.set(next, (planned.get(next) ?? 0) + 1)
    }
    return planned
  }

  began(share: string): void {
    const usage = this.usages.get(share) ?? { time: 0, running: 0, pace: FIRST_ESTIMATE }
    const position = this.positionOf(share, 0)
    usage.time = position - usage.running * usage.pace
    usage.running++
    this.level = position
    // The newest last, so that the longest idle go first.
    this.usages.delete(share)
    this.usages.set(share, usage)
    if (this.usages.size > MAX_SHARES) this.forget()
  }

  /** @param milliseconds since the work began */
  ended(share: string, milliseconds: number): void {
    const usage = this.usages.get(share)
    if (usage === undefined) return
    usage.running--
    usage.time += milliseconds
    usage.pace += NEWEST * (milliseconds - usage.pace)
  }

  private least(candidates: Iterable<string>, planned: ReadonlyMap<string, number>): string | null {
    let next: { readonly share: string; readonly position: number } | null = null
    for (const share of candidates) {
      const position = this.positionOf(share, planned.get(share) ?? 0)
      if (next === null || position < next.position) next = { share, position }
    }
    return next?.share ?? null
  }

  private positionOf(share: string, planned: number): number {
    const { time = 0, running = 0, pace = FIRST_ESTIMATE } = this.usages.get(share) ?? {}
    return Math.max(time + running * pace, this.level) + planned * pace
  }

  private forget(): void {
    for (const [share, { running }] of this.usages)
      if (running === 0) {
        this.usages.delete(share)
        return
      }
  }
}

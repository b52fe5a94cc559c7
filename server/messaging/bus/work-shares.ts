/**
 * The next work is that of the share with the least working time. A share that was idle begins level with the others.
 */
/** Milliseconds. */
const FIRST_ESTIMATE_MS = 50
/** Weight of the newest piece in the average. */
const NEWEST_WEIGHT = 0.2
const MAX_SHARES = 10_000

interface Usage {
  /** Milliseconds of finished work. */
  time: number
  running: number
  pace: number
}

export class WorkShares {
  private readonly usages = new Map<string, Usage>()
  /** The level at which an idle share begins. */
  private level = 0

  runningOf(share: string): number {
    return this.usages.get(share)?.running ?? 0
  }

  /** @param candidates in order of arrival */
  next(candidates: Iterable<string>): string | null {
    return this.least(candidates, new Map())
  }

  /**
   * Plans as if pieces began one by one.
   * @param maxPerShare running pieces
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
    const usage = this.usages.get(share) ?? { time: 0, running: 0, pace: FIRST_ESTIMATE_MS }
    const position = this.positionOf(share, 0)
    usage.time = position - usage.running * usage.pace
    usage.running++
    this.level = position
    // The longest idle are forgotten first.
    this.usages.delete(share)
    this.usages.set(share, usage)
    if (this.usages.size > MAX_SHARES) this.forget()
  }

  ended(share: string, milliseconds: number): void {
    const usage = this.usages.get(share)
    if (usage === undefined) return
    usage.running--
    usage.time += milliseconds
    usage.pace += NEWEST_WEIGHT * (milliseconds - usage.pace)
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
    const { time = 0, running = 0, pace = FIRST_ESTIMATE_MS } = this.usages.get(share) ?? {}
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

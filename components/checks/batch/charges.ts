/**
 * Combines charges: one call is under way at a time, and charges that arrive meanwhile go with the next. If the
 * allowance ends, parts get the rest in the order of their requests.
 */
export interface Charge<Stopped> {
  readonly granted: number
  readonly stopped: Stopped | null
}

interface Waiting<Stopped> {
  readonly wanted: number
  readonly resolve: (charge: Charge<Stopped>) => void
  readonly reject: (reason: unknown) => void
}

export class Charges<Stopped> {
  private waiting: Waiting<Stopped>[] = []
  private underWay = false

  /** @param most per call; a single part must not request more */
  constructor(
    private readonly charge: (wanted: number) => Promise<Charge<Stopped>>,
    private readonly most: number,
  ) {}

  take(wanted: number): Promise<Charge<Stopped>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ wanted, resolve, reject })
      if (!this.underWay) void this.go()
    })
  }

  private async go(): Promise<void> {
    this.underWay = true
    while (this.waiting.length > 0) {
      const some = this.takeSome()
      try {
        const { granted, stopped } = await this.charge(some.reduce((sum, { wanted }) => sum + wanted, 0))
        let left = granted
        for (const { wanted, resolve } of some) {
          const own = Math.min(left, wanted)
          left -= own
          resolve({ granted: own, stopped: own === wanted ? null : stopped })
        }
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    this.underWay = false
  }

  private takeSome(): Waiting<Stopped>[] {
    let sum = 0
    const end = this.waiting.findIndex(({ wanted }) => {
      sum += wanted
      return sum > this.most
    })
    return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(1, end))
  }
}
